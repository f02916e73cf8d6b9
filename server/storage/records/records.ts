import { hash } from "node:crypto";
import type { SubmissionReceipt } from "#contract/api/calls.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { inGroups, oneByOne, writeOfGroup } from "../engine/batches.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { type RecordSummary, summaryOf } from "../engine/record-summary.ts";
import type { Db } from "../engine/schema.ts";
import type { RecordRevisions } from "../follow-ups/approvals.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { SERVER_DEVICE } from "./history.ts";
import { intactRecord, intactText, recordBodies } from "./record-bodies.ts";
import { preparedRecordQueries } from "./record-statements.ts";
import {
  type ComposedRecord,
  headRow,
  recordWriter,
  type SaveCommand,
  type SaveOutcome,
} from "./save-records.ts";

export type StoredRecord = StoredAt & { record: ClientRecord };

/** The record as JSON. */
export type StoredText = StoredAt & { text: string };

type StoredAt = { revision: number; savedAt: number; submittedAt: number | null };

export type RestoreCommand = {
  clientId: string;
  /** The revision to bring back. */
  revision: number;
  at: number;
  /** Pure. The revision's own text is stored, not the returned record. */
  compose(record: ClientRecord): ComposedRecord;
};

export type RestoreOutcome =
  | { kind: "restored"; revision: number; replaced: number }
  /** The record already has that content. */
  | { kind: "unchanged"; revision: number }
  /** The revision is no longer stored, or never was; `newest` is 0 if nothing was ever saved. */
  | { kind: "missing"; newest: number };

/** A change that the server makes to a record. */
export type ReviseCommand = {
  clientId: string;
  at: number;
  /** Pure. Undefined if nothing changes. */
  revise(record: ClientRecord): ComposedRecord | undefined;
};

/** `inTransaction` holds parts of other transactions, for use in storage only. */
export function recordQueries(engine: Engine, seals: DataKeyring) {
  const queries = preparedRecordQueries(engine);
  const bodies = recordBodies(queries, seals);
  const { findHead, recordOf, recordIn, open } = bodies;
  const { saveAll, storeRevision } = recordWriter(engine, { queries, bodies, seals });
  const saveTogether = (commands: SaveCommand[]) =>
    engine.write((db) => saveAll(db, commands), writeOfGroup(commands));
  // if the engine shares commits anyway, each save is faster without a group
  const saveGrouped = inGroups({ run: saveTogether, ownerOf: ({ clientId }) => clientId });
  const saveOne = engine.isShared ? saveGrouped : oneByOne(saveTogether);

  /** The current record, and the record at a revision if that revision is still stored. */
  async function readRevisions(
    db: Db,
    clientId: string,
    revision: number,
  ): Promise<RecordRevisions | undefined> {
    const head = await findHead(db, clientId);
    if (!head) return undefined;
    const record = await recordOf(db, head);
    if (revision === head.revision) return { record, earlier: record };
    const [row] = await queries.body(db, { clientId, revision });
    return { record, earlier: row && (await recordIn(db, clientId, { revision, body: row.body })) };
  }

  /** Reads and composes before the transaction, since other saves wait for its end. A stored revision never changes. */
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

  /** Keeps the text as it was stored, without adapting it to this release. */
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

  /** For clients without a record, whose saves nothing can conflict with. */
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
    /** The record as stored JSON, so that a caller that passes it on need not parse it. */
    loadText,

    async load(clientId: string): Promise<StoredRecord | undefined> {
      const stored = await loadText(clientId);
      if (!stored) return undefined;
      const { text, ...rest } = stored;
      return { ...rest, record: JSON.parse(text) as ClientRecord };
    },

    /**
     * Stores the record as its next revision, with history, summary, submission and events, or stores nothing at all.
     */
    async save(command: SaveCommand): Promise<SaveOutcome> {
      await seals.prepare(command.clientId);
      const settled = await saveOne(command);
      if ("refusal" in settled) throw settled.refusal;
      return settled.outcome;
    },

    /**
     * Brings an earlier revision back as the record's next one. The last submission stays the last. The events are
     * stored only if the record changed.
     */
    restore: (command: RestoreCommand, events: StorageEvent[]): Promise<RestoreOutcome> =>
      restore(command, events),

    findSummary: (clientId: string): Promise<RecordSummary | undefined> =>
      engine.read(async (db) => {
        const head = await findHead(db, clientId);
        return head && summaryOf(head);
      }),

    findReceipt: (clientId: string): Promise<SubmissionReceipt> =>
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

    /** The newest stored revision up to this one. */
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
