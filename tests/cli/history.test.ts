import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SaveRequest } from "#contract/api/calls.ts";
import { MINUTE_MS } from "#contract/instants.ts";
import { saveRecord } from "../../server/records/save-record.ts";
import { written } from "../support/data/written.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
afterAll(() => cli.remove());
const NOW = Date.parse("2026-03-01T12:00:00Z");
type Save = { data: SaveRequest["data"]; submit?: true };

/** A client with these saves, one minute apart. */
async function clientWith(...saves: Save[]) {
  const client = await cli.addClient("Rosa # Bakery");
  const { storage, book } = await cli.open();
  for (const [place, { data, submit }] of saves.entries()) {
    await saveRecord(
      storage,
      book.current(),
      { data, ...(submit && { submit }) },
      {
        clientId: client.clientId,
        now: NOW + place * MINUTE_MS,
        requestId: "r",
        expectedRevision: undefined,
        idempotencyKey: undefined,
      },
    );
  }
  await storage.close();
  return client;
}

const one: Save = { data: written("one", { id: "a" }) };
const two: Save = {
  data: { ...written("two", { id: "a" }), "website-form": { url: "example.com" } },
  submit: true,
};
const three: Save = { data: written("three", { id: "a" }) };

async function said(...args: string[]) {
  const { status, stdout, stderr } = await cli.firsthand(args);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

/** What the installation stores about a client, read without a command. */
async function stored(clientId: string) {
  const { storage } = await cli.open();
  const found = {
    record: await storage.records.load(clientId),
    summary: await storage.records.findSummary(clientId),
    revisions: await storage.records.listRevisions(clientId),
    submissions: await storage.records.listSubmissions(clientId),
    restorations: (await storage.audit.list(clientId)).filter(({ kind }) => kind === "record.restored"),
  };
  await storage.close();
  return found;
}

describe("record history", () => {
  let rosa: AddedClient;
  beforeAll(async () => {
    rosa = await clientWith(one, two, three);
  });

  test("lists every stored revision, newest first, with its progress", async () => {
    expect(await cli.facts("record", "history", rosa.clientId)).toEqual({
      clientId: rosa.clientId,
      clientName: "Rosa # Bakery",
      revisions: [
        {
          revision: 3,
          savedAt: "2026-03-01T12:02:00.000Z",
          completed: 1,
          total: 13,
          percent: 8,
          isRecord: true,
          submittedAt: null,
        },
        {
          revision: 2,
          savedAt: "2026-03-01T12:01:00.000Z",
          completed: 2,
          total: 13,
          percent: 15,
          isRecord: false,
          submittedAt: "2026-03-01T12:01:00.000Z",
        },
        {
          revision: 1,
          savedAt: "2026-03-01T12:00:00.000Z",
          completed: 1,
          total: 13,
          percent: 8,
          isRecord: false,
          submittedAt: null,
        },
      ],
    });
    expect(await said("record", "history", rosa.clientId)).toBe(
      [
        "REVISION  SAVED                     DONE  QUESTIONS  STATE",
        "3         2026-03-01T12:02:00.000Z  8%    1 of 13    the record now",
        "2         2026-03-01T12:01:00.000Z  15%   2 of 13    submitted 2026-03-01T12:01:00.000Z",
        "1         2026-03-01T12:00:00.000Z  8%    1 of 13",
        "",
      ].join("\n"),
    );
  });

  test("of a client without a saved record says so", async () => {
    const { clientId } = await clientWith();
    expect(await said("record", "history", clientId)).toBe(
      `Rosa # Bakery (${clientId}) hasn't saved anything yet.\n`,
    );
    expect(await cli.facts("record", "history", clientId)).toMatchObject({ revisions: [] });
  });
});

describe("record export --revision", () => {
  let rosa: AddedClient;
  beforeAll(async () => {
    rosa = await clientWith(one, two, three);
  });
  const exported = (...more: string[]) => said("record", "export", rosa.clientId, ...more);

  test("prints an earlier revision in full, with the times of its save and submission", async () => {
    expect(JSON.parse(await exported("--revision", "2"))).toMatchObject({
      clientId: rosa.clientId,
      revision: 2,
      savedAt: "2026-03-01T12:01:00.000Z",
      submittedAt: "2026-03-01T12:01:00.000Z",
      record: two.data,
    });
    expect(JSON.parse(await exported("--revision", "1", "--json"))).toMatchObject({
      revision: 1,
      submittedAt: null,
      record: one.data,
    });
    expect(await exported("--revision", "1", "--format", "csv")).toContain(",one,text,");
  });

  test("as Markdown says that the record has changed since", async () => {
    const markdown = await exported("--revision", "1", "--format", "md");
    expect(markdown).toMatch(
      /^# Rosa # Bakery\n\nVersion 1, saved March 1, 2026 at 12:00 PM UTC\. The answers have changed since then\.\n\nThis version wasn’t submitted\n/,
    );
    expect(markdown).toContain("- one");
  });

  test("with the newest revision prints the same as without the option", async () => {
    for (const format of ["json", "csv", "md"]) {
      expect(await exported("--revision", "3", "--format", format)).toBe(await exported("--format", format));
    }
  });
});

describe("record restore", () => {
  test("makes an earlier revision the record again, as a new revision, and keeps the history", async () => {
    const { clientId } = await clientWith(one, two, three);
    const before = await stored(clientId);
    expect(await said("record", "restore", clientId, "1")).toBe(
      `Restored: revision 1 of Rosa # Bakery (${clientId}) is current again, as revision 4.\nRevision 3 stays in the history.\n`,
    );
    const after = await stored(clientId);
    expect(after.record).toMatchObject({ revision: 4, record: one.data });
    expect(after.summary).toMatchObject({
      revision: 4,
      completed: 1,
      percent: 8,
      lastSection: "leads-booking",
    });
    expect(after.revisions.slice(1)).toEqual(before.revisions);
    expect(await cli.facts("record", "restore", clientId, "2")).toEqual({
      clientId,
      clientName: "Rosa # Bakery",
      restored: 2,
      revision: 5,
      changed: true,
    });
    expect((await stored(clientId)).summary).toMatchObject({ completed: 2, percent: 15 });
  });

  test("leaves the times of the last submission, and its copy, unchanged", async () => {
    const { clientId } = await clientWith(one, two, three);
    const before = await stored(clientId);
    await said("record", "restore", clientId, "1");
    const after = await stored(clientId);
    expect(after.summary?.submittedAt).toBe(NOW + MINUTE_MS);
    expect(after.submissions).toEqual(before.submissions);
  });

  test("leaves one line in the audit trail", async () => {
    const { clientId } = await clientWith(one, two);
    await said("record", "restore", clientId, "1");
    expect((await stored(clientId)).restorations).toEqual([
      { at: expect.any(Number), kind: "record.restored", actor: "operator", clientId, detail: "revision 1" },
    ]);
  });

  test("of the current content changes nothing, and says so", async () => {
    const { clientId } = await clientWith(one, two, one);
    const before = await stored(clientId);
    expect(await said("record", "restore", clientId, "3")).toBe(
      `Nothing changed: revision 3 is already the current record of Rosa # Bakery (${clientId}).\n`,
    );
    expect(await said("record", "restore", clientId, "1")).toBe(
      `Nothing changed: the record of Rosa # Bakery (${clientId}), revision 3, has the same content as revision 1.\n`,
    );
    expect(await cli.facts("record", "restore", clientId, "1")).toMatchObject({
      revision: 3,
      changed: false,
    });
    expect(await stored(clientId)).toEqual(before);
  });

  test("restores entries unknown to today's interview, and keeps no newer one", async () => {
    const { clientId } = await clientWith(one);
    const { storage } = await cli.open();
    const odd = (name: string) => ({
      [name]: { responses: [{ content: name }] },
      "other-form": { z: 1, a: "2" },
    });
    for (const name of ["retired-early", "retired-late"]) {
      await storage.records.save({
        clientId,
        at: NOW,
        expectedRevision: undefined,
        isAnswered: () => false,
        answerIds: () => [],
        interviewHash: "h",
        interview: { interviewId: "iv_none", version: null },
        needsPrevious: false,
        compose: () => ({
          record: odd(name) as never,
          interviewHash: "h",
          interviewVersion: null,
          completed: 0,
          total: 0,
          percent: 0,
          completeQuestions: [],
          notAsked: [],
          missing: [],
          lastSection: null,
        }),
      });
    }
    await storage.close();
    await said("record", "restore", clientId, "2");
    const { record, summary } = await stored(clientId);
    // exactly the same: no field is added or moved
    expect(JSON.stringify(record?.record)).toBe(JSON.stringify(odd("retired-early")));
    expect(summary).toMatchObject({ revision: 4, completed: 0, total: 13, lastSection: null });
  });

  test("works while the server runs, which shows it at once, and the client sees a notice at the next save", async () => {
    const { accessKey, clientId } = await clientWith(one, two);
    const server = await cli.serve();
    const exchange = await fetch(`${server.url}/v1/auth/exchange`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: accessKey }),
    });
    const { data } = (await exchange.json()) as { data: { accessToken: string } };
    const headers = { authorization: `Bearer ${data.accessToken}`, "content-type": "application/json" };
    await said("record", "restore", clientId, "1");
    const loaded = await fetch(`${server.url}/v1/onboarding`, { headers });
    expect(loaded.headers.get("etag")).toBe('"3"');
    expect(await loaded.json()).toMatchObject({ data: one.data });
    const saved = await fetch(`${server.url}/v1/onboarding`, {
      method: "PUT",
      headers: { ...headers, "if-match": '"2"' },
      body: JSON.stringify({ data: three.data }),
    });
    expect(saved.status).toBe(412);
    await server.stop();
  });
});

describe("an unavailable revision is named, and changes nothing:", () => {
  let rosa: AddedClient;
  let before: Awaited<ReturnType<typeof stored>>;
  beforeAll(async () => {
    rosa = await clientWith(one, two, three);
    const { storage } = await cli.open();
    await storage.records.dropHistory(NOW + 1, 1_000);
    await storage.close();
    before = await stored(rosa.clientId);
  });

  const wrongNumbers = ["abc", "-1", "1.5", "1e3", "0", "01", " 1", "", "\u0661", "9".repeat(30)];
  /** How both commands fail for a revision. */
  const refused = (clientId: string, revision: string) =>
    Promise.all([
      cli.firsthand(["record", "restore", clientId, revision]),
      cli.firsthand(["record", "export", clientId, `--revision=${revision}`]),
    ]);

  test.each(wrongNumbers)("%j is not the number of a revision", async (revision) => {
    for (const { status, stdout, stderr } of await refused(rosa.clientId, revision)) {
      expect(stderr).toMatch(/Expected a revision number such as 12, from "record history"/);
      expect([status, stdout]).toEqual([2, ""]);
    }
    expect(await stored(rosa.clientId)).toEqual(before);
  });

  test.each<[string, (clientId: string) => string]>([
    ["1", (id) => `Revision 1 of ${id} is no longer stored: older history is thinned out.`],
    ["4", (id) => `There is no revision 4 of ${id}: the newest is 3.`],
    ["999999999999999", (id) => `There is no revision 999999999999999 of ${id}: the newest is 3.`],
  ])("revision %s", async (revision, reason) => {
    const { clientId } = rosa;
    for (const { status, stdout, stderr } of await refused(clientId, revision)) {
      expect(stderr).toBe(
        `${reason(clientId)} "firsthand record history ${clientId}" lists the stored revisions.\n`,
      );
      expect([status, stdout]).toEqual([1, ""]);
    }
    expect(await stored(clientId)).toEqual(before);
  });

  test("any revision of a client who has saved nothing", async () => {
    const { clientId } = await clientWith();
    for (const { status, stderr } of await refused(clientId, "1"))
      expect([status, stderr]).toEqual([
        1,
        `There is no revision 1: ${clientId} hasn't saved anything yet.\n`,
      ]);
  });

  test("a revision of another client", async () => {
    const { clientId } = await clientWith(one);
    const { status, stderr } = await cli.firsthand(["record", "restore", clientId, "2"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("the newest is 1")]);
  });
});
