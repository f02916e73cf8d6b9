import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";

/**
 * A multipart form (RFC 7578) with a recording, streamed from its file. Its length is known in advance, because not
 * every engine accepts chunked requests.
 */
export async function takeForm(wav: string, fields: { [name: string]: string }) {
  const boundary = `firsthand-${randomUUID()}`;
  const part = (name: string, more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const form = new Blob([
    part("file", '; filename="take.wav"\r\nContent-Type: audio/wav'),
    await openAsBlob(wav),
    ...Object.entries(fields).map(([name, value]) => `\r\n${part(name)}${value}`),
    `\r\n--${boundary}--\r\n`,
  ]);
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: { stream: Readable.fromWeb(form.stream() as ReadableStream), length: form.size },
  };
}
