import { type Compilable, CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../../../tests/support/peers/postgres-server.ts";
import { selectProgress } from "../clients/client-progress.ts";
import { selectSummariesAfter } from "../clients/clients.ts";
import { OWN_INTERVIEW } from "../engine/client-interview.ts";
import type { Engine } from "../engine/engine.ts";
import { selectFactsAfter } from "../mail/mail-plan.ts";
import { selectSummarizedAfter } from "../records/summaries.ts";
import { CLIENTS_PER_PAGE, type SearchedPart, selectPage } from "../search/search-pages.ts";
import { openPostgres } from "./postgres.ts";

const CLIENTS = 5_000;
const limit = CLIENTS_PER_PAGE;
const id = sql`'cl_' || lpad(n::text, 5, '0')`;
const part: SearchedPart = {
  scope: "all",
  selection: undefined,
  places: ["answers"],
  view: {
    readerId: "mg_1",
    today: "2026-11-29",
    dayStarts: new Map(),
    invitedBefore: 0,
    activeBefore: 0,
    reminders: 0,
    remindedSince: 0,
    asked: [],
  },
};

async function fill(engine: Engine): Promise<void> {
  const numbers = sql`generate_series(1, ${sql.lit(CLIENTS)}) as n`;
  await engine.write(async (db) => {
    await sql`insert into clients (client_id, name, folded_name, draft_key, created_at, state, active_hour)
      select ${id}, 'Bakery', 'bakery', '', 1, 'in-progress', 0 from ${numbers}`.execute(db);
    await sql`insert into data_keys (owner, master_key_id, wrapped, is_whole)
      select ${id}, 'mk_1', ${new Uint8Array(60)}, 1 from ${numbers}`.execute(db);
    await sql`insert into revisions (client_id, revision, body, saved_at)
      select ${id}, 1, ${new Uint8Array(2_000)}, 1 from ${numbers}`.execute(db);
    await sql`insert into records (client_id, revision, content_hash, interview_hash, completed, total, percent,
        complete_questions, saved_at)
      select ${id}, 1, 'hash', 'test', 2, 13, 15, '[]', 1 from ${numbers}`.execute(db);
    await sql`analyze`.execute(db);
  });
}

/** Queries for the page of clients after an id. */
const pages: { [name: string]: (engine: Engine, after: string) => Compilable } = {
  "a search": ({ reader: db, holds }, after) => selectPage({ db, holds }, part, after),
  "an export": ({ reader }, after) => selectSummariesAfter(reader, { scope: "all", after, limit }),
  "the plan of reminders": ({ reader }, after) => selectFactsAfter(reader, after, limit),
  "an interview's records": ({ reader }, after) =>
    selectSummarizedAfter(reader, { interviewId: OWN_INTERVIEW, after, limit }),
};
const places = [0, CLIENTS / 2, CLIENTS - 2 * CLIENTS_PER_PAGE];

describe("on PostgreSQL,", () => {
  let server: PostgresServer;
  let engine: Engine;
  beforeAll(async () => {
    server = await startPostgres();
    await server.run("create database plans");
    engine = await openPostgres([server.url("plans")]);
    await fill(engine);
  });
  afterAll(async () => {
    await engine.close();
    await server.remove();
  });

  test.each(Object.keys(pages).flatMap((name) => places.map((before) => [name, before] as const)))(
    "a page of %s after %i clients reads no more rows than it shows",
    async (name, before) => {
      const query = pages[name]?.(engine, `cl_${String(before).padStart(5, "0")}`).compile();
      const { rows } = await engine.reader.executeQuery<{ "QUERY PLAN": string }>(
        CompiledQuery.raw(`explain analyze ${query?.sql}`, [...(query?.parameters ?? [])]),
      );
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      const read = [...plan.matchAll(/actual time=\S+ rows=([\d.]+) loops=(\d+)/g)].map(
        ([, count, loops]) => Number(count) * Number(loops),
      );
      expect(read.length, plan).toBeGreaterThan(2);
      // a merge may look at one row beyond the page
      expect(Math.max(...read), plan).toBeLessThanOrEqual(limit + 1);
    },
  );

  test("as many groups of progress are expected as there are, so that several processes may count", async () => {
    await engine.write(async (db) => {
      // half of the clients, each at a different time
      const at = sql`case when right(client_id, 1) < '5' then right(client_id, 5)::int end`;
      await sql`update records set last_section = 'website', submitted_at = ${at}`.execute(db);
      await sql`analyze records`.execute(db);
    });
    const query = selectProgress(engine, engine.reader).compile();
    const { rows } = await engine.reader.executeQuery<{ "QUERY PLAN": string }>(
      CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
    );
    expect(rows[0]?.["QUERY PLAN"]).toMatch(/^HashAggregate .* rows=2 /);
  });
});
