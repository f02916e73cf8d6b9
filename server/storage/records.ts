import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { ClientRecord } from "#contract/record.ts";
import { summaryOf } from "./clients.ts";
import { damage, parseStored } from "./damage.ts";
import type { Seals } from "./data-keys.ts";
import type { Engine } from "./engine.ts";
import { insertEvents } from "./events.ts";
import { shortenHistory } from "./history.ts";
import { mailOutbox } from "./mail-outbox.ts";
import { openAsks } from "./open-asks.ts";
import { type Head, preparedRecordQueries } from "./record-statements.ts";
import { type SaveState, saveState } from "./save-state.ts";
import type { Tables } from "./schema.ts";
import { sealedPlaces } from "./sealed-places.ts";
import type {
  ComposedRecord,
  RecordSummary,
  RestoreCommand,
  RestoreOutcome,
  ReviseCommand,
  SaveCommand,
  SaveOutcome,
  StorageEvent,
  StoredRecord,
} from "./storage.ts";
import { takeNaming } from "./take-names.ts";
import type { ReadRevisions } from "./threads.ts";
import { webhookOutbox } from "./webhook-outbox.ts";

type Db = Kysely<Tables>;
/** From the head that was there to the row that takes its place. */
type RecordChanging = Storing & { row: Head; state: SaveState };
/** What is not known of the rest is looked for. */
type Storing = { text: string; record: ClientRecord } & Partial<Pick<SaveState, "hasTakes" | "hasWebhooks">>;
type StoredBody = { revision: number; body: Uint8Array };

export function recordQueries(engine: Engine, seals: Seals) {
  const queries = preparedRecordQueries(engine);
  const followNames = takeNaming(engine);
  const outbox = webhookOutbox(engine, seals);
  const mails = mailOutbox(engine);
  const asks = openAsks(engine);
  const readState = saveState(engine);

  async function save(db: Db, command: SaveCommand): Promise<SaveOutcome> {
    const state = await stateBefore(db, command);
    const { head } = state;
    const repeated = await repeatedSave(db, command, head);
    if (repeated) return repeated;
    const composed = command.compose(await previousRecord(db, command, head));
    const text = JSON.stringify(composed.record);
    const contentHash = hash("sha256", text);
    const isSame = head?.content_hash === contentHash && !Number.isNaN(command.expectedRevision);
    const unchanged = isSame && (await isStored(db, head, contentHash)) ? head : undefined;
    if (!unchanged && isConflict(command, head)) return { kind: "conflict", revision: head?.revision ?? 0 };
    const row = unchanged ?? headRow(command, composed, { contentHash, head });
    if (!unchanged) await storeChange(db, command, { state, row, text, record: composed.record });
    const submitted = await storeSubmission(db, command, row, text);
    if (submitted !== row) await queries.putHead(db, submitted);
    await tellSubmission(db, command, submitted !== row);
    await rememberKey(db, command, submitted);
    return savedAs(submitted);
  }

  async function stateBefore(db: Db, command: SaveCommand): Promise<SaveState> {
    const state = await readState(db, command);
    return state.head ? state : { ...state, head: await findHead(db, command.clientId) };
  }

  async function storeChange(db: Db, command: SaveCommand, change: RecordChanging): Promise<void> {
    const { state, row } = change;
    if (state.hasOpenAsks) await answerAsked(db, command, change);
    await storeRevision(db, row, { ...change, ...state });
  }

  /** Where the record before it is damaged, nobody can tell what the save says, and what was asked stays open. */
  async function answerAsked(
    db: Db,
    { clientId, at, requestId, isAnswered }: SaveCommand,
    { state: { head }, record }: RecordChanging,
  ): Promise<void> {
    const open = await asks.open(db, clientId);
    if (open.length === 0 || (head && !(await isStored(db, head, head.content_hash)))) return;
    const change = { before: head && (await recordOf(db, head)), after: record };
    const answered = open.filter((ask) => isAnswered(ask, change));
    await asks.answer(db, answered, { clientId, at, requestId });
  }

  /** The same content as in the last submission is that submission, however often it is sent. */
  async function storeSubmission(db: Db, command: SaveCommand, row: Head, text: string): Promise<Head> {
    const { submissionId, clientId, at, requestId } = command;
    if (!submissionId || row.submitted_hash === row.content_hash) return row;
    await db
      .insertInto("submissions")
      .values({
        submission_id: submissionId,
        client_id: clientId,
        revision: row.revision,
        content_hash: row.content_hash,
        body: await seal(db, row, text),
        submitted_at: at,
      })
      .execute();
    await insertEvents(db, [
      { at, kind: "record.submitted", actor: clientId, clientId, ...(requestId && { requestId }) },
    ]);
    return { ...row, submitted_at: at, submitted_hash: row.content_hash };
  }

  /** After the head is stored, which the message is made of; whom it is mailed to is theirs to choose. */
  async function tellSubmission(db: Db, { clientId, at }: SaveCommand, isNew: boolean): Promise<void> {
    if (!isNew) return;
    await outbox.tell(db, { kind: "record.submitted", clientId, at });
    await mails.submitted(db, { clientId, at });
  }

  async function repeatedSave(db: Db, { clientId, idempotency }: SaveCommand, head: Head | undefined) {
    if (!idempotency || !head) return undefined;
    const row = await db
      .selectFrom("idempotency_keys")
      .select(["revision", "saved_at", "request_hash", "used_at"])
      .where("client_id", "=", clientId)
      .where("idempotency_key", "=", idempotency.key)
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.request_hash !== idempotency.requestHash) return { kind: "idempotency-mismatch" } as const;
    return savedAs({ ...row, submitted_at: await submittedBy(db, clientId, row) });
  }

  /** When the last submission was that a save knew of, whatever was submitted since. */
  async function submittedBy(
    db: Db,
    clientId: string,
    { revision, used_at }: { revision: number; used_at: number },
  ) {
    const row = await db
      .selectFrom("submissions")
      .select("submitted_at")
      .where("client_id", "=", clientId)
      .where((row) =>
        // of the same revision, one that came later is told by its time
        row.or([
          row("revision", "<", revision),
          row.and([row("revision", "=", revision), row("submitted_at", "<=", used_at)]),
        ]),
      )
      .orderBy("revision", "desc")
      .limit(1)
      .executeTakeFirst();
    return row?.submitted_at ?? null;
  }

  async function previousRecord(db: Db, command: SaveCommand, head: Head | undefined) {
    if (!head || (!command.needsPrevious && head.interview_hash === command.interviewHash)) return undefined;
    return recordOf(db, head);
  }

  async function recordOf(db: Db, head: Head): Promise<ClientRecord> {
    const { client_id: clientId, revision, content_hash: contentHash } = head;
    const [row] = await queries.body(db, { clientId, revision });
    return intactRecord(row && (await open(db, clientId, { revision, body: row.body })), contentHash);
  }

  /** The text of a stored body. */
  async function open(db: Db, clientId: string, { revision, body }: StoredBody): Promise<string> {
    return (await seals.toRead(db, clientId)).unseal(sealedPlaces.record(revision), body);
  }

  async function seal(db: Db, { client_id, revision }: Head, text: string): Promise<Uint8Array> {
    return (await seals.toWrite(db, client_id)).seal(sealedPlaces.record(revision), text);
  }

  async function recordIn(db: Db, clientId: string, stored: StoredBody): Promise<ClientRecord> {
    return parseStored(await open(db, clientId, stored)) as ClientRecord;
  }

  /** The record as it is now, and as it was in a revision, as far as that is still kept. */
  async function readRecordIn(
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

  /** A body that was damaged since is not: the save that repeats it stores it anew. */
  async function isStored(
    db: Db,
    { client_id: clientId, revision }: Head,
    contentHash: string,
  ): Promise<boolean> {
    const [row] = await queries.body(db, { clientId, revision });
    return row !== undefined && isIntact(db, { clientId, revision, body: row.body }, contentHash);
  }

  /** Where a damaged page hides it, the revisions still tell that there is one. */
  async function findHead(db: Db, clientId: string): Promise<Head | undefined> {
    const [head] = await queries.head(db, { clientId });
    if (!head && (await queries.anyRevision(db, { clientId })).length > 0) throw damage();
    return head;
  }

  /** SQLite has no checksums: what a failing disk made of a body would be answered as if it had been saved. */
  function intactRecord(text: string | undefined, contentHash: string): ClientRecord {
    if (text === undefined || hash("sha256", text) !== contentHash) throw damage();
    return JSON.parse(text) as ClientRecord;
  }

  async function isIntact(
    db: Db,
    { clientId, ...stored }: StoredBody & { clientId: string },
    contentHash: string,
  ): Promise<boolean> {
    try {
      return hash("sha256", await open(db, clientId, stored)) === contentHash;
    } catch {
      return false;
    }
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
      await storeRevision(db, row, { text: next.text, record: composed.record });
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
    await storeRevision(db, row, { text, record: composed.record });
  }

  async function storeRevision(
    db: Db,
    row: Head,
    { text, record, hasTakes = true, hasWebhooks = true }: Storing,
  ): Promise<void> {
    const { client_id: clientId, revision, saved_at: at } = row;
    const body = await seal(db, row, text);
    // first: of two servers that save the same record, one waits here, and is run again upon what the other has stored
    await queries.putHead(db, row);
    await queries.addRevision(db, { clientId, revision, body, savedAt: at });
    await shortenHistory(db, { clientId, revision, at });
    if (hasTakes) await followNames(db, { clientId, record, at });
    if (hasWebhooks) await outbox.tellSaved(db, { clientId, at });
  }

  return {
    loadRecord: (clientId: string): Promise<StoredRecord | undefined> =>
      engine.read(async (db) => {
        const [row] = await queries.record(db, { clientId });
        if (!row) {
          await findHead(db, clientId);
          return undefined;
        }
        const { revision, body, content_hash } = row;
        const text = body ? await open(db, clientId, { revision, body }) : undefined;
        const record = intactRecord(text, content_hash);
        return { revision: row.revision, savedAt: row.saved_at, submittedAt: row.submitted_at, record };
      }),

    /** Stores the record as its next revision, with history, summary, submission and events, or nothing at all. */
    async saveRecord(command: SaveCommand): Promise<SaveOutcome> {
      await seals.prepare(command.clientId);
      return engine.write((db) => save(db, command));
    },

    /**
     * Brings an earlier revision back as the record's next one. Its submission stays the last one. The events are
     * stored only where something changed.
     */
    restoreRevision: (command: RestoreCommand, events: StorageEvent[]): Promise<RestoreOutcome> =>
      restore(command, events),

    /** Changes the record as part of a transaction; not for use outside this folder. */
    reviseRecord: revise,

    /** Part of a transaction; not for use outside this folder. */
    readRecordIn,

    findSummary: (clientId: string): Promise<RecordSummary | undefined> =>
      engine.read(async (db) => {
        const head = await findHead(db, clientId);
        return head && summaryOf(head);
      }),

    loadRevision: (clientId: string, revision: number): Promise<ClientRecord | undefined> =>
      engine.read(async (db) => {
        const [row] = await queries.body(db, { clientId, revision });
        return row && recordIn(db, clientId, { revision, body: row.body });
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
          record: intactRecord(seal.unseal(sealedPlaces.record(revision), body), row.content_hash),
        }));
      }),

    dropIdempotencyKeys: (before: number) =>
      engine.write(async (db) => {
        await db.deleteFrom("idempotency_keys").where("used_at", "<", before).execute();
      }),
  };
}

function isConflict({ expectedRevision }: SaveCommand, head: Head | undefined): boolean {
  return expectedRevision !== undefined && expectedRevision !== (head?.revision ?? 0);
}

function headRow(
  { clientId, at }: Pick<SaveCommand, "clientId" | "at">,
  composed: ComposedRecord,
  { contentHash, head }: { contentHash: string; head: Head | undefined },
): Head {
  return {
    client_id: clientId,
    revision: (head?.revision ?? 0) + 1,
    content_hash: contentHash,
    interview_hash: composed.interviewHash,
    completed: composed.completed,
    total: composed.total,
    percent: composed.percent,
    complete_questions: JSON.stringify(composed.completeQuestions),
    last_section: composed.lastSection,
    saved_at: at,
    submitted_at: head?.submitted_at ?? null,
    submitted_hash: head?.submitted_hash ?? null,
  };
}

async function rememberKey(db: Db, { clientId, at, idempotency }: SaveCommand, row: Head): Promise<void> {
  if (!idempotency) return;
  await db
    .insertInto("idempotency_keys")
    .values({
      client_id: clientId,
      idempotency_key: idempotency.key,
      request_hash: idempotency.requestHash,
      revision: row.revision,
      saved_at: row.saved_at,
      used_at: at,
    })
    .execute();
}

function savedAs(row: Pick<Head, "revision" | "saved_at" | "submitted_at">): SaveOutcome {
  return { kind: "saved", revision: row.revision, savedAt: row.saved_at, submittedAt: row.submitted_at };
}
