import { hash } from "node:crypto";
import type { Receipt } from "#contract/api/calls.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { inGroups, oneByOne, writeOfGroup } from "../engine/batches.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { type RecordSummary, summaryOf } from "../engine/record-summary.ts";
import type { Db } from "../engine/schema.ts";
import type { ReadRevisions } from "../follow-ups/approvals.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { SERVER_DEVICE } from "./history.ts";
import { intactRecord, intactText, recordBodies } from "./record-bodies.ts";
import { preparedRecordQueries } from "./record-statements.ts";
import { type ComposedRecord, headRow, type SaveCommand, type SaveOutcome, saving } from "./save-records.ts";

export type StoredRecord = StoredAt & { record: ClientRecord };

/** The record as JSON. */
export type StoredText = StoredAt & { text: string };

type StoredAt = { revision: number; savedAt: number; submittedAt: number | null };

export type RestoreCommand = {
  clientId: string;
  /** The one to bring back. */
  revision: number;
  at: number;
  /** Pure. Its record is not stored: the revision's own text is. */
  compose(record: ClientRecord): ComposedRecord;
};

export type RestoreOutcome =
  | { kind: "restored"; revision: number; replaced: number }
  /** The record has that content already. */
  | { kind: "unchanged"; revision: number }
  /** Not stored any more, or never was; `newest` is 0 where nothing was ever saved. */
  | { kind: "missing"; newest: number };

/** A change of the record by the server itself. */
export type ReviseCommand = {
  clientId: string;
  at: number;
  /** Pure; undefined where there is nothing to change. */
  revise(record: ClientRecord): ComposedRecord | undefined;
};

/** `inTransaction`: parts of transactions of others, for storage alone. */
export function recordQueries(engine: Engine, seals: DataKeyring) {
  const queries = preparedRecordQueries(engine);
  const bodies = recordBodies(queries, seals);
  const { findHead, recordOf, recordIn, open } = bodies;
  const { saveAll, storeRevision } = saving(engine, { queries, bodies, seals });
  const saveTogether = (commands: SaveCommand[]) =>
    engine.write((db) => saveAll(db, commands), writeOfGroup(commands));
  // if writes share a commit anyway, each save is quicker alone
  const saveGrouped = inGroups({ run: saveTogether, ownerOf: ({ clientId }) => clientId });
  const saveOne = engine.isShared ? saveGrouped : oneByOne(saveTogether);

  /** The record as it is now, and as it was in a revision, as far as that is still kept. */
  async function readRevisions(
    db: Db,
    clientId: string,
    revision: number,
  ): Promise<ReadRevisions | undefined> {
    const head = await findHead(db, clientId);
    if (!head) return undefined;
    const record = await recordOf(db, head);
    if (revision === head.revision) return { record, earlier: record };
    const [row] = await queries.body(db, { clientId, revision });
    return { record, earlier: row && (await recordIn(db, clientId, { revision, body: row.body })) };
  }

  /** What can be done before the transaction is, since saves wait for its end; a stored revision never changes. */
  async function restore(command: RestoreCommand, events: StorageEvent[]): Promise<RestoreOutcome> {
    const { clientId, revision, at, compose } = command;
    const text = await engine.read(async (db) => {
      const [stored] = await queries.body(db, { clientId, revision });
      return stored && open(db, clientId, { revision, body: stored.body });
    });
    const next = text === undefined ? undefined : revived(text, compose);
    return engine.write(async (db) => {
      const [head] = await queries.head(db, { clientId });
      if (!head || !next) return { kind: "missing", newest: head?.revision ?? 0 };
      const { composed, contentHash } = next;
      if (head.content_hash === contentHash) return { kind: "unchanged", revision: head.revision };
      const row = headRow({ clientId, at }, composed, { contentHash, head });
      await storeRevision(db, { row, text: next.text, record: composed.record });
      await insertEvents(db, events);
      return { kind: "restored", revision: row.revision, replaced: head.revision };
    });
  }

  /** The text stays as it stands: it is not this release's to tidy. */
  function revived(text: string, compose: RestoreCommand["compose"]) {
    const composed = compose(parseStored(text) as ClientRecord);
    return { composed, contentHash: hash("sha256", text), text };
  }

  async function revise(db: Db, { clientId, at, revise }: ReviseCommand): Promise<void> {
    const head = await findHead(db, clientId);
    if (!head) return;
    const composed = revise(await recordOf(db, head));
    if (!composed) return;
    const text = JSON.stringify(composed.record);
    const row = headRow({ clientId, at }, composed, { contentHash: hash("sha256", text), head });
    await storeRevision(db, { row, text, record: composed.record, device: SERVER_DEVICE });
  }

  /** Of clients without a record, whose saves nothing stands in the way of. */
  async function saveFirst(db: Db, commands: SaveCommand[]): Promise<void> {
    if (commands.length === 0) return;
    for (const result of await saveAll(db, commands)) {
      if ("refusal" in result) throw result.refusal;
      if (result.outcome.kind !== "saved") throw new Error(`A first save came to ${result.outcome.kind}`);
    }
  }

  const loadText = (clientId: string): Promise<StoredText | undefined> =>
    engine.read(async (db) => {
      const [row] = await queries.record(db, { clientId });
      if (!row) {
        await bodies.expectNothing(db, clientId);
        return undefined;
      }
      const { revision, body, content_hash } = row;
      const text = intactText(body ? await open(db, clientId, { revision, body }) : undefined, content_hash);
      return { revision, savedAt: row.saved_at, submittedAt: row.submitted_at, text };
    });

  const records = {
    /** The record as JSON, as it is stored: a caller that passes the record on need not parse it. */
    loadText,

    async load(clientId: string): Promise<StoredRecord | undefined> {
      const stored = await loadText(clientId);
      if (!stored) return undefined;
      const { text, ...rest } = stored;
      return { ...rest, record: JSON.parse(text) as ClientRecord };
    },

    /** Stores the record as its next revision, with history, summary, submission and events, or nothing at all. */
    async save(command: SaveCommand): Promise<SaveOutcome> {
      await seals.prepare(command.clientId);
      const settled = await saveOne(command);
      if ("refusal" in settled) throw settled.refusal;
      return settled.outcome;
    },

    /**
     * Brings an earlier revision back as the record's next one. Its submission stays the last one. The events are
     * stored only where something changed.
     */
    restore: (command: RestoreCommand, events: StorageEvent[]): Promise<RestoreOutcome> =>
      restore(command, events),

    findSummary: (clientId: string): Promise<RecordSummary | undefined> =>
      engine.read(async (db) => {
        const head = await findHead(db, clientId);
        return head && summaryOf(head);
      }),

    findReceipt: (clientId: string): Promise<Receipt> =>
      engine.read(async (db) => {
        const client = await db
          .selectFrom("clients")
          .innerJoin("managers", "managers.manager_id", "clients.manager_id")
          .select("managers.name")
          .where("clients.client_id", "=", clientId)
          .executeTakeFirst();
        const latest = await db
          .selectFrom("submissions")
          .select("submission_id")
          .where("client_id", "=", clientId)
          .orderBy("revision", "desc")
          .limit(1)
          .executeTakeFirst();
        return { manager: client?.name ?? null, submission: latest?.submission_id ?? null };
      }),

    loadRevision: (clientId: string, revision: number): Promise<ClientRecord | undefined> =>
      engine.read(async (db) => {
        const [row] = await queries.body(db, { clientId, revision });
        return row && recordIn(db, clientId, { revision, body: row.body });
      }),

    /** The newest revision that is kept of those up to this one. */
    loadUpTo: (clientId: string, revision: number): Promise<ClientRecord | undefined> =>
      engine.read(async (db) => {
        const newest = await db
          .selectFrom("revisions")
          .select(["revision", "body"])
          .where("client_id", "=", clientId)
          .where("revision", "<=", revision)
          .orderBy("revision", "desc")
          .limit(1)
          .executeTakeFirst();
        return newest && recordIn(db, clientId, newest);
      }),

    /** Oldest first. */
    listSubmissions: (clientId: string) =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("submissions")
          .selectAll()
          .where("client_id", "=", clientId)
          .orderBy("revision")
          .execute();
        const seal = await seals.toRead(db, clientId);
        return rows.map(({ revision, body, ...row }) => ({
          submissionId: row.submission_id,
          revision,
          submittedAt: row.submitted_at,
          record: intactRecord(seal.unseal(sealingContexts.record(revision), body), row.content_hash),
        }));
      }),

    dropIdempotencyKeys: (before: number) =>
      engine.write(async (db) => {
        await db.deleteFrom("idempotency_keys").where("used_at", "<", before).execute();
      }),
  };
  return { records, inTransaction: { revise, readRevisions, saveFirst } };
}
