import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
beforeAll(async () => {
  await cli.addClient("Rosa");
});
afterAll(() => cli.remove());

describe("an invalid command ends with 2 and says what was expected:", () => {
  test.each<[string[], RegExp]>([
    [["client", "add"], /missing required argument 'name'/],
    [["client", "add", "a", "b"], /too many arguments/],
    [["cleint", "list"], /unknown command 'cleint'\n\(Did you mean client\?\)/],
    [["client", "lst"], /unknown command 'lst'\n\(Did you mean list\?\)/],
    [["client", "list", "--jsn"], /unknown option '--jsn'\n\(Did you mean --json\?\)/],
    [["record", "export", "x", "--format", "xml"], /Allowed choices are json, csv, md/],
    [["record", "restore", "cl_none"], /missing required argument 'revision'/],
    [["backup"], /missing required argument 'file'/],
    [["restore"], /missing required argument 'file'/],
    [[], /Usage: firsthand/],
    [["key"], /Usage: firsthand key/],
  ])("%j", async (args, message) => {
    const { status, stdout, stderr } = await cli.firsthand(args);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([2, ""]);
  });
});

describe("a command that fails ends with 1 and says why:", () => {
  test.each<[string[], RegExp]>([
    [
      ["client", "show", "cl_none"],
      /^There is no client cl_none\. Run "firsthand client list" to see the ids\.\n$/,
    ],
    [["key", "issue", "cl_none"], /^There is no client cl_none/],
    [["record", "export", "cl_none"], /^There is no client cl_none/],
    [["record", "history", "cl_none"], /^There is no client cl_none/],
    [["record", "restore", "cl_none", "1"], /^There is no client cl_none/],
    [["key", "revoke", "zzzzz"], /^There is no key ZZZZZ\. .*client show/],
    [["key", "revoke", "fh_AAAAA_SECRET"], /^There is no such key/],
    [["client", "add", "  "], /^The client's name is empty\.\n$/],
    [["client", "add", "x".repeat(201)], /^The client's name is longer than 200 characters\.\n$/],
    [["client", "add", "Rosa\nState: submitted"], /characters that cannot be seen/],
    [["client", "add", "Rosa\u001b[31m"], /characters that cannot be seen/],
    [["client", "add", "Rosa\u202e"], /characters that cannot be seen/],
    [["client", "add", "Rosa\u200f"], /characters that cannot be seen/],
    [["client", "add", "Rosa\u2028Ben"], /characters that cannot be seen/],
  ])("%j", async (args, message) => {
    const { status, stdout, stderr } = await cli.firsthand(args);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).not.toContain("SECRET");
  });
});

describe("an unusable folder ends a command with 1, its name and a remedy:", () => {
  async function expectRefused(data: string, message: RegExp) {
    const { status, stdout, stderr } = await cli.firsthand(["client", "list"], { FIRSTHAND_DATA: data });
    expect(stderr).toMatch(message);
    expect(stderr).toContain(data);
    expect([status, stdout]).toEqual([1, ""]);
  }
  /** A copy of the folder, for a test to damage. */
  function copy(name: string) {
    const data = join(cli.folder, name);
    mkdirSync(data);
    for (const file of ["firsthand.db", "secrets.json"])
      writeFileSync(join(data, file), readFileSync(join(cli.data, file)));
    return data;
  }

  test("a file is in its place", async () => {
    const data = join(cli.folder, "a-file");
    writeFileSync(data, "x");
    await expectRefused(data, /There is no installation in .*Set FIRSTHAND_DATA/);
    await expectRefused(join(data, "below"), /There is no installation in/);
    const { status, stderr } = await cli.firsthand(["serve"], { FIRSTHAND_DATA: data });
    expect(stderr).toMatch(
      /a-file\/firsthand\.lock cannot be used as a lock .*remove what stands in its place/,
    );
    expect(status).toBe(1);
  });

  test("the database is damaged", async () => {
    const data = copy("damaged");
    const file = join(data, "firsthand.db");
    const damaged = readFileSync(file).fill(0xa5, 100, 4_096);
    writeFileSync(file, damaged);
    await expectRefused(data, /damaged\. Nothing in it was changed\. Restore it from a backup/);
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  test("the database is something else", async () => {
    const data = copy("text");
    writeFileSync(join(data, "firsthand.db"), "Dear diary,\n".repeat(500));
    await expectRefused(data, /not a Firsthand database/);
  });

  test("the secrets are missing beside a database", async () => {
    const data = copy("no-secrets");
    rmSync(join(data, "secrets.json"));
    await expectRefused(
      data,
      /secrets\.json is missing.*Restore it from your backup, or name it in FIRSTHAND_SECRETS/,
    );
  });

  test("the secrets cannot be read, and are not quoted", async () => {
    const data = copy("bad-secrets");
    for (const text of ["{", '{"version":1,"masterKeys":{"m1":"hunter2"}}']) {
      writeFileSync(join(data, "secrets.json"), text);
      const { status, stderr } = await cli.firsthand(["client", "list"], { FIRSTHAND_DATA: data });
      expect([status, stderr.includes("hunter2")]).toEqual([1, false]);
      expect(stderr).toMatch(/secrets\.json: .*Restore it from your backup/s);
    }
  });
});
