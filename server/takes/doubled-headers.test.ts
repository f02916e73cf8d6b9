import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hideDoubledHeaders } from "./doubled-headers.ts";

const WEBKITGTK_FILE = join(import.meta.dirname, "../../tests/speech/webkitgtk.mp4");

function box(type: string, body = ""): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(8 + body.length);
  return Buffer.concat([header, Buffer.from(type + body, "latin1")]);
}
const mp4 = (...boxes: Buffer[]) => Buffer.concat([box("ftyp", "isom"), ...boxes]);

/** The box types in the file, such as `moof mdat`, and whether a header was hidden. */
function hide(file: Buffer) {
  const isHidden = hideDoubledHeaders(file);
  const types: string[] = [];
  for (let at = 0; at < file.length; at += file.readUInt32BE(at))
    types.push(file.toString("latin1", at + 4, at + 8));
  return { isHidden, types: types.join(" ") };
}

test("a header that WebKitGTK wrote twice is hidden where ffmpeg would start from it", () => {
  expect(hide(readFileSync(WEBKITGTK_FILE))).toEqual({
    isHidden: true,
    types: "ftyp ftyp moov moof mdat moof mdat free moof mdat",
  });
});

test("of three, the last stays", () => {
  const moof = box("moof", "one");
  expect(hide(mp4(moof, moof, moof, box("mdat", "sound"))).types).toBe("ftyp free free moof mdat");
});

describe("nothing is hidden", () => {
  test.each([
    [
      "of fragments with sound in between",
      [box("moof", "one"), box("mdat", "a"), box("moof", "one"), box("mdat", "b")],
    ],
    ["of two headers that differ", [box("moof", "one"), box("moof", "two"), box("mdat", "sound")]],
    ["of anything else that stands twice", [box("mdat", "sound"), box("mdat", "sound")]],
  ])("%s", (_what, boxes) => {
    const file = mp4(...boxes);
    const before = Buffer.from(file);
    expect(hide(file).isHidden).toBe(false);
    expect(file).toEqual(before);
  });

  test.each([
    ["an empty file", Buffer.alloc(0)],
    ["a file that ends within a header", mp4(Buffer.from([0, 0, 0]))],
    ["a box that claims more than there is", mp4(Buffer.from("\u007f\u00ff\u00ff\u00ffmoof", "latin1"))],
    ["a box that claims to be of no length", mp4(Buffer.from("\0\0\0\0moof\0\0\0\0moof", "latin1"))],
  ])("in %s", (_what, file) => {
    expect(hideDoubledHeaders(file)).toBe(false);
  });
});

test("a million headers in a row are handled too", () => {
  const file = Buffer.concat(Array.from({ length: 1_000_000 }, () => box("moof")));
  expect(hideDoubledHeaders(file)).toBe(true);
  expect(file.toString("latin1", file.length - 16)).toBe("\0\0\0\u0008free\0\0\0\u0008moof");
});
