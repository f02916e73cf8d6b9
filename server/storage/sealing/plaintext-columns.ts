import { type RawBuilder, sql } from "kysely";
import type { Db, Tables } from "../engine/schema.ts";
import { INSTALLATION_OWNER } from "./data-keys.ts";
import { sealingContexts } from "./sealing-contexts.ts";

/** A key value that identifies a row within its owner. */
export type Id = string | number;

/** One column: an owner's rows, the columns of their key, and the place that their bytes are sealed for. */
export type PlaintextColumn = {
  table: keyof Tables;
  column: string;
  key: string[];
  rowsOf(owner: string): RawBuilder<unknown>;
  placeOf(key: Id[]): string;
};

export type RowName = { owner: string; of: PlaintextColumn; key: Id[] };

const ofClient = (owner: string) => sql`client_id = ${owner}`;
const ofInstallation = (owner: string) => (owner === INSTALLATION_OWNER ? sql`1 = 1` : sql`1 = 0`);

/** Every column that earlier releases may have written unsealed. Columns added later contain only sealed bytes. */
export const plaintextColumns: PlaintextColumn[] = [
  column("clients", "draft_key", [], () => sealingContexts.draftKey),
  column("revisions", "body", ["revision"], ([revision]) => sealingContexts.record(Number(revision))),
  column("submissions", "body", ["submission_id", "revision"], ([, revision]) =>
    sealingContexts.record(Number(revision)),
  ),
  column("thread_entries", "body", ["question_id", "entry"], ([question, entry]) =>
    sealingContexts.followUpEntry(String(question), Number(entry)),
  ),
  column("looks", "marks", ["manager_id"], ([managerId]) => sealingContexts.marks(String(managerId))),
  column("notes", "body", ["note_id"], ([noteId]) => sealingContexts.note(String(noteId))),
  column("takes", "transcript", ["take_id"], ([takeId]) => sealingContexts.transcript(String(takeId))),
  column("take_parts", "body", ["take_id", "part"], ([takeId, part]) =>
    sealingContexts.takePart(String(takeId), Number(part)),
  ),
  {
    ...column("audio_pieces", "body", ["audio_id", "piece"], ([audioId, piece]) =>
      sealingContexts.audioPiece(String(audioId).replace(/^[^/]*\//, ""), Number(piece)),
    ),
    rowsOf: (owner) => sql`substr(audio_id, 1, ${`${owner}/`.length}) = ${`${owner}/`}`,
  },
  {
    ...column("webhook_messages", "body", ["message_id"], ([id]) =>
      sealingContexts.webhookMessage(String(id)),
    ),
    rowsOf: (owner) => (owner === INSTALLATION_OWNER ? sql`client_id is null` : ofClient(owner)),
  },
  {
    ...column("second_factors", "secret", ["manager_id"], ([id]) => sealingContexts.secondFactor(String(id))),
    rowsOf: ofInstallation,
  },
  ofWebhook("address", ([id]) => sealingContexts.webhookAddress(String(id))),
  ofWebhook("secret", ([id]) => sealingContexts.webhookSecret(String(id))),
  ofWebhook("previous_secret", ([id]) => sealingContexts.webhookSecret(String(id))),
];

/** The keys of all rows of an owner. */
export async function keysOf(db: Db, owner: string, of: PlaintextColumn): Promise<Id[][]> {
  const columns = of.key.length > 0 ? sql.join(of.key.map((name) => sql.ref(name))) : sql`1`;
  const { rows } = await sql<{
    [name: string]: Id;
  }>`select ${columns} from ${sql.table(of.table)} where ${of.rowsOf(owner)}`.execute(db);
  return rows.map((row) => of.key.map((name) => row[name] ?? ""));
}

export async function bodyOf(db: Db, row: RowName): Promise<Uint8Array | null | undefined> {
  const { table, column } = row.of;
  const { rows } = await sql<{ body: Uint8Array | null }>`select ${sql.ref(column)} as body
    from ${sql.table(table)} where ${isRow(row)}`.execute(db);
  return rows[0]?.body;
}

export async function putBody(db: Db, row: RowName, body: Uint8Array): Promise<void> {
  const { table, column } = row.of;
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${body} where ${isRow(row)}`.execute(db);
}

function isRow({ owner, of, key }: RowName): RawBuilder<unknown> {
  const parts = of.key.map((name, place) => sql`${sql.ref(name)} = ${key[place]}`);
  return sql.join([of.rowsOf(owner), ...parts], sql` and `);
}

function column(
  table: keyof Tables,
  name: string,
  key: string[],
  placeOf: PlaintextColumn["placeOf"],
): PlaintextColumn {
  return { table, column: name, key, placeOf, rowsOf: ofClient };
}

function ofWebhook(name: string, placeOf: PlaintextColumn["placeOf"]): PlaintextColumn {
  return { ...column("webhooks", name, ["webhook_id"], placeOf), rowsOf: ofInstallation };
}
