import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { hashSecret, openSecrets } from "./secrets.ts";

const NEW = { name: "a test", isNew: true };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-secrets-"));
  file = join(folder, "new", "secrets.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("secrets are made once, readable by their owner only, and stay the same", () => {
  const made = openSecrets(file, NEW);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "new")).mode & 0o777).toBe(0o700);
  expect(openSecrets(file, NEW)).toEqual(made);
  expect(readdirSync(join(folder, "new"))).toEqual(["secrets.json"]);
});

test("two installations have different secrets", () => {
  const other = openSecrets(join(folder, "other.json"), NEW);
  expect(openSecrets(file, NEW).peppers).not.toEqual(other.peppers);
});

test("no new secrets are made where a database needs the old ones", () => {
  expect(() => openSecrets(file, { name: "firsthand.db", isNew: false })).toThrow(
    /is missing.*firsthand\.db.*Restore it from your backup/,
  );
  expect(existsSync(file)).toBe(false);
});

describe("a file that does not hold secrets is refused and left unchanged:", () => {
  test.each<[string, (text: string) => string]>([
    ["cut short", (text) => text.slice(0, 50)],
    ["of another version", (text) => text.replace('"version": 1', '"version": 2')],
    [
      "without the pepper that it names",
      (text) => text.replace('"currentPepper": "p1"', '"currentPepper": "p2"'),
    ],
    ["with a name that nobody knows", (text) => text.replace("{", '{"extra": 1,')],
    ["empty", () => ""],
  ])("%s", (_, spoil) => {
    openSecrets(file, NEW);
    const spoilt = spoil(readFileSync(file, "utf8"));
    writeFileSync(file, spoilt);
    expect(() => openSecrets(file, NEW)).toThrow(StorageRefusal);
    expect(readFileSync(file, "utf8")).toBe(spoilt);
  });
});

test("a secret's hash depends on the pepper, and a removed pepper gives no hash", () => {
  const one = openSecrets(file, NEW);
  const other = openSecrets(join(folder, "other.json"), NEW);
  expect(hashSecret(one, "p1", "S")).toMatch(/^[0-9a-f]{64}$/);
  expect(hashSecret(one, "p1", "S")).toBe(hashSecret(one, "p1", "S"));
  expect(hashSecret(one, "p1", "S")).not.toBe(hashSecret(other, "p1", "S"));
  expect(hashSecret(one, "p9", "S")).toBeUndefined();
});
