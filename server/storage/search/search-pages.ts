import { sql } from "kysely";
import type { ClientSelection, ClientState } from "#contract/manage/clients.ts";
import type { SearchPlace } from "#contract/manage/search.ts";
import { daysOf, isSelected, type ListView } from "../clients/client-conditions.ts";
import { isWithin, type Scope } from "../clients/scope.ts";
import type { ReaderConnection } from "../engine/engine.ts";
import type { WrappedKey } from "../sealing/data-keys.ts";

/** The clients to search, and the kinds of text. */
export type SearchedPart = {
  scope: Scope;
  selection: ClientSelection | undefined;
  view: SerializedView;
  places: readonly SearchPlace[];
};

/**
 * A view that can be sent to a thread, without functions. `dayStarts`: the starts of the days that the selection names.
 */
type SerializedView = Omit<ListView, "startOfDay"> & { dayStarts: ReadonlyMap<string, number> };

export function serializeView(
  { startOfDay, ...view }: ListView,
  selection: ClientSelection | undefined,
): SerializedView {
  const days = selection ? daysOf(selection) : [];
  return { ...view, dayStarts: new Map(days.map((day) => [day, startOfDay(day)])) };
}

function receivedView({ dayStarts, ...view }: SerializedView): ListView {
  return { ...view, startOfDay: (day) => dayStarts.get(day) ?? Number.NaN };
}

/** A client as stored: every body is sealed. */
export type SealedClient = {
  clientId: string;
  name: string;
  state: ClientState;
  dataKey: WrappedKey | undefined;
  record: SealedRecord | undefined;
  followUps: { question: string; entry: number; at: number; body: Uint8Array }[];
  notes: { noteId: string; at: number; body: Uint8Array }[];
};
/** `body`: null if it is too large to be read with others. */
type SealedRecord = { revision: number; savedAt: number; body: Uint8Array | null };

export const CLIENTS_PER_PAGE = 250;
/** Limits memory: a page of records of the greatest size would not fit. */
const BODY_OF_PAGE_MAX_BYTES = 64 * 1024;
/** Lists of ids are padded to these lengths, so that few statements are prepared. */
const ID_COUNTS = [1, 10, 100, CLIENTS_PER_PAGE];

/**
 * The selected clients of a page, after this id. Each table is read from this id on: PostgreSQL would otherwise merge
 * them from their beginning for every page.
 */
export function selectPage(
  { db, holds }: Pick<ReaderConnection, "db" | "holds">,
  { scope, selection, view }: SearchedPart,
  clientId: string,
) {
  const small = sql<Uint8Array | null>`case
    when octet_length(revisions.body) <= ${sql.lit(BODY_OF_PAGE_MAX_BYTES)} then revisions.body end`;
  return db
    .selectFrom("clients")
    .leftJoin("data_keys", (join) =>
      join.onRef("data_keys.owner", "=", "clients.client_id").on("data_keys.owner", ">", clientId),
    )
    .leftJoin("records", (join) =>
      join.onRef("records.client_id", "=", "clients.client_id").on("records.client_id", ">", clientId),
    )
    .leftJoin("revisions", (join) =>
      join
        .onRef("revisions.client_id", "=", "records.client_id")
        .onRef("revisions.revision", "=", "records.revision")
        .on("revisions.client_id", ">", clientId),
    )
    .select(["clients.client_id", "clients.name", "clients.state"])
    .select(["data_keys.master_key_id", "data_keys.wrapped"])
    .select(["revisions.revision", "records.saved_at", small.as("body")])
    .where("clients.client_id", ">", clientId)
    .where("clients.erased_at", "is", null)
    .where(isWithin(scope))
    .$if(selection !== undefined, (found) =>
      found.where(isSelected({ holds }, selection as ClientSelection, receivedView(view))),
    )
    .$if(selection?.state !== undefined, (found) =>
      found.where("clients.state", "=", selection?.state as ClientState),
    )
    .orderBy("clients.client_id")
    .limit(CLIENTS_PER_PAGE);
}

/** Pages of clients by id. Each statement is a short read, since a long one would prevent checkpoints of the log. */
export function searchPages(reader: ReaderConnection, part: SearchedPart) {
  const { db } = reader;
  const { places } = part;
  const looksInRecords = places.includes("answers");

  async function pageAfter(clientId: string): Promise<SealedClient[]> {
    const rows = await selectPage(reader, part, clientId).execute();
    const ids = filledUp(rows.map((row) => row.client_id));
    const followUps = places.includes("follow-ups") ? await followUpsOf(ids) : new Map();
    const notes = places.includes("notes") ? await notesOf(ids) : new Map();
    return rows.map((row) => {
      const { client_id, name, state, master_key_id, wrapped, revision, body, saved_at: savedAt } = row;
      const hasRecord = looksInRecords && revision !== null && savedAt !== null;
      return {
        clientId: client_id,
        name,
        state,
        dataKey: master_key_id && wrapped ? { owner: client_id, master_key_id, wrapped } : undefined,
        record: hasRecord ? { revision, savedAt, body } : undefined,
        followUps: followUps.get(client_id) ?? [],
        notes: notes.get(client_id) ?? [],
      };
    });
  }

  /** The client with the large body that was left out; without a record if that was deleted meanwhile. */
  async function withLargeBody(client: SealedClient): Promise<SealedClient> {
    const { clientId, record } = client;
    if (!record || record.body) return client;
    const row = await db
      .selectFrom("revisions")
      .select("body")
      .where("client_id", "=", clientId)
      .where("revision", "=", record.revision)
      .executeTakeFirst();
    return { ...client, record: row && { ...record, body: row.body } };
  }

  async function followUpsOf(ids: string[]) {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom("thread_entries")
      .select(["client_id", "question_id", "entry", "at", "body"])
      .where("client_id", "in", ids)
      .where("body", "is not", null)
      .execute();
    return byClient(rows, ({ question_id: question, entry, at, body }) =>
      body ? [{ question, entry, at, body }] : [],
    );
  }

  async function notesOf(ids: string[]) {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom("notes")
      .select(["client_id", "note_id", "added_at", "changed_at", "body"])
      .where("client_id", "in", ids)
      .execute();
    return byClient(rows, ({ note_id: noteId, added_at, changed_at, body }) => [
      { noteId, at: changed_at ?? added_at, body },
    ]);
  }

  return { pageAfter, withLargeBody };
}

/** Pads a list of ids to one of a few lengths by repeating an id, which finds nothing twice. */
function filledUp(ids: string[]): string[] {
  const length = ID_COUNTS.find((count) => count >= ids.length) ?? ids.length;
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids[0] ?? "")];
}

function byClient<Row extends { client_id: string }, Item>(rows: Row[], itemsOf: (row: Row) => Item[]) {
  const items = new Map<string, Item[]>();
  for (const row of rows) items.set(row.client_id, [...(items.get(row.client_id) ?? []), ...itemsOf(row)]);
  return items;
}
