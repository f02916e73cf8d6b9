/** A file's content in Base64; rejects where the browser cannot read it, as after it was moved. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((settle, fail) => {
    const reader = new FileReader();
    reader.onload = () => settle(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => fail(reader.error ?? new Error("The file could not be read"));
    reader.readAsDataURL(file);
  });
}
