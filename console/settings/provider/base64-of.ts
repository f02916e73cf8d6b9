/** A file's content as Base64. Rejects if the browser cannot read the file, for example after it was moved. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((settle, fail) => {
    const reader = new FileReader();
    reader.onload = () => settle(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => fail(reader.error ?? new Error("The file could not be read"));
    reader.readAsDataURL(file);
  });
}
