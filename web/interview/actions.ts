import { createStore } from "zustand/vanilla";
import { type Credentials, endSession } from "../api/firsthand-api.ts";
import type { Dictation } from "../dictation/dictation.ts";
import type { DraftStore } from "../draft/draft-store.ts";
import type { Sync } from "../draft/sync.ts";
import { forgetToken, type SessionStore, signIn, signOut } from "../session/session.ts";
import { type MessageId, t } from "../translate.ts";
import type { NewToast } from "../ui/toasts.ts";

/** The one dialog that may be open; `key` also remembers what to finish afterwards. */
export type DialogState =
  | undefined
  | { kind: "missing" }
  | { kind: "logout" }
  | { kind: "key"; reason: string; unfinished: "save" | "submit" };

type Parts = {
  draft: DraftStore;
  sync: Sync;
  session: SessionStore;
  dictation: Dictation | undefined;
  notify: (toast: NewToast) => void;
};

export type Actions = ReturnType<typeof createActions>;

const FAILURES = {
  save: {
    title: "toast.saveFailed.title",
    text: "toast.saveFailed.text",
    unexpected: "toast.saveFailed.unexpected",
  },
  submit: {
    title: "toast.submitFailed.title",
    text: "toast.submitFailed.text",
    unexpected: "toast.submitFailed.unexpected",
  },
} as const satisfies { [kind: string]: { [part: string]: MessageId } };

const SUCCESSES = {
  save: { title: "toast.saved.title", message: "toast.saved.text" },
  submit: { title: "toast.submitted.title", message: "toast.submitted.text" },
} as const;

/** What the buttons around the questions do (spec §4, §8; product §5). */
export function createActions({ draft, sync, session, dictation, notify }: Parts) {
  const dialog = createStore<{ open: DialogState }>(() => ({ open: undefined }));
  const show = (open: DialogState) => dialog.setState({ open });

  /** What stands in an open box becomes an answer first, spoken words too. */
  function takeBoxes(): void {
    const dictated = dictation?.cancel();
    if (dictated !== undefined) draft.takeBox(dictated, "dictated");
    draft.takeBoxes();
  }

  async function send(kind: "save" | "submit"): Promise<boolean> {
    takeBoxes();
    if (session.getState().accessToken === undefined) return refuseUnauthenticated();
    try {
      const result = await sync.save(kind);
      if (result.ok)
        notify({ type: "success", title: t(SUCCESSES[kind].title), message: t(SUCCESSES[kind].message) });
      else failSend(kind, result.error);
      return result.ok;
    } catch {
      notify({ type: "error", title: t(FAILURES[kind].title), message: t(FAILURES[kind].unexpected) });
      return false;
    }
  }

  function failSend(kind: "save" | "submit", { code, message }: { code: string; message: string }): void {
    notify({ type: "error", title: t(FAILURES[kind].title), message: message || t(FAILURES[kind].text) });
    if (code !== "UNAUTHORIZED") return;
    forgetToken(session);
    show({ kind: "key", reason: message, unfinished: kind });
  }

  function refuseUnauthenticated(): false {
    notify({
      type: "error",
      title: t("toast.notAuthenticated.title"),
      message: t("toast.notAuthenticated.text"),
    });
    return false;
  }

  function leave(): void {
    const { accessToken } = session.getState();
    if (accessToken !== undefined) endSession(accessToken);
    void draft.forget();
    signOut(session);
  }

  /** Asks before it drops unsynced work. */
  function logout(): void {
    takeBoxes();
    draft.takeEdits();
    if (draft.store.getState().isUnsynced) show({ kind: "logout" });
    else leave();
  }

  return {
    dialog,
    closeDialog: () => show(undefined),

    /** The way back for a client who closed the dialog that asked for the key. */
    askForKey: () => show({ kind: "key", reason: t("error.UNAUTHORIZED"), unfinished: "save" }),

    save: () => send("save"),

    /** Sends at once when all is complete; else shows first what is missing. */
    async submit(): Promise<void> {
      takeBoxes();
      const { completed, total } = draft.store.getState().completion;
      if (completed < total) show({ kind: "missing" });
      else await send("submit");
    },

    async submitAnyway(): Promise<void> {
      show(undefined);
      await send("submit");
    },

    openSection(sectionId: string): void {
      show(undefined);
      takeBoxes();
      draft.dispatch({ type: "section-opened", sectionId });
    },

    logout,

    /** What is entered while the save is under way is asked about again. */
    async saveAndLogOut(): Promise<void> {
      show(undefined);
      if (await send("save")) logout();
    },

    leave,

    /** The client came back with a key; what the end of the session cut off is finished. False for another client. */
    signInAgain(credentials: Credentials, unfinished: "save" | "submit"): boolean {
      if (credentials.clientId !== session.getState().client?.id) {
        endSession(credentials.accessToken);
        return false;
      }
      signIn(session, credentials);
      show(undefined);
      void send(unfinished);
      return true;
    },
  };
}
