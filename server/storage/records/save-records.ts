import { hash } from "node:crypto";
import type { RecordChange } from "#contract/record/answered-again.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { noteHelperSave } from "../access/helping.ts";
import { isLiving, type SessionCondition } from "../access/live-session.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { hourOf, noteStates } from "../engine/client-facts.ts";
import type { ClientInterview } from "../engine/client-interview.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { SessionEnded, StorageUnavailable } from "../engine/faults.ts";
import { type ComputedSummary, computedRow } from "../engine/record-summary.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { openFollowUps } from "../follow-ups/open-follow-ups.ts";
import { mailOutbox } from "../outbox/mail-outbox.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { takeReferences } from "../takes/take-references.ts";
import { boundSubmissions } from "./bound-submissions.ts";
import { shortenHistory } from "./history.ts";
import type { RecordBodies } from "./record-bodies.ts";
import type { RecordRow, RecordStatements } from "./record-statements.ts";
import { type SaveState, saveStates } from "./save-state.ts";

/** A record ready to be stored, with the contents of its summary row. */
export type ComposedRecord = ComputedSummary & {
  record: ClientRecord;
  /** The interview whose entries are all that the record holds; empty if the record also has entries to carry over. */
  interviewHash: string;
  /** Ids of the unanswered questions that prevent a submission. */
  missing: string[];
  /** Names of the entries that are too small for all answers: nothing is stored. */
  full?: string[];
};

export type SaveCommand = SessionCondition & {
  clientId: string;
  at: number;
  /** The save is a conflict if the record has another revision; undefined skips this check. */
  expectedRevision: number | undefined;
  /** If the stored record has another hash, `compose` gets it, since it may have entries to carry over. */
  interviewHash: string;
  /** The interview that the client is asked. From the first submission on, the client stays on that version. */
  interview: ClientInterview;
  /** Pass the stored record to `compose` in any case. */
  needsPrevious: boolean;
  /** Pure; runs inside the transaction. */
  compose(previous: ClientRecord | undefined): ComposedRecord;
  /** Set if a helper of the client saves. */
  helper?: { helperId: string; isDone: boolean; countAnswers(record: ClientRecord): number };
  /** Set if a manager saves for the client. The event is stored only if the record changed. */
  answeredFor?: { managerId: string; event: StorageEvent };
  /** Set to store a submission of the record under this id. */
  submissionId?: string;
  idempotency?: { key: string; requestHash: string };
  requestId?: string;
  /** The saving device in our own words, such as "iPhone, Safari". */
  device?: string | null;
  /** False if no mail server is set up: otherwise setting one up later would send mails about old submissions. */
  isMailed?: boolean | undefined;
  /** Pure. Whether the change answers the follow-up on that question. */
  isAnswered(asked: { questionId: string; askedAt: number }, change: RecordChange): boolean;
  /** Pure. Ids of the answers to that question. */
  answerIds(questionId: string, record: ClientRecord | undefined): string[];
};

export type SaveOutcome =
  | { kind: "saved"; revision: number; savedAt: number; submittedAt: number | null }
  | { kind: "conflict"; revision: number }
  | { kind: "idempotency-mismatch" }
  /** The save was to submit, but required questions have no answer. Nothing is stored. */
  | { kind: "incomplete"; missing: string[] }
  /** Entries are too small for all answers. Nothing is stored. */
  | { kind: "full"; entries: string[] };
/** The result of a command: a head, and a new revision if the record changed. The body is sealed. */
type SaveDecision = ComposedSave & { command: SaveCommand; state: SaveState; isChanged: boolean };
type ComposedSave = { row: RecordRow; record: ClientRecord; body: Uint8Array };
type SaveVerdict = { refusal: Error } | { outcome: SaveOutcome } | { decided: SaveDecision };
/** The result of one save in a group. */
export type SaveResult = { refusal: Error } | { outcome: SaveOutcome };
/** A record that replaces the one before it. An absent flag counts as true. */
type RevisionWrite = ComposedSave &
  Partial<Pick<SaveState, "hasTakes" | "hasWebhooks">> & { device?: string | null | undefined };

type SaveDeps = { queries: RecordStatements; bodies: RecordBodies; seals: DataKeyring };

export function recordWriter(engine: Engine, { queries, bodies, seals }: SaveDeps) {
  const readStates = saveStates(engine);
  const followNames = takeReferences(engine);
  const outbox = webhookOutbox(engine, seals);
  const mails = mailOutbox(engine);
  const followUps = openFollowUps(engine, seals);

  /**
   * Stores the records of different clients as their next revisions, with history, summary, submission and events. A
   * refused save changes nothing and does not affect the others; if the database fails, nothing is stored.
   */
  async function saveAll(db: Db, commands: SaveCommand[]): Promise<SaveResult[]> {
    const states = await readStates(db, commands);
    const judged: SaveVerdict[] = [];
    for (const [place, command] of commands.entries())
      judged.push(await judge(db, command, states[place] as SaveState));
    const decided = judged.flatMap((each) => ("decided" in each ? each.decided : []));
    const changed = decided.filter(({ isChanged }) => isChanged);
    await storeRevisions(
      db,
      changed.map(({ state, command: { device }, ...composed }) => ({ ...state, ...composed, device })),
    );
    const rows = new Map<SaveDecision, RecordRow>();
    for (const each of decided) rows.set(each, await follow(db, each));
    await noteStates(
      db,
      [...rows].filter(mayMove).map(([{ command }]) => command.clientId),
    );
    await queries.putKeys(db, [...rows].flatMap(keyOf));
    return judged.map((each) =>
      "decided" in each ? { outcome: savedAs(rows.get(each.decided) ?? each.decided.row) } : each,
    );
  }

  async function judge(db: Db, command: SaveCommand, state: SaveState): Promise<SaveVerdict> {
    try {
      return await decide(db, command, state);
    } catch (error) {
      // any other error is the database's, and ends the whole transaction
      if (error instanceof SessionEnded || error instanceof StorageUnavailable) return { refusal: error };
      throw error;
    }
  }

  async function decide(db: Db, command: SaveCommand, state: SaveState): Promise<SaveVerdict> {
    const { clientId } = command;
    expectSession(command, state);
    const { head } = state;
    if (!head) await bodies.expectNothing(db, clientId);
    const repeated = await repeatedSave(db, command, state);
    if (repeated) return { outcome: repeated };
    const composed = command.compose(await previousRecord(db, command, head));
    const text = JSON.stringify(composed.record);
    const contentHash = hash("sha256", text);
    const isSame = head?.content_hash === contentHash && !Number.isNaN(command.expectedRevision);
    const isChanged = !isSame || !(await bodies.isStored(db, head, contentHash));
    const refused = isChanged ? conflictOf(command, head) : undefined;
    const unfit = refused ?? unfitOf(command, composed);
    if (unfit) return { outcome: unfit };
    const row = isChanged ? headRow(command, composed, { contentHash, head }) : head;
    const body = await bodies.seal(db, row, text);
    return { decided: { command, state, row, record: composed.record, body, isChanged } };
  }

  async function repeatedSave(
    db: Db,
    { clientId, idempotency }: SaveCommand,
    { head, repeated }: SaveState,
  ): Promise<SaveOutcome | undefined> {
    if (!idempotency || !head || !repeated) return undefined;
    if (repeated.request_hash !== idempotency.requestHash) return { kind: "idempotency-mismatch" };
    return savedAs({ ...repeated, submitted_at: await submittedBy(db, clientId, repeated) });
  }

  /** When the last submission was at the time of the repeated save; later submissions do not count. */
  async function submittedBy(
    db: Db,
    clientId: string,
    { revision, used_at }: { revision: number; used_at: number },
  ): Promise<number | null> {
    const row = await db
      .selectFrom("submissions")
      .select("submitted_at")
      .where("client_id", "=", clientId)
      .where((row) =>
        // within the same revision, the time shows which submission came later
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

  async function previousRecord(db: Db, command: SaveCommand, head: RecordRow | undefined) {
    if (!head || (!command.needsPrevious && head.interview_hash === command.interviewHash)) return undefined;
    return bodies.recordOf(db, head);
  }

  /** Each revision is of a different client. */
  async function storeRevisions(db: Db, storing: RevisionWrite[]): Promise<void> {
    const revisions = storing.map(({ row: { client_id, revision, saved_at }, body, device = null }) => ({
      client_id,
      revision,
      body,
      saved_at,
      device,
    }));
    // heads come first: if two servers save the same record, the second waits here, and is then run again with what the
    // first stored
    await queries.putHeads(
      db,
      storing.map(({ row }) => row),
    );
    await queries.addRevisions(db, revisions);
    for (const each of storing) await followRevision(db, each);
  }

  async function followRevision(
    db: Db,
    { row, record, body, hasTakes = true, hasWebhooks = true }: RevisionWrite,
  ) {
    const { client_id: clientId, revision, saved_at: at } = row;
    await shortenHistory(db, { clientId, revision, at, bytes: body.length });
    if (hasTakes) await followNames(db, { clientId, record, at });
    if (hasWebhooks) await outbox.tellSaved(db, { clientId, at });
  }

  /** What a save does besides storing the record. Returns the resulting head. */
  async function follow(db: Db, decided: SaveDecision): Promise<RecordRow> {
    const { command, state, row } = decided;
    if (decided.isChanged && state.hasWebhooks) await tellAnswered(db, decided);
    if (decided.isChanged && state.hasOpenFollowUps) await answerAsked(db, decided);
    await noteOther(db, decided);
    const { head: submitted, isNews } = await storeSubmission(db, decided);
    if (submitted === row) return row;
    await queries.putHeads(db, [submitted]);
    // after the head is stored, since the message is made from it
    const { clientId, at } = command;
    if (isNews) await outbox.tell(db, { kind: "record.submitted", clientId, at });
    // mails have a separate rest period, and the last mail reports the latest submission
    if (command.isMailed !== false) await mails.submitted(db, { clientId, at });
    return submitted;
  }

  /** For saves by a manager or a helper. */
  async function noteOther(db: Db, { command, record, isChanged }: SaveDecision): Promise<void> {
    const { at, helper, answeredFor } = command;
    if (isChanged && answeredFor) await insertEvents(db, [answeredFor.event]);
    if (!helper) return;
    const { helperId, isDone, countAnswers } = helper;
    await noteHelperSave(db, { helperId, isDone, answers: countAnswers(record), at });
  }

  /** Notifies webhooks of each question that this save completed. */
  async function tellAnswered(db: Db, { command, state: { head }, row }: SaveDecision): Promise<void> {
    const { clientId, at } = command;
    const before = new Set(head ? (parseStored(head.complete_questions) as string[]) : []);
    const complete = parseStored(row.complete_questions) as string[];
    for (const question of complete.filter((id) => !before.has(id)))
      await outbox.tell(db, { kind: "question.answered", clientId, question, at });
  }

  /** If the previous record is damaged, the change is unknown, and follow-ups stay open. */
  async function answerAsked(db: Db, { command, state: { head }, record }: SaveDecision): Promise<void> {
    const { clientId, at, requestId, isAnswered, answerIds, answeredFor } = command;
    if (head && !(await bodies.isStored(db, head, head.content_hash))) return;
    const change = { before: head && (await bodies.recordOf(db, head)), after: record };
    const answered = (await followUps.open(db, clientId))
      .filter((followUp) => isAnswered(followUp, change))
      .map((followUp) => ({ ...followUp, earlier: answerIds(followUp.questionId, change.before) }));
    const managerId = answeredFor?.managerId;
    await followUps.answer(db, answered, { clientId, at, requestId, managerId });
    for (const { questionId: question } of answered)
      await outbox.tell(db, { kind: "follow_up.answered", clientId, question, at });
  }

  /** A save with the same content as the last submission adds no submission, however often it is sent. */
  async function storeSubmission(db: Db, { command, row, body }: SaveDecision) {
    const { submissionId, clientId, at, requestId, interviewHash, interview } = command;
    if (!submissionId || row.submitted_hash === row.content_hash) return { head: row, isNews: false };
    const { revision, content_hash } = row;
    const isNews = await boundSubmissions(db, { clientId, at, bytes: body.length });
    const submission = { submission_id: submissionId, client_id: clientId, revision, content_hash };
    await db
      .insertInto("submissions")
      .values({
        ...submission,
        body,
        submitted_at: at,
        interview_hash: interviewHash,
      } satisfies Tables["submissions"])
      .execute();
    await db
      .updateTable("clients")
      .set({ interview_version: interview.version })
      .where("client_id", "=", clientId)
      // a client who was given another interview meanwhile must not get this one's version
      .where("interview_id", "=", interview.interviewId)
      .where("interview_version", "is", null)
      .execute();
    if (isNews)
      await insertEvents(db, [
        { at, kind: "record.submitted", actor: clientId, clientId, ...(requestId && { requestId }) },
      ]);
    return { head: { ...row, submitted_at: at, submitted_hash: content_hash }, isNews };
  }

  return {
    saveAll,

    async storeRevision(
      db: Db,
      { text, ...revision }: Omit<RevisionWrite, "body"> & { text: string },
    ): Promise<void> {
      await storeRevisions(db, [{ ...revision, body: await bodies.seal(db, revision.row, text) }]);
      await noteStates(db, [revision.row.client_id]);
    },
  };
}

/** The session may have ended since its token was checked, while the request was still being read. */
function expectSession({ tokenHash, at }: SaveCommand, { session }: SaveState): void {
  if (tokenHash === undefined) return;
  if (!session || !isLiving(session, at)) throw new SessionEnded("The session has ended");
}

function conflictOf({ expectedRevision }: SaveCommand, head: RecordRow | undefined): SaveOutcome | undefined {
  const revision = head?.revision ?? 0;
  const isConflict = expectedRevision !== undefined && expectedRevision !== revision;
  return isConflict ? { kind: "conflict", revision } : undefined;
}

/** Why the record cannot be stored as the command says, if so. */
function unfitOf(
  { submissionId }: SaveCommand,
  { missing, full = [] }: ComposedRecord,
): SaveOutcome | undefined {
  if (full.length > 0) return { kind: "full", entries: full };
  return submissionId !== undefined && missing.length > 0 ? { kind: "incomplete", missing } : undefined;
}

export function headRow(
  { clientId, at }: Pick<SaveCommand, "clientId" | "at">,
  composed: ComposedRecord,
  { contentHash, head }: { contentHash: string; head: RecordRow | undefined },
): RecordRow {
  return {
    client_id: clientId,
    revision: (head?.revision ?? 0) + 1,
    content_hash: contentHash,
    interview_hash: composed.interviewHash,
    ...computedRow(composed),
    saved_at: at,
    submitted_at: head?.submitted_at ?? null,
    submitted_hash: head?.submitted_hash ?? null,
  };
}

/** Whether the save may change the client's state or active hour; most saves change neither. */
function mayMove([
  {
    state: { head },
    isChanged,
  },
  row,
]: [SaveDecision, RecordRow]): boolean {
  if (head === undefined || hourOf(row.saved_at) !== hourOf(head.saved_at)) return true;
  return row.submitted_at !== null && (isChanged || row !== head);
}

function keyOf([{ command }, row]: [SaveDecision, RecordRow]): Tables["idempotency_keys"][] {
  const { clientId, at, idempotency } = command;
  if (!idempotency) return [];
  return [
    {
      client_id: clientId,
      idempotency_key: idempotency.key,
      request_hash: idempotency.requestHash,
      revision: row.revision,
      saved_at: row.saved_at,
      used_at: at,
    },
  ];
}

function savedAs(row: Pick<RecordRow, "revision" | "saved_at" | "submitted_at">): SaveOutcome {
  return { kind: "saved", revision: row.revision, savedAt: row.saved_at, submittedAt: row.submitted_at };
}
