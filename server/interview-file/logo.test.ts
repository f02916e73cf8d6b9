import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLogo } from "./logo.ts";

const folder = mkdtempSync(join(tmpdir(), "firsthand-logo-"));

function logoOf(content: string | Buffer, name = "logo") {
  const file = join(folder, name);
  writeFileSync(file, content);
  return readLogo(file);
}

function png(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d", "hex"), Buffer.from("IHDR"), size]);
}

test.each<[string, string, number]>([
  ["a view box", '<svg viewBox="0 0 300 100"></svg>', 3],
  ["a view box with commas", "<?xml version='1.0'?>\n<svg xmlns='x' viewBox='0,0,10,20'/>", 0.5],
  ["width and height", '<svg width="64" height="32px"></svg>', 2],
])("an SVG with %s has its size from there", (_, text, ratio) => {
  expect(logoOf(text)).toMatchObject({ type: "image/svg+xml", ratio });
});

test("a PNG has its size from its header", () => {
  expect(logoOf(png(200, 50))).toMatchObject({ type: "image/png", ratio: 4 });
});

test("the address is made from the content, never from the file's name", () => {
  const one = logoOf('<svg viewBox="0 0 1 1"/>', 'a"b.<svg');
  expect(one.address).toMatch(/^\/provided\/[\w-]{16}\.svg$/);
  expect(logoOf('<svg viewBox="0 0 1 2"/>').address).not.toBe(one.address);
});

test.each<[string, string | Buffer, string]>([
  ["nothing", "", "neither an SVG nor a PNG"],
  ["a page", "<!doctype html><p>", "neither an SVG nor a PNG"],
  ["an SVG without a size", "<svg><g/></svg>", "no size"],
  ["an SVG of no height", '<svg viewBox="0 0 10 0"/>', "no size"],
  ["a PNG that was cut off", Buffer.from("89504e470d0a1a0a00", "hex"), "ends before its size"],
  ["a PNG of no width", png(0, 10), "no size"],
  ["more than 200 KiB", Buffer.alloc(200 * 1024 + 1), "more than 200 KiB"],
])("%s is not a logo", (_, content, reason) => {
  expect(() => logoOf(content)).toThrow(reason);
});
