import { FOLLOW_UP_ENTRIES_MAX, type FollowUpEntryKind } from "#contract/manage/follow-ups.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db } from "../engine/schema.ts";
import { followUpAsked } from "../outbox/mail-outbox.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import type { Unsealer } from "../sealing/seal.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import {
  type ActOnMany,
  type ApproveCommand,
  type ApproveOutcome,
  approve,
  type ReadRecord,
  unapprove,
} from "./approvals.ts";
import { dropDraft } from "./drafts.ts";
import { addFollowUpEntry, type FollowUpAct, findFollowUp } from "./follow-up-rows.ts";

export type AskFollowUpCommand = FollowUpAct & {
  text: string;
  /** Whether the client is also mailed, if the client gets mail at all. */
  isMailed: boolean;
};
/** `gone`: the client no longer exists. Unless the outcome is `done`, nothing is written. */
export type AskFollowUpOutcome = "done" | "gone" | "asked-already" | "full";

export type StoredFollowUpEntry = {
  kind: FollowUpEntryKind;
  managerId: string | null;
  managerName: string | null;
  at: number;
  text: string | null;
  /** For an answer: ids of the question's previous answers. Earlier releases did not store them. */
  earlier?: string[];
};
export type StoredFollowUp = {
  questionId: string;
  askedAt: number | null;
  approvedMark: string | null;
  /** Oldest first. */
  entries: StoredFollowUpEntry[];
};
export type SentFollowUp = { questionId: string; text: string; managerName: string; askedAt: number };

/** Makes the event for one question. */
type EventOf = (questionId: string) => StorageEvent;

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
    await dropDraft(db, act);
    await outbox.tell(db, { kind: "follow_up.sent", clientId, question, at });
    await outbox.tell(db, { kind: "answer.asked_back", clientId, question, at });
    if (isMailed) await followUpAsked(db, { clientId, at });
    return "done";
  }

  return {
    /** Asks a follow-up, which reopens the question for the client. */
    ask: (command: AskFollowUpCommand, events: StorageEvent[]): Promise<AskFollowUpOutcome> =>
      engine.write(async (db) => {
        const outcome = await askFollowUp(db, command);
        if (outcome === "done") await insertEvents(db, events);
        return outcome;
      }),

    /** False if the question has no open follow-up. */
    withdraw: (act: FollowUpAct, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const followUp = await findFollowUp(db, act);
        if (!followUp || followUp.asked_at === null) return false;
        await addFollowUpEntry(db, { ...act, entry: followUp.entries + 1, kind: "taken-back" });
        await insertEvents(db, events);
        return true;
      }),

    /** Approves the answers that were read, and closes their follow-ups. Approved questions stay unchanged. */
    approve: (command: ApproveCommand, eventOf: EventOf): Promise<ApproveOutcome> =>
      engine.write(async (db) => {
        const outcome = await approve(db, command, readRecord);
        if (outcome.kind !== "done") return outcome;
        const { clientId, at } = command;
        for (const question of outcome.approved)
          await outbox.tell(db, { kind: "question.approved", clientId, question, at });
        await insertEvents(db, outcome.approved.map(eventOf));
        return outcome;
      }),

    /** Returns the ids of the questions whose approval was withdrawn. */
    unapprove: (act: ActOnMany, eventOf: EventOf): Promise<string[]> =>
      engine.write(async (db) => {
        const undone = await unapprove(db, act);
        await insertEvents(db, undone.map(eventOf));
        return undone;
      }),

    /** The follow-ups of one client, by question. */
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

    /** Open follow-ups, oldest first. */
    listOpen: (clientId: string): Promise<SentFollowUp[]> =>
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
  const body = row.body && unseal(sealingContexts.followUpEntry(row.question_id, row.entry), row.body);
  const entry = { kind, managerId, managerName, at };
  if (kind !== "answered") return { ...entry, text: body };
  return { ...entry, text: null, ...(body !== null && { earlier: parseStored(body) as string[] }) };
}
