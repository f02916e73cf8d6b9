import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import { saveRecord } from "../api/firsthand-api.ts";
import type { Result } from "../api/result.ts";
import type { DraftStore } from "./draft-store.ts";

/** What is under way; saves never overlap. */
export type SyncState = { saving: "save" | "submit" | undefined };

export type Sync = {
  state: StoreApi<SyncState>;
  /** Sends everything; with `submit`, the server also keeps it as a submission. */
  save(kind: "save" | "submit"): Promise<Result<unknown>>;
};

/** Brings the draft to the server, one save at a time. */
export function createSync(draft: DraftStore, token: () => string | undefined): Sync {
  const state = createStore<SyncState>(() => ({ saving: undefined }));
  let last: Promise<unknown> = Promise.resolve();

  async function send(kind: "save" | "submit"): Promise<Result<unknown>> {
    state.setState({ saving: kind });
    const { record, draft: sent } = draft.store.getState();
    try {
      const result = await saveRecord(token(), { data: record, ...(kind === "submit" && { submit: true }) });
      if (result.ok) await draft.markSynced(record, sent.answers.forms);
      return result;
    } finally {
      state.setState({ saving: undefined });
    }
  }

  return {
    state,
    save(kind) {
      draft.takeBoxes();
      const sent = last.then(() => send(kind));
      last = sent.catch(() => undefined);
      return sent;
    },
  };
}
