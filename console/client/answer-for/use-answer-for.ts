import type { AnswerWhy } from "#contract/manage/answer-for.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { call } from "../../api/call.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { CLIENTS } from "../../clients/use-clients.ts";
import { useClientAct } from "../use-client.ts";
import type { AnswerEntry } from "./answer-drafts.ts";

export type SentAnswer = { questionId: string; revision: number; entry: AnswerEntry; why: AnswerWhy };

/** Against a client who saves at the same moment. */
const TRIES = 5;

type AnswerForOptions = {
  /** Once the page shows the answer. */
  onShown: () => void;
  /** The client has saved since the form was filled in; `newest` is the revision that they have now. */
  onConflict: (newest: number) => void;
};

/** Saves an answer for a client. */
export function useAnswerFor(clientId: string, { onShown, onConflict }: AnswerForOptions) {
  return useClientAct<SentAnswer, { revision: number }>(
    async ({ questionId, ...sent }) => {
      const send = (revision: number) =>
        call(manageEndpoints.answerFor, { params: { clientId, questionId }, body: { ...sent, revision } });
      // one more answer replaces nothing, whatever the client has saved since
      if ("responses" in sent.entry) return sendToNewest(clientId, send);
      try {
        return await send(sent.revision);
      } catch (error) {
        if (isConflict(error)) onConflict(await newestRevision(clientId));
        throw error;
      }
    },
    onShown,
    [CLIENTS, clientId],
  );
}

async function sendToNewest(clientId: string, send: (revision: number) => Promise<{ revision: number }>) {
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
