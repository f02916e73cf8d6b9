import { createStore } from "zustand/vanilla";
import type { Interview } from "#contract/interview/interview.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { DeviceItems } from "../../web/draft/device-items.ts";
import { type DraftStore, openDraft } from "../../web/draft/draft-store.ts";
import type { Journal } from "../../web/draft/journal.ts";
import { pageLocks } from "../../web/draft/locks.ts";
import type { Sync, SyncState } from "../../web/draft/sync.ts";
import type { FollowUps } from "../../web/follow-ups/follow-ups.ts";
import { createActions } from "../../web/interview/workspace/actions.ts";
import { fetchBundle } from "../../web/interview/workspace/fetch-bundle.ts";
import type {
  DevicesBundle,
  FinishBundle,
  TalkBundle,
  Workspace,
} from "../../web/interview/workspace/workspace.ts";
import { createLazyBundle } from "../../web/lazy-bundle.ts";
import { createEnterChoice } from "../../web/questions/free-answer/enter-choice.ts";
import { createSession } from "../../web/session/session.ts";
import { keepTakes } from "../../web/takes/kept-takes.ts";
import { openTakes } from "../../web/takes/takes.ts";
import { newId } from "../../web/ui/new-id.ts";

type PreviewWorkspaceOptions = {
  interview: Interview;
  /** The answers given before the draft changed. */
  record: ClientRecord;
  providerName: string;
  clientName: string;
};

/** Creates a client's workspace in memory only: nothing is sent or stored on the device, and no toasts appear. */
export async function previewWorkspace(options: PreviewWorkspaceOptions): Promise<Workspace> {
  const { interview, record, providerName, clientName } = options;
  const notify = () => undefined;
  const draft = await openDraft({
    interview,
    items: noItems,
    journal: noJournal,
    loaded: { record, revision: 1, savedAt: undefined, submittedAt: undefined },
    clock: Date.now,
    newId,
  });
  const session = createSession();
  // this token is never sent
  session.setState({ client: { id: "preview", name: clientName }, accessToken: "preview" });
  const sync = syncWithNothing(draft);
  const nothing = async () => undefined;
  const takes = openTakes({
    draft,
    kept: keepTakes({ storage: undefined, locks: pageLocks(undefined) }),
    openMicrophone: undefined,
    offer: "none",
    providerName,
    session,
    findToken: async () => ({ ok: false, error: { code: "CONNECTION_ERROR", message: "" } }),
    timers: {
      setTimeout: (run, afterMs) => setTimeout(run, afterMs),
      clearTimeout: (timer) => clearTimeout(timer as number | undefined),
    },
    clock: Date.now,
    random: Math.random,
    newId,
    page: { document, window },
    notify,
    onSignedOut: () => undefined,
    silenceOthers: () => undefined,
  });
  const finish: FinishBundle = createLazyBundle(() => import("../../web/thanks/finish-bundle.ts"));
  finish.start();
  const talk: TalkBundle = createLazyBundle(() => import("../../web/talk/talk-bundle.ts"));
  const devices: DevicesBundle = createLazyBundle(() => import("../../web/devices/devices-bundle.ts"));
  const actions = createActions({
    draft,
    sync,
    session,
    dictation: undefined,
    takes,
    notify,
    tabs: { tell: () => undefined, close: () => undefined },
    loadReceipt: async () => ({}),
    hasThanks: async () => (await finish.find()) !== undefined,
    fetchTalk: async () => (await fetchBundle(talk)) !== undefined,
    fetchDialog: async () => false,
    fetchDevices: nothing,
    follow: () => undefined,
    rememberKey: nothing,
  });
  // marks all input as saved at once
  const endSaving = draft.store.subscribe(({ isUnsynced }) => {
    if (isUnsynced) queueMicrotask(() => void sync.saveQuietly());
  });
  return {
    session,
    draft,
    sync,
    dictation: undefined,
    takes,
    followUps: noFollowUps,
    enterChoice: createEnterChoice(),
    newVersion: { tell: () => undefined, look: () => undefined },
    actions,
    finish,
    talk,
    devices,
    helpers: createLazyBundle(() => import("../../web/ask-someone/ask-someone-bundle.ts")),
    helping: undefined,
    chooseLanguage: nothing,
    close() {
      endSaving();
      void takes.close();
    },
  };
}

/** A sync whose saves all succeed without sending anything. */
function syncWithNothing(draft: DraftStore): Sync {
  let revision = 1;
  const save = async () => {
    if (draft.store.getState().isUnsynced)
      draft.markSynced(draft.beginSave(false), {
        revision: ++revision,
        savedAt: new Date().toISOString(),
        submittedAt: undefined,
      });
    return { ok: true as const, data: undefined };
  };
  return {
    state: createStore<SyncState>(() => ({ saving: undefined, connection: "ok" })),
    save() {
      draft.takeBoxes();
      return save();
    },
    saveQuietly: save,
    pull: save,
    renew: async () => false,
    markOffline: () => undefined,
  };
}

const noItems: DeviceItems = {
  read: async () => ({ forms: undefined, syncedForms: undefined, asideCount: 0 }),
  writeForms: async () => undefined,
  writeSynced: async () => undefined,
  changeInterview: () => undefined,
  clear: async () => undefined,
};

/** Stores nothing, but reports everything as stored, because that is what clients will see. */
const noJournal: Journal = {
  restored: [],
  asideCount: 0,
  health: createStore(() => ({ isKept: true })),
  note: () => undefined,
  flush: async () => undefined,
  clear: async () => undefined,
  release: () => undefined,
};

const noFollowUps: FollowUps = {
  store: createStore(() => ({ open: [] })),
  refresh: async () => undefined,
  close: () => undefined,
};
