import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ClientSelection } from "#contract/manage/clients.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db } from "../engine/schema.ts";
import type { Scope } from "./scope.ts";

/** Beyond this number, looking up each candidate is slower than reading every client in an index of names. */
const CANDIDATES_MAX = 5_000;
const INDEXED_LETTERS = 3;
/** Few clients match this many trigrams without matching the rest. */
const TRIGRAMS_MAX = 24;

type Searched = Pick<ClientSelection, "search" | "tag"> & { scope: Scope };
/** A superset of the clients that a selection finds; undefined if every client is a candidate. */
export type Candidates = string[] | undefined;

/**
 * Uses the trigram index of migration 55 for a search, or the index of tags. A single manager's clients are few, so
 * each of them is read.
 */
export async function findCandidates(
  engine: Pick<Engine, "trigrams">,
  db: Db,
  { scope, search, tag }: Searched,
): Promise<Candidates> {
  if (scope !== "all") return undefined;
  const found = (await idsBySearch(engine, db, search)) ?? (tag && (await idsByTag(db, tag)));
  return found && found.length <= CANDIDATES_MAX ? found : undefined;
}

export function isCandidate({ trigrams }: Pick<Engine, "trigrams">, candidates: Candidates) {
  if (!candidates) return sql<SqlBool>`1 = 1`;
  return trigrams === "fts5"
    ? sql<SqlBool>`clients.client_id in (select value from json_each(${JSON.stringify(candidates)}))`
    : sql<SqlBool>`clients.client_id = any(${candidates})`;
}

async function idsBySearch(
  { trigrams }: Pick<Engine, "trigrams">,
  db: Db,
  search: string,
): Promise<Candidates> {
  const text = foldedName(search);
  // PostgreSQL cannot store this character
  if (text.includes("\0")) return undefined;
  const searched = trigramsOf(text);
  if (searched.length === 0) return undefined;
  return trigrams === "fts5" ? idsByFts5(db, searched) : idsByPgTrgm(db, text);
}

async function idsByTag(db: Db, tag: string): Promise<string[]> {
  const tagged = db.selectFrom("client_tags").select("client_id").where("tag_id", "=", tag);
  return (await tagged.limit(CANDIDATES_MAX + 1).execute()).map((row) => row.client_id);
}

function trigramsOf(text: string): string[] {
  const letters = Array.from(text);
  const starts = letters.slice(0, Math.max(0, letters.length - INDEXED_LETTERS + 1));
  const all = starts.map((_, start) => letters.slice(start, start + INDEXED_LETTERS).join(""));
  return [...new Set(all)].slice(0, TRIGRAMS_MAX);
}

function idsByFts5(db: Db, trigrams: string[]): Promise<string[]> {
  const match = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" AND ");
  return idsOf(
    db,
    sql<CandidateRow>`select ids.client_id from
      (select rowid as search_id from client_search where client_search match ${match} limit ${CANDIDATES_MAX + 1}) as found
      cross join client_search_ids as ids on ids.search_id = found.search_id`,
  );
}

/** Undefined if the database could not create the index. */
async function idsByPgTrgm(db: Db, text: string): Promise<Candidates> {
  const index = await sql<{ name: string | null }>`select to_regclass('clients_by_text') as name`.execute(db);
  if (index.rows[0]?.name == null) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  // the same expression as in the index
  return idsOf(
    db,
    sql<CandidateRow>`select client_id from clients
      where folded_name || chr(10) || coalesce(email, '') || chr(10) || lower(coalesce(contact, '')) like ${pattern}
      limit ${CANDIDATES_MAX + 1}`,
  );
}

type CandidateRow = { client_id: string };

async function idsOf(db: Db, query: RawBuilder<CandidateRow>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => row.client_id);
}
