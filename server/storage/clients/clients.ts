import type { Language } from "#contract/languages.ts";
import { insertKeys, type NewKey, type TakenKeyIds, takenKeyIds } from "../access/access-keys.ts";
import { dropUnusedLinks } from "../access/sign-in-links.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import {
  type ClientInterview,
  type InterviewColumns,
  interviewColumns,
  interviewOf,
} from "../engine/client-interview.ts";
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
import { type Assign, type Assignment, readAssign } from "./assigning.ts";
import { type FieldChange, putFieldValue } from "./fields.ts";
import { isWithin, type Scope } from "./scope.ts";
import { replaceTags, updateTags } from "./tags.ts";

export type StoredClient = { clientId: string; name: string; createdAt: number };

/** Facts that a manager may change. The administrators look after clients without a manager. */
export type ClientFacts = {
  name?: string | undefined;
  email?: string | null | undefined;
  contact?: string | null | undefined;
  externalId?: string | null | undefined;
  phone?: string | null | undefined;
  website?: string | null | undefined;
  dueOn?: string | null | undefined;
  language?: Language | null | undefined;
  /** Whether the server reminds the client. */
  getsReminders?: boolean | undefined;
  managerId?: string | null | undefined;
};

export type NewClient = StoredClient &
  Omit<ClientFacts, "name"> & {
    /** The default interview if absent. */
    interviewId?: string | undefined;
    /** 32 random bytes, base64url. */
    draftKey: string;
    tags?: readonly string[] | undefined;
    fields?: readonly FieldChange[] | undefined;
  };

export type ListedClient = StoredClient & { interview: ClientInterview; record: RecordSummary | null };
/** Without a key, the client is not invited yet. `save`: the record that the client starts with. */
export type AddedClient<Save = never> = {
  client: NewClient;
  key?: NewKey | undefined;
  save?: Save | undefined;
  events: StorageEvent[];
};
/** Stores the first records of clients that the same transaction adds. */
export type SaveFirst<Save> = (db: Db, saves: Save[]) => Promise<void>;
/** Another client has the external id. Nothing is written. */
export const EXTERNAL_ID_TAKEN = "external-id-taken";

/** Undefined facts stay unchanged. */
export type ClientChange = { clientId: string; facts: ClientFacts; events: StorageEvent[] };
export type ClientPatch = ClientChange & {
  /** Replaces all tags; undefined keeps them. */
  tags?: readonly string[] | undefined;
  fields?: readonly FieldChange[];
  at: number;
};
/** These tags are added to the client's tags. */
export type AddedTags = { tags: readonly string[]; fields?: readonly FieldChange[]; at: number };
export type ChangeOutcome = "done" | "gone" | typeof EXTERNAL_ID_TAKEN;

/** Limits the parameters of one statement. */
const CLIENTS_AT_ONCE = 100;

export function clientQueries<Save>(engine: Engine, seals: DataKeyring, saveFirst: SaveFirst<Save>) {
  const outbox = webhookOutbox(engine, seals);

  /** Adds clients with their data keys. */
  async function insertClients(db: Db, clients: NewClient[]): Promise<void> {
    const sealOf = await seals.ofNewClients(
      db,
      clients.map(({ clientId }) => clientId),
    );
    const assign = await readAssign(db);
    const byDefault = await defaultInterview(db);
    const rows = clients.map((client) => ({
      ...clientRow(client, sealOf(client.clientId)),
      interview_id: client.interviewId ?? byDefault,
      ...assign(client.managerId ?? null),
    }));
    await db.insertInto("clients").values(rows).execute();
  }

  async function putFieldValues(
    db: Db,
    clientId: string,
    fields: readonly FieldChange[] = [],
  ): Promise<void> {
    for (const field of fields) await putFieldValue(db, seals, { clientId, ...field });
  }

  type Added = AddedClient<Save>;

  async function insertAll(db: Db, added: Added[]): Promise<TakenKeyIds | typeof EXTERNAL_ID_TAKEN> {
    const taken = await takenKeyIds(db, keysOf(added));
    if (taken.size > 0) return taken;
    const externalIds = added.flatMap(({ client }) => client.externalId ?? []);
    if (await areTaken(db, externalIds)) return EXTERNAL_ID_TAKEN;
    for (let first = 0; first < added.length; first += CLIENTS_AT_ONCE) {
      await insertSome(db, added.slice(first, first + CLIENTS_AT_ONCE));
    }
    return taken;
  }

  async function insertSome(db: Db, added: Added[]): Promise<void> {
    await insertClients(
      db,
      added.map(({ client }) => client),
    );
    const keys = keysOf(added);
    const invited = new Set(keys.length > 0 ? await insertKeys(db, keys) : []);
    for (const { client } of added) {
      const { clientId, createdAt: at, tags = [], fields } = client;
      await putFieldValues(db, clientId, fields);
      if (tags.length > 0) await updateTags(db, { clientId, add: tags, remove: [], at });
      await outbox.tell(db, { kind: "client.created", clientId, at });
      if (invited.has(clientId)) await outbox.tell(db, { kind: "client.invited", clientId, at });
    }
    await insertEvents(
      db,
      added.flatMap(({ events }) => events),
    );
    await saveFirst(
      db,
      added.flatMap(({ save }) => save ?? []),
    );
  }

  return {
    add: (client: NewClient, key: NewKey | undefined, events: StorageEvent[]) =>
      engine.write((db) => insertAll(db, [{ client, key, events }])),

    /** Adds clients in one transaction, a few rows per statement. */
    addMany: (added: Added[]) => engine.write((db) => insertAll(db, added)),

    hasAny: (): Promise<boolean> =>
      engine.read(async (db) => {
        return (await db.selectFrom("clients").select("client_id").limit(1).execute()).length > 0;
      }),

    /** All clients, sorted by name. */
    list: (): Promise<ListedClient[]> =>
      engine.read(async (db) => {
        const clients = selectSummaries(db)
          .orderBy(engine.inCodePoints("clients.folded_name"))
          .orderBy("clients.client_id");
        return (await clients.execute()).map(listedClient);
      }),

    /** Up to `limit` clients of the scope, by id, after the cursor. */
    listAfter: (scope: Scope, clientId: string, limit: number): Promise<ListedClient[]> =>
      engine.read(async (db) => {
        const rows = await selectSummariesAfter(db, { scope, after: clientId, limit }).execute();
        return rows.map(listedClient);
      }),

    find: (clientId: string): Promise<ListedClient | undefined> =>
      engine.read(async (db) => {
        const client = selectSummaries(db).where("clients.client_id", "=", clientId);
        const row = await client.executeTakeFirst();
        return row && listedClient(row);
      }),

    /** Undefined facts stay unchanged. */
    change: (clientId: string, facts: ClientFacts, events: StorageEvent[]): Promise<ChangeOutcome> =>
      engine.write((db) => changeOne(db, { clientId, facts, events })),

    /** Changes facts, tags and custom fields in one transaction. */
    patch: ({ tags, fields, at, ...change }: ClientPatch): Promise<ChangeOutcome | "too-many-tags"> =>
      undoneIfFull(() =>
        engine.write(async (db) => {
          const { clientId } = change;
          const outcome = await changeOne(db, change);
          if (outcome !== "done") return outcome;
          await putFieldValues(db, clientId, fields);
          if (tags && (await replaceTags(db, { clientId, tags, at })) === "full") throw new TooManyTags();
          return "done";
        }),
      ),

    /** In one transaction. A change that fails for one client returns its reason, and the others are made. */
    changeMany: (changes: (ClientChange & AddedTags)[]): Promise<(ChangeOutcome | "too-many-tags")[]> =>
      engine.write(async (db) => {
        const outcomes: (ChangeOutcome | "too-many-tags")[] = [];
        for (const change of changes) {
          const outcome = await changeOne(db, change);
          if (outcome === "done") await putFieldValues(db, change.clientId, change.fields);
          const isFull = outcome === "done" && (await isTooMuch(db, change));
          outcomes.push(isFull ? "too-many-tags" : outcome);
        }
        return outcomes;
      }),
  };
}

/** Thrown inside a transaction to roll it back. */
class TooManyTags extends Error {}

async function undoneIfFull<Outcome>(write: () => Promise<Outcome>): Promise<Outcome | "too-many-tags"> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof TooManyTags) return "too-many-tags";
    throw error;
  }
}

/** Part of a transaction. */
async function changeOne(db: Db, { clientId, facts, events }: ClientChange): Promise<ChangeOutcome> {
  const { email, externalId } = facts;
  if (externalId && (await areTaken(db, [externalId], clientId))) return EXTERNAL_ID_TAKEN;
  const client = db.selectFrom("clients").select("client_id").where("client_id", "=", clientId);
  if (!(await client.where("erased_at", "is", null).executeTakeFirst())) return "gone";
  const columns = changedColumns(facts, await readAssign(db));
  if (Object.keys(columns).length > 0)
    await db.updateTable("clients").set(columns).where("client_id", "=", clientId).execute();
  if (email !== undefined) await dropUnusedLinks(db, clientId);
  await insertEvents(db, events);
  return "done";
}

async function isTooMuch(db: Db, { clientId, tags, at }: ClientChange & AddedTags): Promise<boolean> {
  return tags.length > 0 && (await updateTags(db, { clientId, add: tags, remove: [], at })) === "full";
}

/** A new address clears the mail trouble of the previous one. */
function changedColumns(facts: ClientFacts, assign: Assign) {
  const { name, email, externalId, dueOn, managerId, contact, language, getsReminders } = facts;
  const { phone, website } = facts;
  const columns = {
    name,
    folded_name: name === undefined ? undefined : foldedName(name),
    email,
    ...(email !== undefined && { mail_trouble_at: null, mail_trouble: null }),
    contact,
    external_id: externalId,
    phone,
    website,
    due_on: dueOn,
    language,
    reminders_off: getsReminders === undefined ? undefined : Number(!getsReminders),
    ...(managerId !== undefined && assign(managerId)),
  };
  const known = Object.entries(columns).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<Tables["clients"]>;
}

function keysOf(added: Pick<AddedClient, "key">[]): NewKey[] {
  return added.flatMap(({ key }) => key ?? []);
}

/** Whether other clients have these external ids, or an id occurs twice among them. */
async function areTaken(db: Db, externalIds: string[], besides = ""): Promise<boolean> {
  if (new Set(externalIds).size < externalIds.length) return true;
  for (let first = 0; first < externalIds.length; first += CLIENTS_AT_ONCE) {
    const row = await db
      .selectFrom("clients")
      .select("client_id")
      .where("external_id", "in", externalIds.slice(first, first + CLIENTS_AT_ONCE))
      .where("client_id", "!=", besides)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** The interview that new clients get by default. */
async function defaultInterview(db: Db): Promise<string> {
  const entries = db.selectFrom("interview_catalog").select("interview_id");
  const { interview_id } = await entries.where("is_default", "=", 1).executeTakeFirstOrThrow();
  return interview_id;
}

/** Clients with the summaries of their records, and the interview they are asked. `after`: only for ids after it. */
export function selectSummaries(db: Db, after = "") {
  return db
    .selectFrom("clients")
    .leftJoin("records", (join) =>
      join.onRef("records.client_id", "=", "clients.client_id").on("records.client_id", ">", after),
    )
    .select(["clients.client_id", "clients.name", "clients.created_at"])
    .select(interviewColumns)
    .select(listedColumns.map((column) => `records.${column}` as const))
    .where("clients.erased_at", "is", null);
}

type SummariesPage = { scope: Scope; after: string; limit: number };

/** Records are read from this id on, too: PostgreSQL would otherwise merge them from the first one for every page. */
export function selectSummariesAfter(db: Db, { scope, after, limit }: SummariesPage) {
  return selectSummaries(db, after)
    .where(isWithin(scope))
    .where("clients.client_id", ">", after)
    .orderBy("clients.client_id")
    .limit(limit);
}

type AssignedColumn = keyof Assignment | "interview_id";

function clientRow(client: NewClient, { seal }: Sealer): Omit<Tables["clients"], AssignedColumn> {
  return {
    client_id: client.clientId,
    name: client.name,
    folded_name: foldedName(client.name),
    email: client.email ?? null,
    draft_key: seal(sealingContexts.draftKey, client.draftKey),
    created_at: client.createdAt,
    last_seen_at: null,
    language: client.language ?? null,
    erased_at: null,
    contact: client.contact ?? null,
    external_id: client.externalId ?? null,
    phone: client.phone ?? null,
    website: client.website ?? null,
    due_on: client.dueOn ?? null,
    time_zone: null,
    invited_at: null,
    opened_at: null,
    submitted_at: null,
    state: "not-invited",
    active_hour: 0,
    approved_hash: null,
    approved_at: null,
    follow_ups_out: 0,
    waiting_since: null,
    mail_trouble_at: null,
    mail_trouble: null,
    reminders_sent: 0,
    reminders_off: Number(client.getsReminders === false),
    inactive_since: null,
    interview_version: null,
  };
}

type SummaryRow = Pick<Tables["clients"], "client_id" | "name" | "created_at"> &
  InterviewColumns & { [Column in keyof ListedColumns]: ListedColumns[Column] | null };

export function listedClient(row: SummaryRow): ListedClient {
  const { client_id: clientId, name, created_at: createdAt } = row;
  return {
    clientId,
    name,
    createdAt,
    interview: interviewOf(row),
    record: row.revision === null ? null : summaryOf(row as ListedColumns),
  };
}
