import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, isoOf } from "#contract/instants.ts";
import type { AuditPage } from "#contract/manage/audit.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { addClient } from "../../../server/access-keys/issue-key.ts";
import { createRetention, SURE_AFTER_MS } from "../../../server/clients/retention.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { openSettings } from "../../../server/settings/live-settings.ts";
import { dropOvertakenRetention, newestRetentionDays } from "../../../server/settings/retention-setting.ts";
import { openPostgres } from "../../../server/storage/postgres/postgres.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { type PostgresServer, startPostgres } from "../../support/peers/postgres-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { emptyPostgres } from "../../support/service/opened-database.ts";
import { type Service, startService } from "../../support/service/service.ts";

const WEEK_MS = 7 * DAY_MS;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.run("create database firsthand");
});
afterAll(() => postgres.remove());

const engines = {
  SQLite: async () => ({}),
  async PostgreSQL() {
    const url = postgres.url("firsthand");
    const env = { DATABASE_URL: url, FIRSTHAND_SECRETS: `${postgres.folder}/secrets.json` };
    const first = await startService({ env });
    await first.close();
    const engine = await openPostgres([url]);
    await emptyPostgres(engine);
    await engine.close();
    return env;
  },
};

describe.each(Object.entries(engines))("on %s,", (_engine, envOf) => {
  let service: Service;
  let admin: ConsoleCaller;
  let begin: number;
  beforeEach(async () => {
    service = await startService({ env: await envOf() });
    begin = service.time.now;
    admin = await consoleCaller(service, "administrator");
  });
  afterEach(() => service.close());

  /** Signs in again, because sessions end sooner than a week. */
  async function moveTo(instant: number) {
    service.time.now = instant;
    admin = await consoleCaller(service, "administrator");
  }
  const read = () => admin.read<ShownSettings>("/settings");
  const shown = async () => (await read()).settings.retentionDays.value;
  async function ask(retentionDays: unknown) {
    const { version } = await read();
    return admin.call("PATCH", "/settings", { version, settings: { retentionDays } });
  }
  async function set(retentionDays: number | null) {
    expect((await ask(retentionDays)).status).toBe(200);
    return await shown();
  }
  /** A client with no activity for this number of days. */
  const add = (name: string, days: number) =>
    addClient({ ...service, now: service.time.now - days * DAY_MS }, { name });
  const names = async () => (await service.storage.clients.list()).map(({ name }) => name);
  const nothingElse = (days: number | null) => ({ days, waiting: null });

  /** The number of clients that a server erases now, once it is sure; it may have another server's settings. */
  async function applySurely(settings: Service["settings"] = service.settings) {
    let elapsed = 0;
    const clock = () => service.time.now;
    const days = () => newestRetentionDays(settings, clock);
    const retention = createRetention(service, { days, clock, elapsed: () => elapsed });
    await retention.apply();
    elapsed += SURE_AFTER_MS;
    return (await retention.apply()).erased;
  }

  test("a shorter time waits seven days, names the affected clients, and erases none before", async () => {
    await add("Long ago", 200);
    await add("A while ago", 94);
    await add("Last month", 30);
    expect(await shown()).toEqual(nothingElse(null));
    const { waiting } = await set(100);
    expect(waiting).toMatchObject({
      days: 100,
      beginsAt: isoOf(begin + WEEK_MS),
      // 94 days of inactivity will be more than 100 by then
      clients: [{ name: "A while ago" }, { name: "Long ago" }],
      clientCount: 2,
    });
    const privacy = async () => (await service.call("GET", "/privacy")).text();
    expect(await privacy()).not.toContain("100 days");

    await moveTo(begin + WEEK_MS - 1);
    expect(await applySurely()).toBe(0);
    expect((await shown()).waiting).toMatchObject({ days: 100 });
    await moveTo(begin + WEEK_MS);
    expect(await shown()).toEqual(nothingElse(100));
    expect(await privacy()).toContain("100 days");
    service.time.now++;
    expect(await applySurely()).toBe(2);
    expect(await names()).toEqual(["Last month"]);
  });

  test("of many clients, the first ten are listed by name", async () => {
    for (let each = 12; each > 0; each--) await add(`Client ${String(each).padStart(2, "0")}`, 400);
    const { waiting } = await set(365);
    const firstTen = Array.from({ length: 10 }, (_, at) => `Client ${String(at + 1).padStart(2, "0")}`);
    expect(waiting?.clients.map(({ name }) => name)).toEqual(firstTen);
    expect(waiting?.clientCount).toBe(12);
  });

  test("a longer time, or none, applies at once, and cancels what waits", async () => {
    await add("Long ago", 200);
    await set(300);
    await moveTo(begin + WEEK_MS);
    await set(100);
    expect(await set(400)).toEqual(nothingElse(400));
    await moveTo(begin + 3 * WEEK_MS);
    expect(await applySurely()).toBe(0);
    await set(100);
    expect(await set(null)).toEqual(nothingElse(null));
    await moveTo(begin + 6 * WEEK_MS);
    expect([await applySurely(), await names()]).toEqual([0, ["Long ago"]]);
  });

  test("setting the current time again cancels what waits, until the last moment", async () => {
    await add("Long ago", 200);
    await set(300);
    await moveTo(begin + WEEK_MS);
    await set(100);
    await moveTo(begin + 2 * WEEK_MS - 1);
    expect(await set(300)).toEqual(nothingElse(300));
    await moveTo(begin + 4 * WEEK_MS);
    expect([await applySurely(), await shown()]).toEqual([0, nothingElse(300)]);
  });

  test("of two shorter times, the second replaces the first and waits its own seven days", async () => {
    await add("Long ago", 200);
    await set(100);
    await moveTo(begin + 3 * DAY_MS);
    expect((await set(50)).waiting).toMatchObject({ days: 50, beginsAt: isoOf(begin + 10 * DAY_MS) });
    await moveTo(begin + 8 * DAY_MS);
    expect([await applySurely(), (await shown()).days]).toEqual([0, null]);
    // setting the same time again keeps its date, and another time starts over
    expect((await set(50)).waiting?.beginsAt).toBe(isoOf(begin + 10 * DAY_MS));
    expect((await set(80)).waiting).toMatchObject({ days: 80, beginsAt: isoOf(begin + 15 * DAY_MS) });
    await moveTo(begin + 14 * DAY_MS);
    expect(await applySurely()).toBe(0);
    await moveTo(begin + 15 * DAY_MS);
    expect([await applySurely(), await shown()]).toEqual([1, nothingElse(80)]);
  });

  test("a shorter time keeps waiting through a restart", async () => {
    await add("Long ago", 200);
    await set(100);
    const { storage, config, app } = service;
    const restarted = await openSettings({ storage, config, logger: app.log });
    await moveTo(begin + WEEK_MS - 1);
    expect(await applySurely(restarted)).toBe(0);
    await moveTo(begin + WEEK_MS);
    expect(await applySurely(restarted)).toBe(1);
    restarted.stop();
  });

  test("canceled at one server, it erases no client at another that has not noticed yet", async () => {
    await add("Long ago", 200);
    const { storage, config, app } = service;
    await set(100);
    const other = await openSettings({ storage, config, logger: app.log, pollMs: 1_000_000 });
    await moveTo(begin + WEEK_MS - 1);
    await set(null);
    await moveTo(begin + 2 * WEEK_MS);
    expect(await applySurely(other)).toBe(0);
    other.stop();
  });

  test("a longer time stops a running round", async () => {
    for (const name of ["One", "Two", "Three"]) await add(name, 200);
    await set(100);
    await moveTo(begin + 2 * WEEK_MS);
    let asked = 0;
    let elapsed = 0;
    const retention = createRetention(service, {
      // two looks and the first client see 100 days, and then somebody changes the time
      days: async () => (++asked > 3 ? 300 : 100),
      clock: () => service.time.now,
      elapsed: () => elapsed,
    });
    await retention.apply();
    elapsed += SURE_AFTER_MS;
    expect(await retention.apply()).toEqual({ erased: 1, waiting: 2 });
  });

  test("where the environment sets the time meanwhile, what waits is dropped permanently", async () => {
    await add("Long ago", 200);
    await set(300);
    await moveTo(begin + WEEK_MS);
    await set(100);
    const { storage, config, app } = service;
    const given = readConfig({ FIRSTHAND_DATA: service.folder, FIRSTHAND_RETENTION_DAYS: "0" });
    await moveTo(begin + WEEK_MS + DAY_MS);
    await dropOvertakenRetention(storage, given, service.time.now);
    const locked = await openSettings({ storage, config: given, logger: app.log });
    expect([locked.get("retentionDays"), locked.now().sourceOf("retentionDays")]).toEqual([
      nothingElse(null),
      { source: "environment", variable: "FIRSTHAND_RETENTION_DAYS" },
    ]);
    await moveTo(begin + 3 * WEEK_MS);
    expect(await applySurely(locked)).toBe(0);
    // the environment variable is removed again
    const open = await openSettings({ storage, config, logger: app.log });
    expect([open.get("retentionDays"), await applySurely(open)]).toEqual([nothingElse(300), 0]);
    const [line] = (await admin.read<AuditPage>("/audit?group=settings")).lines;
    expect([line?.actor, JSON.parse(line?.detail ?? "")]).toEqual([
      "operator",
      {
        name: "retentionDays",
        before: { days: 300, nextDays: 100, nextFrom: isoOf(begin + 2 * WEEK_MS) },
        after: { days: 300 },
      },
    ]);
    locked.stop();
    open.stop();
  });

  test("waiting and canceled changes are in the audit trail, and can be restored from it with new seven days", async () => {
    await set(100);
    await moveTo(begin + DAY_MS);
    await set(null);
    const { lines } = await admin.read<AuditPage>("/audit?group=settings");
    const waits = { days: null, nextDays: 100, nextFrom: isoOf(begin + WEEK_MS) };
    expect(lines.map(({ kind, detail }) => [kind, JSON.parse(detail ?? "")])).toEqual([
      ["settings.changed", { name: "retentionDays", before: waits, after: null }],
      ["settings.changed", { name: "retentionDays", before: null, after: waits }],
    ]);
    const { version } = await read();
    const restored = { version, eventId: lines[0]?.eventId };
    await admin.send("POST", "/settings/restore", restored);
    expect((await shown()).waiting).toMatchObject({ days: 100, beginsAt: isoOf(begin + 8 * DAY_MS) });
    const first = { version: (await read()).version, eventId: lines[1]?.eventId };
    await admin.send("POST", "/settings/restore", first);
    expect(await shown()).toEqual(nothingElse(null));
  });

  test.each<[string, unknown]>([
    ["0", 0],
    ["a negative number", -1],
    ["more than a hundred years", 36_501],
    ["a huge number", 1e300],
    ["half a day", 1.5],
    ["a text", "100"],
    ["an object", { days: 100, waiting: null }],
    ["a switch", true],
  ])("%s is refused, and nothing changes", async (_what, days) => {
    const before = await read();
    await expectFailure(await ask(days), "VALIDATION_ERROR");
    expect(await read()).toEqual(before);
  });
});

test("a time that the environment sets is shown with its variable, and cannot be changed here", async () => {
  const service = await startService({ env: { FIRSTHAND_RETENTION_DAYS: "400" } });
  const admin = await consoleCaller(service, "administrator");
  const { settings, version } = await admin.read<ShownSettings>("/settings");
  expect(settings.retentionDays).toMatchObject({
    value: { days: 400, waiting: null },
    source: "environment",
    variable: "FIRSTHAND_RETENTION_DAYS",
  });
  for (const retentionDays of [30, 500, null])
    await expectFailure(
      await admin.call("PATCH", "/settings", { version, settings: { retentionDays } }),
      "SETTING_LOCKED",
    );
  await service.close();
});

test("managers can neither see nor change it", async () => {
  const service = await startService();
  const manager = await consoleCaller(service);
  const body = { version: 0, settings: { retentionDays: 1 } };
  await expectFailure(await manager.call("PATCH", "/settings", body), "FORBIDDEN");
  await expectFailure(await manager.call("GET", "/settings"), "FORBIDDEN");
  await service.close();
});
