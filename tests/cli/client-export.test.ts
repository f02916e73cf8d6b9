import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveRecord } from "../../server/records/save-record.ts";
import { readConfig } from "../../server/settings/config.ts";
import { addCanaryClient, CANARY } from "../support/data/canary-client.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
const HOSTILE = '=HYPERLINK("https://evil.example","x"), 👍\r\n"שלום"';
let canary: Awaited<ReturnType<typeof addCanaryClient>>;
let rosa: AddedClient;
let ben: AddedClient;
beforeAll(async () => {
  rosa = await cli.addClient("=Rosa");
  ben = await cli.addClient("Ben");
  const installation = await cli.open();
  const { storage, book } = installation;
  const data = { "booking-process": { responses: [{ content: HOSTILE, id: "a" }] } };
  const saving = {
    clientId: rosa.clientId,
    now: Date.now(),
    requestId: "r",
    expectedRevision: undefined,
    idempotencyKey: undefined,
  };
  await saveRecord(storage, book.current(), { data }, saving);
  canary = await addCanaryClient(installation, readConfig({ FIRSTHAND_DATA: cli.data }));
  await storage.close();
});
afterAll(() => cli.remove());

const said = async (...args: string[]) => {
  const { status, stdout, stderr } = await cli.firsthand(["client", "export", ...args]);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};

describe("client export of one client", () => {
  const zip = join(cli.folder, "canary.zip");
  const unpacked = join(cli.folder, "canary");
  const read = (name: string) => readFileSync(join(unpacked, name));
  const json = (name: string) => JSON.parse(read(name).toString());
  beforeAll(async () => {
    expect(await said(canary.clientId, "--output", zip)).toBe("");
    execFileSync("unzip", ["-q", zip, "-d", unpacked]);
  });

  test("is a valid ZIP with everything in it", () => {
    expect(execFileSync("unzip", ["-tq", zip]).toString()).toMatch(/^No errors detected/);
    const names = readdirSync(unpacked, { recursive: true, encoding: "utf8" });
    expect(names.sort()).toEqual(
      [
        "README.txt",
        "audio",
        `audio/${canary.heard.takeId}.m4a`,
        "audit.json",
        "brief.html",
        "brief.md",
        "client.json",
        "history",
        ...[1, 2, 3, 4].map((revision) => `history/00000${revision}.json`),
        "notes.json",
        "record.json",
        "submissions",
        ...[2, 4].map((revision) => `submissions/00000${revision}.json`),
        "takes.json",
        "threads.json",
      ].sort(),
    );
  });

  test("has record, history and submissions as stored, and the audio byte for byte", async () => {
    const { storage } = await cli.open();
    const { record } = (await storage.records.load(canary.clientId)) ?? {};
    const earlier = await storage.records.loadRevision(canary.clientId, 2);
    await storage.close();
    expect(json("record.json")).toMatchObject({ clientId: canary.clientId, revision: 4, record });
    expect(json("history/000002.json")).toMatchObject({ revision: 2, record: earlier });
    expect(json("submissions/000002.json")).toMatchObject({ revision: 2, record: earlier });
    expect(read(`audio/${canary.heard.takeId}.m4a`).equals(canary.sound)).toBe(true);
  });

  test("includes takes, keys and events, and no secret", () => {
    expect(json("takes.json")).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          takeId: canary.heard.takeId,
          transcript: `what the ${CANARY} sang`,
          file: `audio/${canary.heard.takeId}.m4a`,
        }),
        expect.objectContaining({
          takeId: canary.waiting.takeId,
          state: "queued",
          transcript: null,
          file: null,
        }),
      ]),
    );
    expect(json("client.json")).toMatchObject({
      clientName: `${CANARY} Bakery`,
      email: `${CANARY}@example.com`,
      language: null,
      lastSeenAt: expect.any(String),
      state: "submitted",
      keys: [{ revokedAt: null }, { revokedAt: null }, { revokedAt: null }],
      helpers: [{ name: `${CANARY} Lopes`, section: "money-admin", seesAll: false, doneAt: null }],
    });
    expect(json("threads.json")).toMatchObject([
      { question: "team-description", state: "asked-back", entries: [{ kind: "asked-back" }] },
    ]);
    expect(json("audit.json")).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "client.added" })]),
    );
    const texts = readdirSync(unpacked, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.\w+$/.test(name),
    );
    const all = texts.map((name) => read(name).toString("latin1")).join("");
    expect(all).not.toContain(canary.accessKey);
    expect(all).not.toMatch(/secretHash|tokenHash|draftKey|pepper/i);
    expect(read("README.txt").toString()).toContain(`${CANARY} Bakery`);
  });

  test("goes to standard output where no file is named", async () => {
    const bytes = execFileSync(process.execPath, ["bin/firsthand.js", "client", "export", ben.clientId], {
      env: { PATH: process.env.PATH, FIRSTHAND_DATA: cli.data },
    });
    expect(bytes.toString("latin1", 0, 4)).toBe("PK\u0003\u0004");
  });
});

test("client export that cannot read part of the audio ends with its reason, and leaves no file", async () => {
  const database = new DatabaseSync(join(cli.data, "firsthand.db"));
  database.exec("update audio_pieces set piece = 101 where piece = 1");
  const zip = join(cli.folder, "half.zip");
  const { status, stdout, stderr } = await cli.firsthand([
    "client",
    "export",
    canary.clientId,
    "--output",
    zip,
  ]);
  database.exec("update audio_pieces set piece = 1 where piece = 101");
  database.close();
  expect(stderr).toMatch(/The database is damaged/);
  expect([status, stdout]).toEqual([1, ""]);
  expect(readdirSync(cli.folder).filter((name) => name.startsWith("half"))).toEqual([]);
});

describe("client export --all", () => {
  test("as CSV, has a row per answer, one for a client without answers, no formula, and a UTF-8 mark", async () => {
    const csv = await said("--all");
    expect(csv).toMatch(
      /^\ufeffclientId,client,section,question,field,answer,type,source,timestamp,addedBy,asked,interview,interviewVersion\r\n/,
    );
    expect(csv).toContain(`\r\n${ben.clientId},Ben,,,,,,,,,,Standard,\r\n`);
    const answer = `"'=HYPERLINK(""https://evil.example"",""x""), 👍\r\n""שלום"""`;
    expect(csv).toContain(
      `\r\n${rosa.clientId},'=Rosa,Leads → Booking,From first call to booking,,${answer},text,,`,
    );
    expect(await said("--all", "--format", "csv")).toBe(csv);
  });

  test("as a table, has a row per client, with contact and state", async () => {
    const csv = await said("--all", "--shape", "wide");
    expect(csv).toMatch(
      /^\ufeffclientId,client,state,contact,email,phone,website,accountManager,tags,due,interview,/,
    );
    expect(csv).toContain(`\r\n${ben.clientId},Ben,`);
    expect(csv).toContain(`\r\n${rosa.clientId},'=Rosa,In progress,,,,,,`);
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"",""x""), 👍\r\n""שלום"""`);
  });

  test("as JSON, is one array with one client per line, in the order of their ids", async () => {
    const text = await said("--all", "--format", "json");
    const clients = JSON.parse(text) as { clientId: string; record: object }[];
    const ids = clients.map(({ clientId }) => clientId);
    expect(ids).toEqual([rosa.clientId, ben.clientId, canary.clientId].sort());
    expect(clients.find(({ clientId }) => clientId === rosa.clientId)).toMatchObject({
      clientName: "=Rosa",
      state: "in-progress",
      revision: 1,
      completed: 1,
      total: 13,
      record: { "booking-process": { responses: [{ content: HOSTILE }] } },
    });
    const lines = text.trimEnd().split("\n").slice(1, -1);
    expect(lines.map((line) => JSON.parse(line.replace(/,$/, "")))).toEqual(clients);
  });

  test("of an empty installation is an empty list", async () => {
    const empty = commandLine();
    await empty.make();
    const all = (format: string) => empty.firsthand(["client", "export", "--all", "--format", format]);
    expect((await all("json")).stdout).toBe("[]\n");
    expect((await all("csv")).stdout.split("\r\n")).toHaveLength(2);
    empty.remove();
  });
});

test.each([
  ["nobody", [], /^Name a client, .* or add --all\.$/m],
  ["one and all", ["cl_x", "--all"], /^Name a client/],
  ["one as CSV", ["cl_x", "--format", "csv"], /^One client is always exported as a ZIP\./],
  ["one in a shape", ["cl_x", "--shape", "wide"], /^Only the CSV of all clients has a shape\./],
  ["JSON in a shape", ["--all", "--format", "json", "--shape", "wide"], /^Only the CSV/],
  ["one who is not there", ["cl_none"], /^There is no client cl_none/],
])("client export of %s is refused", async (_what, args, message) => {
  const { status, stdout, stderr } = await cli.firsthand(["client", "export", ...args]);
  expect(stderr).toMatch(message);
  expect([status, stdout]).toEqual([1, ""]);
});
