import { loadInterview, loadRecord } from "../api/firsthand-api.ts";
import type { Result } from "../api/result.ts";
import { createDictation, type Dictation } from "../dictation/dictation.ts";
import { findRecogniser } from "../dictation/recogniser.ts";
import { openDeviceItems } from "../draft/device-items.ts";
import { type DraftStore, openDraft } from "../draft/draft-store.ts";
import { createSync, type Sync } from "../draft/sync.ts";
import type { SessionStore } from "../session/session.ts";
import type { NewToast } from "../ui/toasts.ts";
import { type Actions, createActions } from "./actions.ts";

/** Everything that is there while a client answers. */
export type Workspace = {
  session: SessionStore;
  draft: DraftStore;
  sync: Sync;
  dictation: Dictation | undefined;
  actions: Actions;
};

type Opening = {
  session: SessionStore;
  /** Of the interview that the page was made for; its definition is then in the browser's cache. */
  interviewHash: string | undefined;
  notify: (toast: NewToast) => void;
};

/** Loads interview and record of the client who has just signed in, and opens the draft. */
export async function openWorkspace({ session, interviewHash, notify }: Opening): Promise<Result<Workspace>> {
  const { client, accessToken } = session.getState();
  if (!client || accessToken === undefined) throw new Error("Nobody is signed in");
  const interview = await loadInterview(interviewHash);
  if (!interview.ok) return interview;
  const record = await loadRecord(accessToken, interview.data);
  if (!record.ok) return record;
  const draft = await openDraft({
    interview: interview.data,
    items: openDeviceItems(() => localStorage, client.id),
    record: record.data,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
  });
  const sync = createSync(draft, () => session.getState().accessToken);
  const dictation = openDictation(draft);
  const actions = createActions({ draft, sync, session, dictation, notify });
  return { ok: true, data: { session, draft, sync, dictation, actions } };
}

function openDictation({ store, dispatch, takeBox }: DraftStore): Dictation | undefined {
  const startRecogniser = findRecogniser(window);
  if (!startRecogniser) return undefined;
  return createDictation(
    startRecogniser,
    {
      read: (questionId) => store.getState().draft.boxes[questionId] ?? "",
      write: (questionId, text) => dispatch({ type: "box-changed", questionId, text }),
      submit: (questionId) => takeBox(questionId, "dictated"),
    },
    {
      setTimeout: (run, afterMs) => setTimeout(run, afterMs),
      clearTimeout: (timer) => clearTimeout(timer as number | undefined),
    },
  );
}
