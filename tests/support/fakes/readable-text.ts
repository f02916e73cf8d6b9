/** The value as a search of the disk would find it: its strings, and its bytes read as text. */
export function readableText(value: unknown): string {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("latin1");
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name} ${readableText(each)}`)
    .join("\n");
}
