import { FOLLOW_UP_ENTRIES_MAX, type FollowUpEntryKind } from "#contract/manage/follow-ups.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { noteClientFacts } from "../engine/client-facts.ts";
import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db } from "../engine/schema.ts";
import { followUpAsked } from "../outbox/mail-outbox.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import type { Unsealer } from "../sealing/seal.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { addFollowUpEntry, type FollowUpName, findFollowUp } from "./follow-up-rows.ts";
/** What a manager does at a question. */
export type FollowUpAct = FollowUpName & { managerId: string; at: number };
export type AskFollowUpCommand = FollowUpAct & {
  text: string;
  /** Whether the client gets it by mail too, if they get mail at all. */
  isMailed: boolean;
};
export type ApproveCommand = FollowUpAct & {
  /** The one that was read. */
  revision: number;
  /** Pure: distinguishes one content of a question from another; undefined if the question has no content. */
  mark(questionId: string, record: ClientRecord | undefined): string | undefined;
  /** Every question that the interview asks. */
  questions: readonly string[];
};

/** `gone`: there is no such client any more. Where it is not `done`, nothing is written. */
export type AskFollowUpOutcome = "done" | "gone" | "asked-already" | "full";
export type ApproveOutcome = "done" | "gone" | "nothing-there" | "changed" | "full";

/** A record as it is now, and as it was in another revision. */
export type ReadRevisions = { record: ClientRecord; earlier: ClientRecord | undefined };

export type StoredFollowUpEntry = {
  kind: FollowUpEntryKind;
  managerId: string | null;
  managerName: string | null;
  at: number;
  text: string | null;
};
export type StoredFollowUp = {
  questionId: string;
  askedAt: number | null;
  approvedMark: string | null;
  /** Oldest first. */
  entries: StoredFollowUpEntry[];
};
export type StoredAsk = { questionId: string; text: string; managerName: string; askedAt: number };

type ReadRecord = (db: Db, clientId: string, revision: number) => Promise<ReadRevisions | undefined>;

export function followUpQueries(engine: Engine, seals: DataKeyring, readRecord: ReadRecord) {
  const outbox = webhookOutbox(engine, seals);

  async function askFollowUp(
    db: Db,
    { text, isMailed, ...act }: AskFollowUpCommand,
  ): Promise<AskFollowUpOutcome> {
    if (!(await hasClient(db, act.clientId))) return "gone";
    const followUp = await findFollowUp(db, act);
    if (followUp && followUp.asked_at !== null) return "asked-already";
    const { entries = 0 } = followUp ?? {};
    if (entries >= FOLLOW_UP_ENTRIES_MAX) return "full";
    const { clientId, questionId: question, at } = act;
    const entry = entries + 1;
    const { seal } = await seals.toWrite(db, clientId);
    const body = seal(sealingContexts.followUpEntry(question, entry), text);
    await addFollowUpEntry(db, { ...act, entry, kind: "asked-back", body });
    await outbox.tell(db, { kind: "answer.asked_back", clientId, question, at });
    if (isMailed) await followUpAsked(db, { clientId, at });
    return "done";
  }

  async function approve(db: Db, command: ApproveCommand): Promise<ApproveOutcome | "unchanged"> {
    const { revision, mark, questions, ...act } = command;
    const { clientId, questionId } = act;
    if (!(await hasClient(db, act.clientId))) return "gone";
    const read = await readRecord(db, act.clientId, revision);
    const approvedMark = mark(questionId, read?.record);
    if (approvedMark === undefined) return "nothing-there";
    if (mark(questionId, read?.earlier) !== approvedMark) return "changed";
    const followUp = await findFollowUp(db, act);
    if (followUp?.approved_mark === approvedMark) return "unchanged";
    const { entries = 0 } = followUp ?? {};
    if (entries >= FOLLOW_UP_ENTRIES_MAX) return "full";
    await addFollowUpEntry(db, { ...act, entry: entries + 1, kind: "approved", approvedMark });
    const approved = await approvedMarks(db, clientId);
    const isWhole = questions.every((id) => {
      const current = mark(id, read?.record);
      return current === undefined || approved.get(id) === current;
    });
    if (isWhole) await noteApproval(db, clientId);
    return "done";
  }

  return {
    /** Opens a question again for the client. */
    ask: (command: AskFollowUpCommand, events: StorageEvent[]): Promise<AskFollowUpOutcome> =>
      engine.write(async (db) => {
        const outcome = await askFollowUp(db, command);
        if (outcome === "done") await insertEvents(db, events);
        return outcome;
      }),

    /** False where nothing is open any more. */
    withdraw: (act: FollowUpAct, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const followUp = await findFollowUp(db, act);
        if (!followUp || followUp.asked_at === null) return false;
        await addFollowUpEntry(db, { ...act, entry: followUp.entries + 1, kind: "taken-back" });
        await insertEvents(db, events);
        return true;
      }),

    /** Approves what was read, and settles what was asked. What is approved already is left as it is. */
    approve: (command: ApproveCommand, events: StorageEvent[]): Promise<ApproveOutcome> =>
      engine.write(async (db) => {
        const outcome = await approve(db, command);
        if (outcome === "unchanged") return "done";
        if (outcome === "done") await insertEvents(db, events);
        return outcome;
      }),

    /** Nothing happens where nothing is approved. */
    unapprove: (act: FollowUpAct, events: StorageEvent[]): Promise<void> =>
      engine.write(async (db) => {
        const followUp = await findFollowUp(db, act);
        if (!followUp || followUp.approved_mark === null) return;
        await addFollowUpEntry(db, { ...act, entry: followUp.entries + 1, kind: "unapproved" });
        await insertEvents(db, events);
      }),

    /** Of one client, by question. */
    list: (clientId: string): Promise<StoredFollowUp[]> =>
      engine.read(async (db) => {
        const followUps = await db
          .selectFrom("threads")
          .select(["question_id as questionId", "asked_at as askedAt", "approved_mark as approvedMark"])
          .where("client_id", "=", clientId)
          .orderBy("question_id")
          .execute();
        const rows = await entriesOf(db, clientId);
        const seal = await seals.toRead(db, clientId);
        return followUps.map((followUp) => {
          const own = rows.filter((row) => row.question_id === followUp.questionId);
          return { ...followUp, entries: own.map((row) => storedEntry(row, seal)) };
        });
      }),

    /** What is open, oldest first. */
    listOpen: (clientId: string): Promise<StoredAsk[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("threads")
          .innerJoin("thread_entries", (join) =>
            join
              .onRef("thread_entries.client_id", "=", "threads.client_id")
              .onRef("thread_entries.question_id", "=", "threads.question_id")
              .onRef("thread_entries.entry", "=", "threads.entries"),
          )
          .innerJoin("managers", "managers.manager_id", "thread_entries.manager_id")
          .select(["threads.question_id", "threads.entries", "managers.name"])
          .select(["thread_entries.body", "thread_entries.at"])
          .where("threads.client_id", "=", clientId)
          .where("threads.asked_at", "is not", null)
          .orderBy("thread_entries.at")
          .orderBy("threads.question_id")
          .execute();
        const { unseal } = await seals.toRead(db, clientId);
        return rows.map(({ question_id: questionId, entries: entry, body, at: askedAt, name }) => ({
          questionId,
          text: body ? unseal(sealingContexts.followUpEntry(questionId, entry), body) : "",
          managerName: name,
          askedAt,
        }));
      }),
  };
}

async function approvedMarks(db: Db, clientId: string): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("threads")
    .select(["question_id", "approved_mark"])
    .where("client_id", "=", clientId)
    .execute();
  return new Map(rows.map((row) => [row.question_id, row.approved_mark]));
}

/** Until its content is other. */
async function noteApproval(db: Db, clientId: string): Promise<void> {
  const record = db.selectFrom("records").select("content_hash").where("client_id", "=", clientId);
  const { content_hash } = await record.executeTakeFirstOrThrow();
  await noteClientFacts(db, clientId, { approved_hash: content_hash });
}

function entriesOf(db: Db, clientId: string) {
  return db
    .selectFrom("thread_entries")
    .leftJoin("managers", "managers.manager_id", "thread_entries.manager_id")
    .select(["question_id", "entry", "kind", "thread_entries.manager_id", "managers.name", "at", "body"])
    .where("client_id", "=", clientId)
    .orderBy("question_id")
    .orderBy("entry")
    .execute();
}

type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number];

function storedEntry(row: EntryRow, { unseal }: Unsealer): StoredFollowUpEntry {
  const { kind, manager_id: managerId, name: managerName, at } = row;
  const text = row.body && unseal(sealingContexts.followUpEntry(row.question_id, row.entry), row.body);
  return { kind, managerId, managerName, at, text };
}
