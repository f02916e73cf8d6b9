import type { AnswerWhy } from "#contract/manage/answer-for.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../../api/call.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { CLIENTS } from "../../clients/use-clients.ts";
import { useClientAct } from "../use-client.ts";
import type { AnswerEntry } from "./answer-drafts.ts";

export type SentAnswer = { questionId: string; revision: number; entries: AnswerEntry[]; why: AnswerWhy };

type Send = (revision: number) => Promise<{ revision: number }>;

/** Against a client who saves at the same moment. */
const TRIES = 5;

type AnswerForOptions = {
  /** Once the page shows the answer. */
  onShown: () => void;
  /**
   * The revision upon which a form may be sent again: its own where what comes after it fails, or that of a client who has
   * saved since the form was filled in, once the manager has seen the conflict.
   */
  onRevision: (revision: number) => void;
};

/** Saves what a client has said to a question: a form, words, or both. */
export function useAnswerFor(clientId: string, { onShown, onRevision }: AnswerForOptions) {
  return useClientAct<SentAnswer, void>(
    async ({ questionId, entries, revision: read, why }) => {
      const params = { clientId, questionId };
      for (const entry of entries) {
        const send = (revision: number) =>
          call(manageEndpoints.answerFor, { params, body: { entry, revision, why } });
        // one more answer replaces nothing, whatever the client has saved since
        if ("responses" in entry) await sendToNewest(clientId, send);
        else onRevision(await sendForm(send));
      }

      async function sendForm(send: Send): Promise<number> {
        try {
          return (await send(read)).revision;
        } catch (error) {
          if (isConflict(error)) onRevision(await newestRevision(clientId));
          throw error;
        }
      }
    },
    onShown,
    [CLIENTS, clientId],
  );
}

async function sendToNewest(clientId: string, send: Send) {
  for (let tries = 1; ; tries++) {
    try {
      return await send(await newestRevision(clientId));
    } catch (error) {
      if (tries === TRIES || !isConflict(error)) throw error;
    }
  }
}

async function newestRevision(clientId: string): Promise<number> {
  return (await call(manageEndpoints.readRecord, { params: { clientId } })).revision;
}

/** Whether the record is newer than the one that was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallFailure && error.code === "CONFLICT";
}
