/** Some browsers begin to read only after a question to the client. */
const READ_WITHIN_MS = 60_000;

export type TextFile = { name: string; type: string; text: string };

/** Hands a file to the browser's downloads, at no request. */
export function saveFile({ name, type, text }: TextFile): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
