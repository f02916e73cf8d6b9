import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { withNewSecret, withoutSecret } from "./rotate-secret.ts";
import { openSecrets, readSecrets, type Secrets } from "./secrets.ts";
import { changeSecrets, writeSecrets } from "./write-secrets.ts";

const withNewPepper = (secrets: Secrets) => withNewSecret(secrets, "pepper");

let folder: string;
let file: string;
let made: Secrets;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-write-secrets-"));
  file = join(folder, "secrets.json");
  made = openSecrets(file, { name: "a test", isNew: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a new pepper is current, and the old one stays", () => {
  const changed = changeSecrets(file, withNewPepper);
  expect(changed).toEqual({
    ...made,
    peppers: { ...made.peppers, p2: expect.stringMatching(/^[\w+/]{43}=$/) },
    currentPepper: "p2",
  });
  expect(readSecrets(file)).toEqual(changed);
  expect(changed.peppers.p2).not.toBe(made.peppers.p1);
});

test("an earlier pepper is removed, and no later one reuses its id", () => {
  changeSecrets(file, withNewPepper);
  const without = changeSecrets(file, (secrets) => withoutSecret(secrets, "pepper", "p1"));
  expect(Object.keys(without.peppers)).toEqual(["p2"]);
  expect(Object.keys(changeSecrets(file, withNewPepper).peppers)).toEqual(["p2", "p3"]);
});

test.each([
  ["p1", /p1 is the current pepper/],
  ["p9", /There is no pepper "p9"\. Available: p1\./],
  ["", /There is no pepper "/],
  ["__proto__", /There is no pepper "/],
  ["toString", /There is no pepper "/],
])("%j cannot be removed, and nothing is changed", (pepperId, message) => {
  expect(() => changeSecrets(file, (secrets) => withoutSecret(secrets, "pepper", pepperId))).toThrow(message);
  expect(readSecrets(file)).toEqual(made);
});

test("only the owner can read the file, and only the lock is left beside it", () => {
  chmodSync(file, 0o644);
  // only root can give a file to another user or run the command on another user's file
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(file, 12_345, 23_456);
  const owner = statSync(file).uid;
  changeSecrets(file, withNewPepper);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(file).uid).toBe(owner);
  expect(readdirSync(folder).sort()).toEqual(["secrets.json", "secrets.json.lock"]);
});

test("the target of a symbolic link is changed, and the link stays", () => {
  const link = join(folder, "link.json");
  symlinkSync(file, link);
  changeSecrets(link, withNewPepper);
  expect(readSecrets(file).currentPepper).toBe("p2");
  expect(readSecrets(link)).toEqual(readSecrets(file));
});

test("a half-written file left by a killed command does not block the next one", () => {
  writeFileSync(`${file}.half`, "{");
  changeSecrets(file, withNewPepper);
  expect(existsSync(`${file}.half`)).toBe(false);
});

describe("nothing is changed, and a sentence names the problem, when", () => {
  test("the secrets to be written are invalid", () => {
    const spoilt = { ...made, currentPepper: "p9" };
    expect(() => writeSecrets(file, spoilt)).toThrow(StorageRefusal);
    expect(readSecrets(file)).toEqual(made);
    expect(readdirSync(folder)).toEqual(["secrets.json"]);
  });

  test("the file is damaged", () => {
    writeFileSync(file, "{");
    expect(() => changeSecrets(file, withNewPepper)).toThrow(/cannot be read as JSON\. Restore it/);
    expect(readFileSync(file, "utf8")).toBe("{");
  });

  test("the file is gone", () => {
    rmSync(file);
    expect(() => writeSecrets(file, made)).toThrow(/cannot be changed \(ENOENT.*Nothing was changed/);
    expect(existsSync(file)).toBe(false);
  });

  test("another command is changing it", () => {
    changeSecrets(file, (secrets) => {
      expect(() => changeSecrets(file, withNewPepper)).toThrow(/Another command is changing/);
      return secrets;
    });
    expect(readSecrets(file)).toEqual(made);
    expect(changeSecrets(file, withNewPepper).currentPepper).toBe("p2");
  });

  test("something else is in the place of the lock", () => {
    mkdirSync(`${file}.lock`);
    expect(() => changeSecrets(file, withNewPepper)).toThrow(/secrets\.json\.lock cannot be used as a lock/);
    expect(readSecrets(file)).toEqual(made);
  });
});
