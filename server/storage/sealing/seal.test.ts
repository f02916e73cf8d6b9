import { createSecretKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { StorageUnavailable } from "../engine/faults.ts";
import { createSealer, isSealed, keylessUnsealer } from "./seal.ts";

const KEY = createSecretKey(Buffer.alloc(32, 1));
const OTHER_KEY = createSecretKey(Buffer.alloc(32, 2));
const rosa = createSealer(KEY, "cl_rosa");
const TEXT = "Überweisung: 12 000 € — «soon»";
const sealed = () => rosa.seal("note/1", TEXT);

describe("an encrypted value", () => {
  test("decrypts to the original with its key and at its place", () => {
    expect(rosa.unseal("note/1", sealed())).toBe(TEXT);
    expect(rosa.unseal("note/1", rosa.seal("note/1", ""))).toBe("");
    const sound = new Uint8Array(1_000).map((_, place) => place % 251);
    expect([...rosa.unsealBytes("audio/t/0", rosa.sealBytes("audio/t/0", sound))]).toEqual([...sound]);
  });

  test("reveals nothing of the text, and no two are equal", () => {
    expect(Buffer.from(sealed()).includes("Überweisung")).toBe(false);
    expect(Buffer.from(sealed()).equals(Buffer.from(sealed()))).toBe(false);
  });

  test.each([
    ["by another key", () => createSealer(OTHER_KEY, "cl_rosa").unseal("note/1", sealed())],
    ["for another owner", () => createSealer(KEY, "cl_ben").unseal("note/1", sealed())],
    ["at another place", () => rosa.unseal("note/2", sealed())],
    ["without a key", () => keylessUnsealer.unseal("note/1", sealed())],
    ["cut short", () => rosa.unseal("note/1", sealed().subarray(0, -1))],
    ["cut down to its beginning", () => rosa.unseal("note/1", sealed().subarray(0, 10))],
  ])("does not decrypt %s", (_how, open) => {
    expect(open).toThrow(StorageUnavailable);
  });

  test("does not decrypt with any one bit changed, except in the marker of encryption", () => {
    const whole = sealed();
    for (let byte = 8; byte < whole.length; byte++) {
      const changed = Uint8Array.from(whole, (value, place) => (place === byte ? value ^ 1 : value));
      expect(() => rosa.unseal("note/1", changed)).toThrow(StorageUnavailable);
    }
  });
});

test("a value stored as plain text is read unchanged, whatever it begins with", () => {
  const plain = Buffer.from('{"a":1}');
  for (const seal of [rosa, keylessUnsealer]) {
    expect(seal.unseal("record/1", plain)).toBe('{"a":1}');
    expect([...seal.unsealBytes("audio/t/0", Buffer.from([0xf5, 0x46]))]).toEqual([0xf5, 0x46]);
  }
  expect(() => rosa.unseal("record/1", Buffer.from([0xff, 0xfe]))).toThrow(StorageUnavailable);
});

test("encrypted bytes are distinguished from plain bytes", () => {
  expect([isSealed(sealed()), isSealed(Buffer.from(TEXT)), isSealed(new Uint8Array())]).toEqual([
    true,
    false,
    false,
  ]);
});
