/** Some browsers read the file only once the user has allowed the download. */
const READ_WITHIN_MS = 60_000;

/** Saves a file through the browser's downloads, without a request to the server. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
