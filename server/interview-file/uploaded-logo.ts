import { crc32 } from "node:zlib";
import { LOGO_MAX_BYTES } from "#contract/manage/settings/setting-values.ts";
import { logoOf, PNG_SIGNATURE, typeOf } from "./logo.ts";
import { svgProblem } from "./svg-problem.ts";

/** A picture with more pixels uses much of a phone's memory, however small its file is. */
const SIDE_MAX_PIXELS = 4_000;

/** Why a file cannot be the logo, for the person who chose it; undefined if it can. */
export function logoProblem(content: Buffer): string | undefined {
  if (content.length === 0) return "The file is empty. Choose a PNG or SVG file";
  if (content.length > LOGO_MAX_BYTES) return "The file is larger than 200 kB. Choose a smaller one";
  try {
    const problem = typeOf(content) === "image/png" ? pngProblem(content) : svgProblem(content);
    if (problem === undefined) logoOf(content);
    return problem;
  } catch (error) {
    return (error as Error).message;
  }
}

function pngProblem(content: Buffer): string | undefined {
  if (!isWholePng(content)) return "The PNG is damaged or incomplete. Export it again";
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  if (Math.max(width, height) > SIDE_MAX_PIXELS)
    return `The PNG is more than ${SIDE_MAX_PIXELS} pixels wide or high. Choose a smaller one`;
  return undefined;
}

/** Checks that the PNG is complete, and each chunk's checksum is right. */
function isWholePng(content: Buffer): boolean {
  const header = PNG_SIGNATURE.length;
  for (let at = header; at + 12 <= content.length; ) {
    const end = at + 12 + content.readUInt32BE(at);
    if (end > content.length) return false;
    const kind = content.toString("latin1", at + 4, at + 8);
    if (crc32(content.subarray(at + 4, end - 4)) !== content.readUInt32BE(end - 4)) return false;
    if (at === header && (kind !== "IHDR" || end !== header + 25)) return false;
    if (kind === "IEND") return true;
    at = end;
  }
  return false;
}
