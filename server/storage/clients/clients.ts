import type { Kysely, Selectable } from "kysely";
import { insertEvents } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Tables } from "../engine/schema.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { Seals } from "../sealing/data-keys.ts";
import type { Seal } from "../sealing/seal.ts";
import { sealedPlaces } from "../sealing/sealed-places.ts";
import type {
  ClientFacts,
  ListedClient,
  NewClient,
  NewKey,
  RecordSummary,
  StorageEvent,
  StoredKey,
} from "../storage.ts";
import { isWithin, type Scope } from "./scope.ts";

/** Ids of keys that other keys have. Where there are any, nothing is written. */
export type TakenKeyIds = ReadonlySet<string>;
export type AddedClient = { client: NewClient; key: NewKey; events: StorageEvent[] };

/** A statement takes only so many values. */
const ROWS_AT_ONCE = 100;

export function clientQueries(engine: Engine, seals: Seals) {
  const outbox = webhookOutbox(engine, seals);

  /** With their data keys. */
  async function insertClients(db: Kysely<Tables>, clients: NewClient[]): Promise<void> {
    const sealOf = await seals.ofNewClients(
      db,
      clients.map(({ clientId }) => clientId),
    );
    const rows = clients.map((client) => clientRow(client, sealOf(client.clientId)));
    await db.insertInto("clients").values(rows).execute();
  }

  return {
    addClient: (client: NewClient, key: NewKey, events: StorageEvent[]): Promise<TakenKeyIds> =>
      engine.write(async (db) => {
        const taken = await takenKeyIds(db, [key]);
        if (taken.size > 0) return taken;
        await insertClients(db, [client]);
        await db.insertInto("access_keys").values(keyRow(key)).execute();
        const { clientId, createdAt: at } = client;
        await outbox.tell(db, { kind: "client.created", clientId, at });
        await insertEvents(db, events);
        return taken;
      }),

    /** In one transaction, a few rows at a time. */
    addClients: (added: AddedClient[]): Promise<TakenKeyIds> =>
      engine.write(async (db) => {
        const taken = await takenKeyIds(
          db,
          added.map(({ key }) => key),
        );
        if (taken.size > 0) return taken;
        for (let first = 0; first < added.length; first += ROWS_AT_ONCE) {
          const some = added.slice(first, first + ROWS_AT_ONCE);
          await insertClients(
            db,
            some.map(({ client }) => client),
          );
          await db
            .insertInto("access_keys")
            .values(some.map(({ key }) => keyRow(key)))
            .execute();
          for (const { client } of some) {
            const { clientId, createdAt: at } = client;
            await outbox.tell(db, { kind: "client.created", clientId, at });
          }
          await insertEvents(
            db,
            some.flatMap(({ events }) => events),
          );
        }
        return taken;
      }),

    hasClients: (): Promise<boolean> =>
      engine.read(async (db) => {
        return (await db.selectFrom("clients").select("client_id").limit(1).execute()).length > 0;
      }),

    /** By name. */
    listClients: (): Promise<ListedClient[]> =>
      engine.read(async (db) => {
        const clients = selectSummaries(db)
          .orderBy(engine.inCodePoints("clients.folded_name"))
          .orderBy("clients.client_id");
        return (await clients.execute()).map(listedClient);
      }),

    /** Up to `limit` of the scope, by id, of those after that one. */
    listClientsAfter: (scope: Scope, clientId: string, limit: number): Promise<ListedClient[]> =>
      engine.read(async (db) => {
        const after = selectSummaries(db).where(isWithin(scope)).where("clients.client_id", ">", clientId);
        const rows = await after.orderBy("clients.client_id").limit(limit).execute();
        return rows.map(listedClient);
      }),

    findClient: (clientId: string): Promise<ListedClient | undefined> =>
      engine.read(async (db) => {
        const client = selectSummaries(db).where("clients.client_id", "=", clientId);
        const row = await client.executeTakeFirst();
        return row && listedClient(row);
      }),

    /** Undefined facts stay as they are. False where there is no such client. */
    changeClient: (clientId: string, facts: ClientFacts, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const { name, email, managerId } = facts;
        const changed = await db
          .updateTable("clients")
          .set({
            ...(name !== undefined && { name, folded_name: foldedName(name) }),
            ...(email !== undefined && { email }),
            ...(managerId !== undefined && { manager_id: managerId }),
          })
          .where("client_id", "=", clientId)
          .executeTakeFirst();
        if (changed.numUpdatedRows > 0n) await insertEvents(db, events);
        return changed.numUpdatedRows > 0n;
      }),

    /** Oldest first. */
    listKeys: (clientId: string): Promise<StoredKey[]> =>
      engine.read(async (db) => {
        const keys = db.selectFrom("access_keys").selectAll().where("client_id", "=", clientId);
        const rows = await keys.orderBy("created_at").orderBy("key_id").execute();
        return rows.map(storedKey);
      }),

    /** Rejects where the client does not exist. */
    addKey: (key: NewKey, events: StorageEvent[]): Promise<TakenKeyIds> =>
      engine.write(async (db) => {
        const taken = await takenKeyIds(db, [key]);
        if (taken.size > 0) return taken;
        await db.insertInto("access_keys").values(keyRow(key)).execute();
        await insertEvents(db, events);
        return taken;
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

/** Also those that two of these share. */
async function takenKeyIds(db: Kysely<Tables>, keys: NewKey[]): Promise<TakenKeyIds> {
  const taken = new Set<string>();
  const own = new Set<string>();
  for (const { keyId } of keys) {
    if (own.has(keyId)) taken.add(keyId);
    own.add(keyId);
  }
  const ids = [...own];
  for (let first = 0; first < ids.length; first += ROWS_AT_ONCE) {
    const some = ids.slice(first, first + ROWS_AT_ONCE);
    const rows = await db.selectFrom("access_keys").select("key_id").where("key_id", "in", some).execute();
    for (const row of rows) taken.add(row.key_id);
  }
  return taken;
}

/** Clients with what lists show of their records. */
export function selectSummaries(db: Kysely<Tables>) {
  return db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .select(["clients.client_id", "clients.name", "clients.created_at"])
    .select(["records.revision", "records.completed", "records.total", "records.percent"])
    .select([
      "records.complete_questions",
      "records.last_section",
      "records.saved_at",
      "records.submitted_at",
    ])
    .where("clients.erased_at", "is", null);
}

function clientRow(client: NewClient, { seal }: Seal): Tables["clients"] {
  return {
    client_id: client.clientId,
    name: client.name,
    folded_name: foldedName(client.name),
    email: client.email ?? null,
    draft_key: seal(sealedPlaces.draftKey, client.draftKey),
    manager_id: client.managerId ?? null,
    created_at: client.createdAt,
    last_seen_at: null,
    language: null,
    erased_at: null,
  };
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

export function listedClient(row: SummaryRow): ListedClient {
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
