import { execFile } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
let rosa: AddedClient & { link: string };
beforeAll(async () => {
  await cli.make();
  rosa = await cli.facts<AddedClient & { link: string }>("client", "add", "Rosa's Bakery 👍");
});
afterAll(() => cli.remove());

const said = async (...args: string[]) => {
  const { status, stdout, stderr } = await cli.firsthand(args);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

test("client add prints the client, the key and the link that contains it", async () => {
  expect(rosa).toEqual({
    clientId: expect.stringMatching(/^cl_[0-9a-f]{20}$/),
    clientName: "Rosa's Bakery 👍",
    keyId: expect.stringMatching(/^[0-9A-Z]{5}$/),
    accessKey: expect.stringMatching(new RegExp(`^fh_${rosa.keyId}(_[0-9A-Z]{5}){6}$`)),
    link: `http://127.0.0.1:8080/#key=${rosa.accessKey}`,
    expiresAt: ISO,
  });
  const text = await said("client", "add", "  Ben  ");
  expect(text).toMatch(
    /^Client: Ben \(cl_[0-9a-f]{20}\)\nAccess key: fh_\S+\nLink: http:\S+#key=fh_\S+\nValid until \S+\. The key is not shown again\.\n$/,
  );
});

test("the link begins with the public address of the server", async () => {
  const { stdout } = await cli.firsthand(["key", "issue", rosa.clientId, "--json"], {
    FIRSTHAND_PUBLIC_URL: "https://interview.example.com/",
  });
  expect((JSON.parse(stdout) as { link: string }).link).toMatch(
    /^https:\/\/interview\.example\.com\/#key=fh_/,
  );
});

test.each([
  ["a list", ["client", "list"], 0],
  ["a list for programs", ["client", "list", "--json"], 0],
  ["help", ["client", "--help"], 0],
  ["an id that is not there", ["client", "show", "cl_none"], 1],
  ["a mistyped option", ["client", "list", "--jsno"], 2],
])("the program gives the same output as the command in a test's process: %s", async (_, args, status) => {
  const apart = await cli.program(args);
  expect(apart.status).toBe(status);
  expect(await cli.firsthand(args)).toEqual(apart);
});

test("client list shows each client and their progress", async () => {
  const facts = await cli.facts<{ clientId: string }[]>("client", "list");
  expect(facts.find(({ clientId }) => clientId === rosa.clientId)).toEqual({
    clientId: rosa.clientId,
    clientName: rosa.clientName,
    state: "invited",
    completed: 0,
    total: 13,
    percent: 0,
    revision: 0,
    updatedAt: null,
    submittedAt: null,
    dueOn: null,
    tags: [],
  });
  const text = await said("client", "list");
  expect(text).toMatch(/^ID +NAME +STATE +DONE +DUE +TAGS +LAST SAVED\n/);
  expect(text).toContain(rosa.clientName);
});

test("client show lists the keys by their public part, and never a whole key", async () => {
  const facts = await cli.facts<{ keys: object[] }>("client", "show", rosa.clientId);
  expect(facts).toMatchObject({
    clientId: rosa.clientId,
    clientName: rosa.clientName,
    createdAt: ISO,
    state: "invited",
    dueOn: null,
    tags: [],
    lastSection: null,
  });
  expect(facts.keys[0]).toEqual({
    keyId: rosa.keyId,
    state: "live",
    createdAt: ISO,
    expiresAt: ISO,
    revokedAt: null,
    lastUsedAt: null,
  });
  const text = await said("client", "show", rosa.clientId);
  expect(text).toContain(`${rosa.keyId}  live`);
  expect(`${text}${JSON.stringify(facts)}`).not.toContain(rosa.accessKey.slice(9));
});

test("key issue adds a key, and key revoke ends one in any letter case and reports a repeat", async () => {
  const issued = await cli.facts<AddedClient>("key", "issue", rosa.clientId);
  expect(issued).toMatchObject({
    clientId: rosa.clientId,
    clientName: rosa.clientName,
    accessKey: expect.stringMatching(/^fh_/),
  });
  const revoked = await cli.facts("key", "revoke", issued.keyId.toLowerCase());
  expect(revoked).toEqual({ keyId: issued.keyId, clientId: rosa.clientId, revokedAt: ISO });
  expect(await said("key", "revoke", issued.keyId)).toBe(`Key ${issued.keyId} was already revoked.\n`);
  expect(await said("key", "issue", rosa.clientId)).toContain("Access key: fh_");
  expect(await said("client", "show", rosa.clientId)).toMatch(new RegExp(`${issued.keyId}  revoked`));
});

test("an empty installation says how to start", async () => {
  const empty = commandLine();
  await empty.make();
  const { stdout } = await empty.firsthand(["client", "list"]);
  expect(stdout).toBe('There are no clients yet. Add one with: firsthand client add "<name>"\n');
  expect((await empty.firsthand(["client", "list", "--json"])).stdout).toBe("[]\n");
  empty.remove();
});

test("a reader that stops early, like head, causes no error", async () => {
  const script = `"${process.execPath}" bin/firsthand.js client list | true`;
  const output = await new Promise((settle) => {
    execFile(
      "sh",
      ["-c", script],
      { env: { FIRSTHAND_DATA: cli.data, PATH: process.env.PATH } },
      (_error, stdout, stderr) => settle(stdout + stderr),
    );
  });
  expect(output).not.toContain("EPIPE");
});

describe("--help says what a command is for, with an example:", () => {
  test.each([
    ["serve"],
    ["client add"],
    ["client list"],
    ["client show"],
    ["key issue"],
    ["key revoke"],
    ["record export"],
    ["record history"],
    ["record restore"],
    ["take list"],
    ["take retry"],
    ["backup"],
    ["restore"],
    ["config"],
  ])("%s", async (name) => {
    const text = await said(...name.split(" "), "--help");
    expect(text).toContain(`Usage: firsthand ${name}`);
    expect(text).toContain(`Example:\n  $ npx firsthand ${name}`);
  });
});
