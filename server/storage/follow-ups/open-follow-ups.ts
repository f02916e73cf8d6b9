import { type SqlBool, sql } from "kysely";
import { insertEvents } from "../audit/events.ts";
import { type Engine, prepare } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { mailOutbox } from "../outbox/mail-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { addFollowUpEntry } from "./follow-up-rows.ts";

/** A follow-up without an answer, and its number of entries. */
type OpenFollowUp = { questionId: string; askedAt: number; entries: number };
/** `earlier`: ids of the question's answers before the change. */
type AnsweredFollowUp = OpenFollowUp & { earlier: string[] };
type Answering = {
  clientId: string;
  at: number;
  requestId: string | undefined;
  /** The manager who answered for the client; undefined if the client answered. */
  managerId: string | undefined;
};

/** For the client in the row. Uses the primary key, so that each client costs one look-up. */
const isOpen = sql<SqlBool>`threads.client_id = clients.client_id and threads.asked_at is not null`;
export const hasOpenFollowUp = sql<SqlBool>`exists (select 1 from threads where ${isOpen})`;
/** When the latest open follow-up was asked. */
export const askedSince = sql<number | null>`(select max(threads.asked_at) from threads where ${isOpen})`.as(
  "asked_since",
);

/** For the transaction of a save. Without open follow-ups, it costs one read by the primary key. */
export function openFollowUps(engine: Engine, seals: DataKeyring) {
  const { reader } = engine;
  const mails = mailOutbox(engine);
  const open = prepare<{ clientId: string }, OpenFollowUp>((param) =>
    reader
      .selectFrom("threads")
      .select(["question_id as questionId", "asked_at as askedAt", "entries"])
      .where("client_id", "=", param("clientId"))
      .where("asked_at", "is not", null)
      // the answers' events are stored in this order
      .orderBy("question_id")
      .$narrowType<{ askedAt: number }>(),
  );
  return {
    open: (db: Db, clientId: string): Promise<OpenFollowUp[]> => open(db, { clientId }),

    async answer(
      db: Db,
      followUps: AnsweredFollowUp[],
      { clientId, at, requestId, managerId }: Answering,
    ): Promise<void> {
      if (followUps.length === 0) return;
      const { seal } = await seals.toWrite(db, clientId);
      for (const { questionId, entries, earlier } of followUps) {
        const entry = entries + 1;
        const body = seal(sealingContexts.followUpEntry(questionId, entry), JSON.stringify(earlier));
        const answered = { clientId, questionId, entry, kind: "answered", body, at } as const;
        await addFollowUpEntry(db, { ...answered, ...(managerId && { managerId }) });
        await insertEvents(db, [
          {
            at,
            kind: "question.answered",
            actor: managerId ?? clientId,
            clientId,
            detail: questionId,
            ...(requestId && { requestId }),
          },
        ]);
      }
      // a manager who entered the answer needs no mail about it
      if (!managerId) await mails.answered(db, { clientId, at });
    },
  };
}
