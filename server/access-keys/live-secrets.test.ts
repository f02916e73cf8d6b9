import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { liveSecrets } from "./live-secrets.ts";
import { withNewSecret } from "./rotate-secret.ts";
import { openSecrets, readSecrets, type Secrets } from "./secrets.ts";
import { changeSecrets } from "./write-secrets.ts";

const withNewPepper = (secrets: Secrets) => withNewSecret(secrets, "pepper");

let folder: string;
let file: string;
let live: Secrets;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-live-secrets-"));
  file = join(folder, "secrets.json");
  live = liveSecrets(file, openSecrets(file, { name: "a test", isNew: true }));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("secrets are those of the file, also after it has changed several times", () => {
  for (let count = 2; count < 6; count++) {
    const changed = changeSecrets(file, withNewPepper);
    expect(live.currentPepper).toBe(`p${count}`);
    expect({ ...live }).toEqual(changed);
  }
});

describe("secrets stay those that were read last where the file", () => {
  test.each<[string, () => void]>([
    ["is gone", () => rmSync(file)],
    ["is cut short", () => writeFileSync(file, readFileSync(file, "utf8").slice(0, 40))],
    ["is empty", () => writeFileSync(file, "")],
    [
      "is that of another installation",
      () => {
        const other = join(folder, "other.json");
        openSecrets(other, { name: "another test", isNew: true });
        writeFileSync(file, readFileSync(other));
      },
    ],
  ])("%s, until it is valid again", (_, spoil) => {
    const before = readSecrets(file);
    const text = readFileSync(file, "utf8");
    spoil();
    expect({ ...live }).toEqual(before);
    writeFileSync(file, text);
    const changed = changeSecrets(file, withNewPepper);
    expect(live.currentPepper).toBe(changed.currentPepper);
  });
});
