import { insertKeys, type NewKey, type TakenKeyIds, takenKeyIds } from "../access/access-keys.ts";
import { dropUnusedLinks } from "../access/sign-in-links.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import {
  type ListedColumns,
  listedColumns,
  type RecordSummary,
  summaryOf,
} from "../engine/record-summary.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import type { Sealer } from "../sealing/seal.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { isWithin, type Scope } from "./scope.ts";

export type StoredClient = { clientId: string; name: string; createdAt: number };

/** What a manager may change. A client without a manager is the administrators'. */
export type ClientFacts = {
  name?: string | undefined;
  email?: string | null | undefined;
  managerId?: string | null | undefined;
};

export type NewClient = StoredClient &
  Omit<ClientFacts, "name"> & {
    /** 32 random bytes, base64url. */
    draftKey: string;
  };

export type ListedClient = StoredClient & { record: RecordSummary | null };
export type AddedClient = { client: NewClient; key: NewKey; events: StorageEvent[] };

/** A statement takes only so many values. */
const CLIENTS_AT_ONCE = 100;

export function clientQueries(engine: Engine, seals: DataKeyring) {
  const outbox = webhookOutbox(engine, seals);

  /** With their data keys. */
  async function insertClients(db: Db, clients: NewClient[]): Promise<void> {
    const sealOf = await seals.ofNewClients(
      db,
      clients.map(({ clientId }) => clientId),
    );
    const rows = clients.map((client) => clientRow(client, sealOf(client.clientId)));
    await db.insertInto("clients").values(rows).execute();
  }

  async function insertAll(db: Db, added: AddedClient[]): Promise<TakenKeyIds> {
    const taken = await takenKeyIds(
      db,
      added.map(({ key }) => key),
    );
    if (taken.size > 0) return taken;
    for (let first = 0; first < added.length; first += CLIENTS_AT_ONCE) {
      await insertSome(db, added.slice(first, first + CLIENTS_AT_ONCE));
    }
    return taken;
  }

  async function insertSome(db: Db, added: AddedClient[]): Promise<void> {
    await insertClients(
      db,
      added.map(({ client }) => client),
    );
    await insertKeys(
      db,
      added.map(({ key }) => key),
    );
    for (const { client } of added) {
      const { clientId, createdAt: at } = client;
      await outbox.tell(db, { kind: "client.created", clientId, at });
    }
    await insertEvents(
      db,
      added.flatMap(({ events }) => events),
    );
  }

  return {
    add: (client: NewClient, key: NewKey, events: StorageEvent[]): Promise<TakenKeyIds> =>
      engine.write((db) => insertAll(db, [{ client, key, events }])),

    /** In one transaction, a few rows at a time. */
    addMany: (added: AddedClient[]): Promise<TakenKeyIds> => engine.write((db) => insertAll(db, added)),

    hasAny: (): Promise<boolean> =>
      engine.read(async (db) => {
        return (await db.selectFrom("clients").select("client_id").limit(1).execute()).length > 0;
      }),

    /** By name. */
    list: (): Promise<ListedClient[]> =>
      engine.read(async (db) => {
        const clients = selectSummaries(db)
          .orderBy(engine.inCodePoints("clients.folded_name"))
          .orderBy("clients.client_id");
        return (await clients.execute()).map(listedClient);
      }),

    /** Up to `limit` of the scope, by id, of those after that one. */
    listAfter: (scope: Scope, clientId: string, limit: number): Promise<ListedClient[]> =>
      engine.read(async (db) => {
        const after = selectSummaries(db).where(isWithin(scope)).where("clients.client_id", ">", clientId);
        const rows = await after.orderBy("clients.client_id").limit(limit).execute();
        return rows.map(listedClient);
      }),

    find: (clientId: string): Promise<ListedClient | undefined> =>
      engine.read(async (db) => {
        const client = selectSummaries(db).where("clients.client_id", "=", clientId);
        const row = await client.executeTakeFirst();
        return row && listedClient(row);
      }),

    /** Undefined facts stay as they are. False where there is no such client. */
    change: (clientId: string, facts: ClientFacts, events: StorageEvent[]): Promise<boolean> =>
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
        if (changed.numUpdatedRows === 0n) return false;
        if (email !== undefined) await dropUnusedLinks(db, clientId);
        await insertEvents(db, events);
        return true;
      }),
  };
}

/** Clients with what lists show of their records. */
export function selectSummaries(db: Db) {
  return db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .select(["clients.client_id", "clients.name", "clients.created_at"])
    .select(listedColumns.map((column) => `records.${column}` as const))
    .where("clients.erased_at", "is", null);
}

function clientRow(client: NewClient, { seal }: Sealer): Tables["clients"] {
  return {
    client_id: client.clientId,
    name: client.name,
    folded_name: foldedName(client.name),
    email: client.email ?? null,
    draft_key: seal(sealingContexts.draftKey, client.draftKey),
    manager_id: client.managerId ?? null,
    created_at: client.createdAt,
    last_seen_at: null,
    language: null,
    erased_at: null,
  };
}

type SummaryRow = Pick<Tables["clients"], "client_id" | "name" | "created_at"> & {
  [Column in keyof ListedColumns]: ListedColumns[Column] | null;
};

export function listedClient(row: SummaryRow): ListedClient {
  const { client_id: clientId, name, created_at: createdAt } = row;
  return {
    clientId,
    name,
    createdAt,
    record: row.revision === null ? null : summaryOf(row as ListedColumns),
  };
}
