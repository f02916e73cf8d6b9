import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Manager } from "#contract/manage/accounts.ts";
import { commandLine } from "../support/command-line.ts";

type Added = { managerId: string; email: string; role: string; link: string; expiresAt: string };

const cli = commandLine();
let mia: Added;
beforeAll(async () => {
  mia = await cli.facts<Added>(
    "manager",
    "add",
    "Mia Lopes",
    "--email",
    " Mia@Example.com ",
    "--administrator",
  );
});
afterAll(() => cli.remove());

const list = () => cli.facts<Manager[]>("manager", "list");
const LINK = /^http:\/\/127\.0\.0\.1:8080\/console\/#link=fhl_[\w-]{43}$/;

test("an account is made with a link in whose fragment the token stands", async () => {
  expect(mia).toMatchObject({ name: "Mia Lopes", email: "mia@example.com", role: "administrator" });
  expect(mia.link).toMatch(LINK);
  expect(Date.parse(mia.expiresAt) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
  expect(await list()).toMatchObject([
    { managerId: mia.managerId, state: "invited", clients: 0, lastUsedAt: null },
  ]);
});

test("what is printed for a person says the same", async () => {
  const { stdout } = await cli.firsthand(["manager", "add", "Ben", "--email", "ben@example.com"]);
  expect(stdout).toMatch(/^Account manager: Ben, ben@example\.com \(mg_[0-9a-f]{20}\)\n/);
  expect(stdout).toMatch(/It works once, until .*, and is not shown again\./);
  const { stdout: table } = await cli.firsthand(["manager", "list"]);
  expect(table).toContain("2 account managers");
});

test("a new link is made by e-mail address or id, and tells another one each time", async () => {
  const links = [mia.link];
  for (const name of [mia.managerId, "MIA@example.com"])
    links.push((await cli.facts<Added>("manager", "link", name)).link);
  expect(new Set(links).size).toBe(3);
  for (const link of links) expect(link).toMatch(LINK);
});

test("a revoked account gets no link, and is listed as such", async () => {
  const { managerId } = await cli.facts<Added>("manager", "add", "Eve", "--email", "eve@example.com");
  expect(await cli.facts("manager", "revoke", "eve@example.com")).toEqual({ managerId, revoked: true });
  expect((await list()).find((one) => one.managerId === managerId)?.state).toBe("revoked");
  const refused = await cli.firsthand(["manager", "link", managerId]);
  expect([refused.status, refused.stderr]).toEqual([1, "Eve is revoked and cannot sign in.\n"]);
});

describe("mistakes are told, and change nothing:", () => {
  test.each<[string, string[], string]>([
    ["a wrong one", ["add", "Ann", "--email", "ann"], '"ann" is no e-mail address.'],
    [
      "one that is taken",
      ["add", "Ann", "--email", "MIA@example.com"],
      "Another account has the e-mail address mia@example.com.",
    ],
    ["an empty name", ["add", " ", "--email", "ann@example.com"], "The name is empty."],
    [
      "a name with hidden characters",
      ["add", "A\u202en", "--email", "ann@example.com"],
      "characters that cannot be seen",
    ],
    [
      "a name that is too long",
      ["add", "A".repeat(201), "--email", "a@example.com"],
      "longer than 200 characters",
    ],
    [
      "somebody who is not there",
      ["revoke", "nobody@example.com"],
      "There is no account manager nobody@example.com.",
    ],
    [
      "an id that is not there",
      ["link", "mg_0"],
      'There is no account manager mg_0. "firsthand manager list" shows them.',
    ],
    [
      "the last administrator",
      ["revoke", "mia@example.com"],
      "Mia Lopes is the last administrator. Make another one first.",
    ],
  ])("%s", async (_, args, message) => {
    const before = await list();
    const { status, stdout, stderr } = await cli.firsthand(["manager", ...args]);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([1, ""]);
    expect(await list()).toEqual(before);
  });

  test("a forgotten e-mail address", async () => {
    const { status, stderr } = await cli.firsthand(["manager", "add", "Ann"]);
    expect(stderr).toContain("required option '--email <address>' not specified");
    expect(status).toBe(2);
  });
});
