import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Every place in a folder's files where one of these words occurs, in any encoding that a program may use. */
export function findInFolder(folder: string, words: readonly (string | Buffer)[]): string[] {
  const forms = words.flatMap((word) => formsOf(word).map((bytes) => ({ word: String(word), bytes })));
  return filesIn(folder).flatMap((file) => {
    const content = readWhatIsThere(file);
    const found = forms.filter(({ bytes }) => content.includes(bytes));
    return found.map(({ word }) => `${relative(folder, file)}: ${word}`);
  });
}

/** The word as UTF-8, as UTF-16 in both byte orders, as in an address, as base64 at each offset, and as hexadecimal. */
function formsOf(word: string | Buffer): Buffer[] {
  const plain = Buffer.from(word as string);
  if (typeof word !== "string") return [plain];
  const utf16 = Buffer.from(word, "utf16le");
  const encoded = [0, 1, 2].map((offset) => base64Within(plain, offset));
  const texts = [encodeURIComponent(word), ...encoded, plain.toString("hex")];
  return [plain, utf16, Buffer.from(utf16).swap16(), ...texts.map((text) => Buffer.from(text))];
}

/** The base64 digits that do not depend on the bytes before and after. */
function base64Within(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replaceAll("=", "");
  const whole = Math.floor(((offset + bytes.length) * 8) / 6);
  return digits.slice(Math.ceil((offset * 8) / 6), whole);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns nothing for a missing file, because a running browser deletes some of its files. */
function readWhatIsThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
