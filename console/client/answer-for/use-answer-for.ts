import type { AnswerWhy } from "#contract/manage/answer-for.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../../api/call.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { CLIENTS } from "../../clients/use-clients.ts";
import { useClientAct } from "../use-client.ts";
import type { AnswerEntry } from "./answer-drafts.ts";

export type SentAnswer = { questionId: string; revision: number; entries: AnswerEntry[]; why: AnswerWhy };

type Send = (revision: number) => Promise<{ revision: number }>;

/** Retries in case the client saves at the same moment. */
const TRIES = 5;

type AnswerForOptions = {
  /** Called once the page shows the answer. */
  onShown: () => void;
  /**
   * Gets the revision for the next attempt to send a form. After a saved form, this is the form's new revision, in case
   * a later entry fails. After a conflict, it is the newest revision, so that the manager can send again deliberately.
   */
  onRevision: (revision: number) => void;
};

/** Saves a client's answer to a question: a form, text, or both. */
export function useAnswerFor(clientId: string, { onShown, onRevision }: AnswerForOptions) {
  return useClientAct<SentAnswer, void>(
    async ({ questionId, entries, revision: read, why }) => {
      const params = { clientId, questionId };
      for (const entry of entries) {
        const send = (revision: number) =>
          call(manageEndpoints.answerFor, { params, body: { entry, revision, why } });
        // an additional answer replaces nothing, so any newer revision is fine
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

/** Whether the record has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallFailure && error.code === "CONFLICT";
}
