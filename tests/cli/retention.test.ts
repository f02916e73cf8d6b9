import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import { addClient } from "../../server/access-keys/issue-key.ts";
import { createRetention, SURE_AFTER_MS } from "../../server/clients/retention.ts";
import type { Installation } from "../../server/open-installation.ts";
import { saveRecord } from "../../server/records/save-record.ts";
import { openSession } from "../../server/sessions/sessions.ts";
import { written } from "../support/data/written.ts";
import { commandLine } from "../support/service/command-line.ts";

const NOW = Date.now();
const daysAgo = (days: number) => NOW - days * DAY_MS;

let cli: ReturnType<typeof commandLine>;
let installation: Installation;
beforeEach(async () => {
  cli = commandLine();
  installation = await cli.open();
});
afterEach(async () => {
  await installation.storage.close();
  cli.remove();
});

const add = (name: string, days: number) => addClient({ ...installation, now: daysAgo(days) }, { name });

async function save(clientId: string, days: number): Promise<void> {
  const { storage, book } = installation;
  const saving = {
    clientId,
    now: daysAgo(days),
    requestId: "r",
    expectedRevision: undefined,
    idempotencyKey: undefined,
  };
  await saveRecord(storage, book.current(), { data: written("said long ago") }, saving);
}

/** A client who was added 100 days ago for each kind of activity that may have happened 10 days ago. */
async function addEveryKind(): Promise<void> {
  await add("never came", 100);
  const saved = await add("saved", 100);
  await save(saved.clientId, 10);
  const stopped = await add("stopped", 100);
  await save(stopped.clientId, 90);
  const key = await installation.storage.accessKeys.find((await add("signed in", 100)).keyId);
  if (key) await openSession(installation.storage, { key, now: daysAgo(10), requestId: "r" });
  const { clientId } = await add("got another key", 100);
  await installation.storage.accessKeys.add(
    { keyId: "AAAAA", clientId, secretHash: "x", pepperId: "p1", createdAt: daysAgo(10), expiresAt: NOW },
    [],
  );
  const spoke = await add("spoke", 100);
  await installation.storage.takes.receivePart({
    clientId: spoke.clientId,
    takeId: "t",
    part: 0,
    body: Buffer.from("x"),
    sha256: "x",
    beginsAsAudio: true,
    at: daysAgo(10),
  });
  await add("is new", 10);
}

const names = async () => (await installation.storage.clients.list()).map(({ name }) => name);
const STAY = ["got another key", "is new", "saved", "signed in", "spoke"];

/** A server's retention with its two clocks, which a test can move. */
function retentionOf(days: number | null) {
  const time = { now: NOW, elapsed: 0 };
  const retention = createRetention(installation, {
    days: async () => days,
    clock: () => time.now,
    elapsed: () => time.elapsed,
  });
  return {
    time,
    apply: retention.apply,
    /** Applies it twice, with the waiting time in between, after which the server is sure. */
    async applySurely() {
      await retention.apply();
      time.elapsed += SURE_AFTER_MS;
      return (await retention.apply()).erased;
    },
  };
}

describe("retention", () => {
  test("erases clients without a change for that long, and no others", async () => {
    await addEveryKind();
    const retention = retentionOf(50);
    expect(await retention.applySurely()).toBe(2);
    expect(await names()).toEqual(STAY);
    expect(await retention.apply()).toEqual({ erased: 0, waiting: 0 });
  });

  test("keeps all clients when it is off", async () => {
    await add("long ago", 10_000);
    expect(await retentionOf(null).applySurely()).toBe(0);
    expect(await names()).toEqual(["long ago"]);
  });

  test("starts when the days are over, not before", async () => {
    await add("just now", 30);
    const retention = retentionOf(30);
    expect(await retention.applySurely()).toBe(0);
    retention.time.now++;
    expect(await retention.applySurely()).toBe(1);
  });

  test("waits for 12 hours of the server's own uptime, however far ahead its clock jumps", async () => {
    await add("is new", 1);
    const retention = retentionOf(30);
    retention.time.now += 10_000 * DAY_MS;
    expect(await retention.apply()).toEqual({ erased: 0, waiting: 1 });
    retention.time.elapsed += SURE_AFTER_MS - 1;
    expect(await retention.apply()).toEqual({ erased: 0, waiting: 1 });
    retention.time.now = NOW;
    expect(await retention.apply()).toEqual({ erased: 0, waiting: 0 });
    retention.time.now += 10_000 * DAY_MS;
    retention.time.elapsed += SURE_AFTER_MS;
    expect(await retention.apply()).toEqual({ erased: 0, waiting: 1 });
    expect(await names()).toEqual(["is new"]);
  });

  test("says in the audit trail why it erased", async () => {
    const { clientId } = await add("long ago", 100);
    await retentionOf(50).applySurely();
    const [event] = await installation.storage.audit.list(clientId);
    expect(event).toEqual({ at: NOW, kind: "client.erased", actor: "nobody", clientId, detail: "retention" });
  });
});

describe("retention show", () => {
  const shown = async (args: string[] = [], env = {}) => {
    const { status, stdout, stderr } = await cli.firsthand(["retention", "show", ...args], env);
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  };

  test("lists the clients to be erased, oldest first, and erases none", async () => {
    await addEveryKind();
    const text = await shown([], { FIRSTHAND_RETENTION_DAYS: "50" });
    expect(text).toMatch(
      /^2 clients without a change for 50 days: the server erases them after 12 more hours without a change\.\n\nID +NAME +LAST CHANGE\n/,
    );
    expect(text).toMatch(/cl_\w{20} {2}never came {2}\S+Z\ncl_\w{20} {2}stopped {5}\S+Z\n$/);
    expect(await names()).toHaveLength(7);
  });

  test("tries another number of days", async () => {
    await add("long ago", 100);
    expect(await shown(["--days", "99"])).toMatch(
      /^1 client without a change for 99 days\. This command erases nothing\.\n/,
    );
    expect(await cli.facts("retention", "show", "--days", "101")).toEqual({
      retentionDays: 101,
      isInForce: false,
      waiting: null,
      clients: [],
    });
  });

  test("uses the time from the console, and says what waits there", async () => {
    await add("long ago", 100);
    const beginsAt = NOW + DAY_MS;
    await installation.storage.settings.change({
      names: ["retentionDays"],
      version: 0,
      at: NOW,
      by: "mg_1",
      compose: () => ({
        values: [{ name: "retentionDays", value: { days: 99, waiting: { days: 30, beginsAt } } }],
        events: [],
      }),
    });
    const text = await shown();
    expect(text).toMatch(/^1 client without a change for 99 days: the server erases/);
    expect(text).toContain(
      `\nFrom ${new Date(beginsAt).toISOString()}, the limit is 30 days, unless an administrator cancels that change`,
    );
    expect(await cli.facts("retention", "show")).toMatchObject({
      retentionDays: 99,
      isInForce: true,
      waiting: { retentionDays: 30, beginsAt: new Date(beginsAt).toISOString() },
    });
  });

  test("says that all clients stay", async () => {
    expect(await shown()).toBe("Retention is off: no client is erased for being inactive.\n");
  });

  test.each([
    ["retention", "show", "--days", "0"],
    ["retention", "show", "--days", "-1"],
    ["retention", "show", "--days", "a year"],
  ])("refuses %s %s %s %s", async (...args) => {
    const { status, stderr } = await cli.firsthand(args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/Expected a whole number of days/)]);
  });

  test("and every command refuse a setting that is not a number of days", async () => {
    const { status, stderr } = await cli.firsthand(["client", "list"], {
      FIRSTHAND_RETENTION_DAYS: "1 year",
    });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^FIRSTHAND_RETENTION_DAYS: expected a whole number from 0/),
    ]);
  });
});
