import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindsOf } from "#contract/manage/audit-kinds.ts";
import { startPostgres } from "../../../tests/support/peers/postgres-server.ts";
import type { Engine } from "../engine/engine.ts";
import { openPostgres } from "../postgres/postgres.ts";
import { openSqlite } from "../sqlite/sqlite.ts";
import { type EventPage, newestEvents } from "./event-pages.ts";

const EVENTS = 50_000;
const PAGE = 101;
const HOUR_MS = 3_600_000;

type Opened = { engine: Engine; close: () => Promise<void> };

async function onSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-audit-plans-"));
  const engine = await openSqlite(join(folder, "firsthand.db"));
  const close = async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { engine, close };
}

async function onPostgres(): Promise<Opened> {
  const server = await startPostgres();
  await server.run("create database plans");
  const engine = await openPostgres([server.url("plans")]);
  const close = async () => {
    await engine.close();
    await server.remove();
  };
  return { engine, close };
}

/** Half of the events are automatic mail, most others are refused keys, and a few old ones are of all other kinds. */
function fill(engine: Engine, numbers: string) {
  return engine.write(async (db) => {
    await sql`insert into events (event_id, at, kind, actor, client_id, seq, hash)
      select 'ev_' || n, n * 1000, case when n % 2 = 0 then 'mail.sent' when n < 500 then 'webhook.added' else 'key.refused' end,
        case when n % 1000 = 1 then 'mg_1' else 'nobody' end, 'cl_' || (n / 20), n, 'h' from ${sql.raw(numbers)}`.execute(
      db,
    );
    await sql`analyze`.execute(db);
  });
}

async function planOf(engine: Engine, explain: string, page: EventPage): Promise<string> {
  const { sql: text, parameters } = newestEvents(engine.reader, page).compile();
  const { rows } = await engine.reader.executeQuery<{ detail?: string; "QUERY PLAN"?: string }>(
    CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
  );
  return rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n");
}

const filters: [string, Partial<EventPage>][] = [
  ["everything", {}],
  ["everything but automatic mail", { hidesAutomaticMail: true }],
  ["an account", { actor: "mg_1" }],
  ["an account, in a group", { actor: "nobody", kinds: kindsOf("webhooks"), hidesAutomaticMail: true }],
  ["a group", { kinds: kindsOf("webhooks") }],
  ["mail", { kinds: kindsOf("mail"), hidesAutomaticMail: true }],
  ["days long ago", { since: HOUR_MS, until: 2 * HOUR_MS }],
  ["a later page", { after: { at: 25_000_000, seq: 25_000 }, hidesAutomaticMail: true }],
  ["a client", { clientId: "cl_77" }],
  ["a client's group", { clientId: "cl_77", kinds: kindsOf("keys"), hidesAutomaticMail: true }],
];

describe("on SQLite,", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await onSqlite();
    const numbers = `(with recursive c(n) as (select 1 union all select n + 1 from c where n < ${EVENTS}) select n from c)`;
    await fill(opened.engine, numbers);
  });
  afterAll(() => opened.close());

  test.each(filters)("a page of %s reads no more of the trail than it shows", async (_, filter) => {
    const plan = await planOf(opened.engine, "explain query plan", { limit: PAGE, ...filter });
    expect(plan).not.toMatch(/SCAN events/);
    expect(plan).not.toMatch(/AUTOMATIC/);
  });
});

describe("on PostgreSQL,", () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await onPostgres();
    await fill(opened.engine, `generate_series(1, ${EVENTS}) as n`);
  });
  afterAll(() => opened.close());

  test.each(filters)("a page of %s reads no more of the trail than it shows", async (_, filter) => {
    const plan = await planOf(opened.engine, "explain analyze", { limit: PAGE, ...filter });
    expect(plan).not.toMatch(/Seq Scan on events/);
    const filtered = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
    expect(Math.max(0, ...filtered)).toBeLessThan(PAGE);
  });
});
