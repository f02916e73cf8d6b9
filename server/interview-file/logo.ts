import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { LOGO_MAX_BYTES } from "#contract/manage/settings/setting-values.ts";

/** A file of the provider that pages show. */
export type ProvidedFile = {
  /** Named by its content, so that the content at an address never changes. */
  address: string;
  type: "image/svg+xml" | "image/png";
  content: Buffer;
};
/** `ratio`: width divided by height. */
export type Logo = ProvidedFile & { ratio: number };

export const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** Throws an Error that says why the file is not a logo. */
export function readLogo(file: string): Logo {
  return logoOf(readFile(file));
}

/** Throws an Error that says why the content is not a logo. */
export function logoOf(content: Buffer): Logo {
  const type = typeOf(content);
  const ratio = type === "image/png" ? pngRatio(content) : svgRatio(content.toString());
  const name = hash("sha256", content, "base64url").slice(0, 16);
  return { address: `/provided/${name}.${type === "image/png" ? "png" : "svg"}`, type, content, ratio };
}

function readFile(file: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (content.length > LOGO_MAX_BYTES) throw new Error(`${file} has more than ${LOGO_MAX_BYTES / 1024} KiB`);
  return content;
}

export function typeOf(content: Buffer): ProvidedFile["type"] {
  if (content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return "image/png";
  if (/<svg[\s>]/.test(content.toString())) return "image/svg+xml";
  throw new Error("It is neither an SVG nor a PNG");
}

/** The header chunk comes first, and begins with width and height. */
function pngRatio(content: Buffer): number {
  if (content.length < 24) throw new Error("The PNG ends before its size");
  return ratioOf(content.readUInt32BE(16), content.readUInt32BE(20));
}

function svgRatio(text: string): number {
  const [tag = ""] = /<svg[\s>][^>]*/.exec(text) ?? [];
  const [, box = ""] = /\sviewBox\s*=\s*["']([^"']+)["']/.exec(tag) ?? [];
  const [, , width, height] = box.trim().split(/[\s,]+/);
  const lengthOf = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(tag)?.[1];
  return ratioOf(Number(width ?? lengthOf("width")), Number(height ?? lengthOf("height")));
}

function ratioOf(width: number, height: number): number {
  if (!(width > 0 && height > 0))
    throw new Error("It has no size: an SVG needs a viewBox, or width and height in pixels");
  return width / height;
}
