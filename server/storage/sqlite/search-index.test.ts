import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findCandidates } from "../clients/candidates.ts";
import { clientListQueries } from "../clients/client-list.ts";
import { NO_VIEW } from "../clients/managed-clients.ts";
import type { Engine } from "../engine/engine.ts";
import { openSqlite } from "./sqlite.ts";

let folder: string;
let engine: Engine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-search-index-"));
  engine = await openSqlite(join(folder, "firsthand.db"));
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Adds `count` clients with similar names; the last one has another contact. */
function addClients(count: number) {
  return engine.write((db) =>
    sql`with recursive places(place) as (select 1 union all select place + 1 from places where place < ${count})
      insert into clients (client_id, name, folded_name, contact, draft_key, created_at, interview_id)
      select 'cl_' || place, 'Rosa ' || place, 'rosa ' || place,
        case when place = ${count} then 'Miguel' end, x'00', 0, 'standard' from places`.execute(db),
  );
}

const candidates = (search: string, scope: "all" | { managerId: string } = "all") =>
  engine.read((db) => findCandidates(engine, db, { scope, search }));

function count(search: string) {
  const query = { scope: "all", search, filter: "all", order: "name", direction: "up" } as const;
  return clientListQueries(engine).countStates({ ...query, view: NO_VIEW });
}

test("a search with too many matches in the index reads all clients instead", async () => {
  await addClients(5_001);
  expect(await candidates("rosa")).toBeUndefined();
  expect((await count("rosa")).all).toBe(5_001);
  expect(await candidates("MIGUEL")).toEqual(["cl_5001"]);
  expect(await candidates("miguela")).toEqual([]);
  await engine.write((db) => sql`delete from clients where client_id = 'cl_1'`.execute(db));
  expect(await candidates("rosa")).toHaveLength(5_000);
  expect((await count("rosa")).all).toBe(5_000);
});

test("a tag of too many clients is not looked up, unless a search finds few of them", async () => {
  await addClients(5_001);
  const tagged = (search = "") =>
    engine.read((db) => findCandidates(engine, db, { scope: "all", search, tag: "tg_1" }));
  expect(await tagged()).toEqual([]);
  await engine.write(async (db) => {
    await sql`insert into tags (tag_id, name, folded_name, created_at) values ('tg_1', 'SEO', 'seo', 0)`.execute(
      db,
    );
    await sql`insert into client_tags (client_id, tag_id) select client_id, 'tg_1' from clients limit 5000`.execute(
      db,
    );
  });
  expect(await tagged()).toHaveLength(5_000);
  expect(await tagged("miguel")).toEqual(["cl_5001"]);
  await engine.write((db) =>
    sql`insert or ignore into client_tags (client_id, tag_id) select client_id, 'tg_1' from clients`.execute(
      db,
    ),
  );
  expect(await tagged()).toBeUndefined();
});

test.each([
  ["two letters", "ro"],
  ["spaces", "     "],
  ["the character that no text has", "rosa\u0000"],
])("%s are not looked up in the index", async (_, search) => {
  await addClients(1);
  expect(await candidates(search)).toBeUndefined();
});

test("a manager's own clients are few, and not looked up in the index", async () => {
  expect(await candidates("rosa", { managerId: "mg_1" })).toBeUndefined();
});

test.each([
  ["two hundred letters", "rosa ".repeat(40)],
  ["quotation marks and words of the index's own language", '"ros" OR NOT (NEAR *'],
  ["half of a character", "\ud83c\udf31\ud83c\udf31\ud83c"],
])("%s find no client and cause no error", async (_, search) => {
  await addClients(2);
  expect(await candidates(search)).toEqual([]);
});

test("the letters of a deleted or renamed client disappear from the files", async () => {
  const name = "zqxjzqxkzqxv";
  const files = () => readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  const hasLetters = () => files().some((bytes) => bytes.includes("zqx") || bytes.includes("qxj"));
  await addClients(3);
  const rename = (folded: string) =>
    engine.write((db) =>
      sql`update clients set folded_name = ${folded} where client_id = 'cl_2'`.execute(db),
    );
  await rename(name);
  expect(await candidates(name)).toEqual(["cl_2"]);
  expect(hasLetters()).toBe(true);
  await rename("rosa 2");
  await engine.eraseFreedPages();
  expect(hasLetters()).toBe(false);
  await rename(name);
  await engine.write((db) => sql`delete from clients where client_id = 'cl_2'`.execute(db));
  await engine.eraseFreedPages();
  expect(hasLetters()).toBe(false);
});
