import type { Selectable } from "kysely";
import { parseStored } from "./damage.ts";
import type { Engine } from "./engine.ts";
import { insertEvents } from "./events.ts";
import type { Tables } from "./schema.ts";
import type { Seal } from "./seal.ts";
import type { ListedClient, NewClient, NewKey, RecordSummary, StorageEvent, StoredKey } from "./storage.ts";

export function clientQueries(engine: Engine, seal: Seal) {
  const summaries = engine.reader
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .select(["clients.client_id", "clients.name", "clients.created_at"])
    .select(["records.revision", "records.completed", "records.total", "records.percent"])
    .select([
      "records.complete_questions",
      "records.last_section",
      "records.saved_at",
      "records.submitted_at",
    ]);

  return {
    addClient: (client: NewClient, key: NewKey, events: StorageEvent[]) =>
      engine.write(async (db) => {
        await db.insertInto("clients").values(clientRow(client, seal)).execute();
        await db.insertInto("access_keys").values(keyRow(key)).execute();
        await insertEvents(db, events);
      }),

    hasClients: (): Promise<boolean> =>
      engine.read(async (db) => {
        return (await db.selectFrom("clients").select("client_id").limit(1).execute()).length > 0;
      }),

    /** By name. */
    listClients: (): Promise<ListedClient[]> =>
      engine.read(async () => {
        const rows = await summaries.orderBy("clients.name").orderBy("clients.client_id").execute();
        return rows.map(listedClient);
      }),

    findClient: (clientId: string): Promise<ListedClient | undefined> =>
      engine.read(async () => {
        const row = await summaries.where("clients.client_id", "=", clientId).executeTakeFirst();
        return row && listedClient(row);
      }),

    /** Oldest first. */
    listKeys: (clientId: string): Promise<StoredKey[]> =>
      engine.read(async (db) => {
        const keys = db.selectFrom("access_keys").selectAll().where("client_id", "=", clientId);
        const rows = await keys.orderBy("created_at").orderBy("key_id").execute();
        return rows.map(storedKey);
      }),

    /** Rejects where the client does not exist. */
    addKey: (key: NewKey, events: StorageEvent[]) =>
      engine.write(async (db) => {
        await db.insertInto("access_keys").values(keyRow(key)).execute();
        await insertEvents(db, events);
      }),

    findKey: (keyId: string): Promise<StoredKey | undefined> =>
      engine.read(async (db) => {
        const key = db.selectFrom("access_keys").selectAll().where("key_id", "=", keyId);
        const row = await key.executeTakeFirst();
        return row && storedKey(row);
      }),

    /** Ends the key's sessions too. */
    revokeKey: (keyId: string, at: number, events: StorageEvent[]) =>
      engine.write(async (db) => {
        await db.updateTable("access_keys").set({ revoked_at: at }).where("key_id", "=", keyId).execute();
        await db.deleteFrom("sessions").where("key_id", "=", keyId).execute();
        await insertEvents(db, events);
      }),
  };
}

function clientRow(client: NewClient, { seal }: Seal): Tables["clients"] {
  const { clientId, name, draftKey, createdAt } = client;
  return { client_id: clientId, name, draft_key: seal(draftKey), created_at: createdAt };
}

function keyRow(key: NewKey): Tables["access_keys"] {
  return {
    key_id: key.keyId,
    client_id: key.clientId,
    secret_hash: key.secretHash,
    pepper_id: key.pepperId,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: null,
    last_used_at: null,
  };
}

function storedKey(row: Selectable<Tables["access_keys"]>): StoredKey {
  return {
    keyId: row.key_id,
    clientId: row.client_id,
    secretHash: row.secret_hash,
    pepperId: row.pepper_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}

type SummaryColumns = Omit<
  Tables["records"],
  "client_id" | "content_hash" | "interview_hash" | "submitted_hash"
>;
type SummaryRow = Pick<Tables["clients"], "client_id" | "name" | "created_at"> & {
  [Column in keyof SummaryColumns]: SummaryColumns[Column] | null;
};

function listedClient(row: SummaryRow): ListedClient {
  const { client_id: clientId, name, created_at: createdAt } = row;
  return {
    clientId,
    name,
    createdAt,
    record: row.revision === null ? null : summaryOf(row as SummaryColumns),
  };
}

export function summaryOf(row: SummaryColumns): RecordSummary {
  return {
    revision: row.revision,
    completed: row.completed,
    total: row.total,
    percent: row.percent,
    completeQuestions: parseStored(row.complete_questions) as string[],
    lastSection: row.last_section,
    savedAt: row.saved_at,
    submittedAt: row.submitted_at,
  };
}
