import { createStore } from "zustand/vanilla";
import type { SubmissionReceipt } from "#contract/api/calls.ts";
import { questionsIn, questionsOf } from "#contract/interview/interview.ts";
import { isBlank } from "#contract/text.ts";
import { type Credentials, endSession } from "../../api/auth-api.ts";
import type { CallError } from "../../api/result.ts";
import type { Dictation } from "../../dictation/dictation.ts";
import type { DraftStore } from "../../draft/draft-store.ts";
import type { Sync } from "../../draft/sync.ts";
import type { TabChannel } from "../../draft/tabs.ts";
import { type Entrance, type Session, type SessionStore, signIn } from "../../session/session.ts";
import { forgetKeys, forgetToken, hasEnded, signOut } from "../../session/session-end.ts";
import type { Takes } from "../../takes/takes.ts";
import { type Submission, submissionOf } from "../../thanks/submission.ts";
import { type MessageId, t } from "../../translate.ts";
import { rememberChoice } from "../../ui/device-choices.ts";
import type { NewToast } from "../../ui/feedback/toasts.ts";

/** A dialog whose code is fetched when it is opened. */
export type LaterDialog = "sessions" | "hand-over" | "helpers";

/** The one dialog that may be open; `key` also remembers what to finish afterwards. */
export type DialogState =
  | undefined
  | { kind: "missing" }
  | { kind: "logout" }
  | { kind: LaterDialog }
  | { kind: "key"; reason: string; unfinished: "save" | "submit" };

/**
 * What the content area shows. `questionId` is the question that the client asked for in the open section; `scrollY` is
 * the scroll position to return to, in pixels.
 */
export type View = (
  | { open: "section"; questionId?: string; isFromReview?: boolean }
  | { open: "review" }
  | { open: "thanks"; sent: Submission }
  | { open: "talk"; isSpoken: boolean }
) & { scrollY?: number };

/** An earlier place, which the browser's Back returns to. */
type ReturnTarget = {
  open: View["open"];
  sectionId: string;
  questionId?: string | undefined;
  isSpoken?: boolean | undefined;
  /** In pixels. */
  scrollY: number;
};

type CreateActionsOptions = {
  draft: DraftStore;
  sync: Sync;
  session: SessionStore;
  dictation: Pick<Dictation, "take"> | undefined;
  takes: Pick<Takes, "finish" | "hasUnsent" | "flush" | "forget">;
  notify: (toast: NewToast) => void;
  tabs: TabChannel;
  loadReceipt: () => Promise<Partial<SubmissionReceipt>>;
  /** Whether the thanks page could be fetched. */
  hasThanks: () => Promise<boolean>;
  /** Fetches "Talk it through"; false if that fails. */
  fetchTalk: () => Promise<boolean>;
  /** Fetches the code of a dialog; false if that fails. */
  fetchDialog: (kind: LaterDialog) => Promise<boolean>;
  /** Fetches the code for the client's devices; undefined if that fails. */
  fetchDevices: () => Promise<Pick<typeof import("../../devices/devices-bundle.ts"), "addLock"> | undefined>;
  /** Called when another device may sign in. From then on, that device's answers appear here as they are saved. */
  follow: () => void;
  /** Lets a key from a later sign-in also open the draft on this device. */
  rememberKey: (session: Session) => Promise<void>;
};

/** How long logging out waits for the device to delete the draft. */
const FORGET_LIMIT_MS = 2_000;
/** How long the client must not have typed before the dialog that asks for the key opens. */
const TYPING_REST_MS = 1_500;
/** How long the thanks page waits for its receipt. */
const RECEIPT_LIMIT_MS = 1_500;

export type Actions = ReturnType<typeof createActions>;

/** The value stored on the device as `shown` when the client chose "One at a time". */
export const ONE_AT_A_TIME = "one";

/** The `about` of the toasts that report on Save and Submit. */
const SENDING = "sending";

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

/** What the buttons around the questions do (spec §4, §8). */
export function createActions(parts: CreateActionsOptions) {
  const {
    draft,
    sync,
    session,
    dictation,
    takes,
    notify,
    tabs,
    loadReceipt,
    hasThanks,
    fetchTalk,
    fetchDialog,
    fetchDevices,
    follow,
    rememberKey,
  } = parts;
  const dialog = createStore<{ open: DialogState }>(() => ({ open: undefined }));
  const show = (open: DialogState) => dialog.setState({ open });
  const view = createStore<View>(() => ({ open: "section" }));
  let lastEntered = "";
  let lastSent: Submission | undefined;
  let addingLock: Promise<void> | undefined;

  /** Turns the text in open boxes into answers, including dictated text. */
  function takeBoxes(): void {
    dictation?.take();
    draft.takeBoxes();
  }

  async function send(kind: "save" | "submit"): Promise<boolean> {
    takeBoxes();
    await takes.finish();
    if (hasEnded(session.getState())) return refuseUnauthenticated();
    if (!(await trySend(kind))) return false;
    notify({
      type: "success",
      about: SENDING,
      title: t(SUCCESSES[kind].title),
      message: t(SUCCESSES[kind].message),
    });
    // the message has confirmed it, even if the page of thanks does not open
    if (kind === "submit") await giveThanks().catch(() => undefined);
    return true;
  }

  /** Shows why it failed. */
  async function trySend(kind: "save" | "submit"): Promise<boolean> {
    try {
      const result = await sync.save(kind);
      if (!result.ok) failSend(kind, result.error);
      return result.ok;
    } catch {
      notify({
        type: "error",
        about: SENDING,
        title: t(FAILURES[kind].title),
        message: t(FAILURES[kind].unexpected),
      });
      return false;
    }
  }

  /** Opens the thanks page after a submission, without the receipt if the server does not send it in time. */
  async function giveThanks(): Promise<void> {
    const sent = submissionOf(draft.store.getState());
    const limit = new Promise<Partial<SubmissionReceipt>>((resolve) =>
      setTimeout(resolve, RECEIPT_LIMIT_MS, {}),
    );
    const receipt = await Promise.race([loadReceipt(), limit]);
    // without the thanks page, the toast has already confirmed the submission
    if (!(await hasThanks())) return;
    lastSent = { ...sent, ...receipt };
    view.setState({ open: "thanks", sent: lastSent }, true);
  }

  function failSend(kind: "save" | "submit", { code, message }: CallError): void {
    const title = t(FAILURES[kind].title);
    const text = t(FAILURES[kind].text);
    // spec §8: Save shows the cause, or a general sentence; Submit shows its sentence with the cause below
    const words = kind === "save" ? { message: message || text } : { message: text, detail: message };
    notify({ type: "error", about: SENDING, title, ...words });
    if (code !== "UNAUTHORIZED") return;
    forgetToken(session);
    show({ kind: "key", reason: message, unfinished: kind });
  }

  /** A background save found that the session has ended: asks for the key once the client stops typing. */
  function askForKeyAtRest({ message }: CallError): void {
    forgetToken(session);
    const ask = () => {
      unsubscribe();
      const isDue = hasEnded(session.getState()) && !dialog.getState().open;
      if (isDue) show({ kind: "key", reason: message, unfinished: "save" });
    };
    let timer = setTimeout(ask, TYPING_REST_MS);
    const unsubscribe = draft.store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(ask, TYPING_REST_MS);
    });
  }

  function refuseUnauthenticated(): false {
    notify({
      type: "error",
      about: SENDING,
      title: t("toast.notAuthenticated.title"),
      message: t("toast.notAuthenticated.text"),
    });
    return false;
  }

  async function addOwnLock(): Promise<void> {
    const devices = await fetchDevices();
    if (!devices) return tellNotFetched();
    const remember = (entrance: Entrance) =>
      rememberKey({ ...session.getState(), accessKey: undefined, lockSecret: undefined, ...entrance });
    notify(await devices.addLock(session, remember));
  }

  function tellNotFetched(): void {
    notify({ type: "error", title: t("toast.notFetched.title"), message: t("toast.notFetched.text") });
  }

  /** Opens a question in its section. Unlike `openSection`, it leaves the text in boxes. */
  function openQuestion(questionId: string): void {
    const section = draft.interview.sections.find(({ questions }) =>
      questions.some(({ id }) => id === questionId),
    );
    if (!section) return;
    show(undefined);
    draft.dispatch({ type: "section-opened", sectionId: section.id });
    const isFromReview = view.getState().open === "review";
    view.setState({ open: "section", questionId, ...(isFromReview && { isFromReview }) }, true);
  }

  async function leave(): Promise<void> {
    const { accessToken } = session.getState();
    if (accessToken !== undefined) endSession(accessToken);
    const limit = new Promise((resolve) => setTimeout(resolve, FORGET_LIMIT_MS));
    await Promise.race([Promise.all([draft.forget(), takes.forget()]), limit]);
    tabs.tell({ kind: "left" });
    signOut(session);
  }

  /** Asks first if there is unsynced work, or a recording that the server does not have yet. */
  async function logout(): Promise<void> {
    takeBoxes();
    draft.takeEdits();
    await takes.finish();
    if (draft.store.getState().isUnsynced || takes.hasUnsent()) show({ kind: "logout" });
    else await leave();
  }

  /** Another tab of this client has logged out: this tab follows, unless something here is not saved yet. */
  function leaveIfSynced(): void {
    const { draft: open, isUnsynced } = draft.store.getState();
    const texts = [...Object.values(open.boxes), ...Object.keys(open.edits)];
    if (!isUnsynced && !takes.hasUnsent() && texts.every(isBlank)) void leave();
  }

  return {
    dialog,
    view,
    closeDialog: () => show(undefined),

    /** For a client who closed the dialog that asked for the key. */
    askForKey: () => show({ kind: "key", reason: t("error.UNAUTHORIZED"), unfinished: "save" }),

    /** Opens the client's devices, the code for another device, or the people whom the client asks for answers. */
    async openDialog(kind: LaterDialog): Promise<void> {
      if (await fetchDialog(kind)) show({ kind });
      else tellNotFetched();
    },

    follow,

    /** Sets up the lock of this device to sign the client in from the next time on. */
    addLock(): Promise<void> {
      // a second tap joins the first, so that the device asks once
      addingLock ??= addOwnLock().finally(() => {
        addingLock = undefined;
      });
      return addingLock;
    },

    save: () => send("save"),

    /** Saves everything, and reports that the helper is done. */
    finishHelping: async () => (await send("save")) && trySend("submit"),

    /** Submits if the interview is complete; otherwise shows what is missing first. */
    async submit(): Promise<void> {
      takeBoxes();
      await takes.finish();
      const { open } = draft.store.getState().completion;
      if (open.length > 0) show({ kind: "missing" });
      else await send("submit");
    },

    async submitAnyway(): Promise<void> {
      show(undefined);
      await send("submit");
    },

    openSection(sectionId: string): void {
      show(undefined);
      takeBoxes();
      void takes.finish();
      draft.dispatch({ type: "section-opened", sectionId });
      view.setState({ open: "section" }, true);
    },

    /** Opens the review. Typed text in a box stays there, and the review shows it as not added yet. */
    openReview(): void {
      show(undefined);
      dictation?.take();
      void takes.finish();
      view.setState({ open: "review" }, true);
    },

    openQuestion,

    /**
     * Opens one question after another, by voice or typed. A client who has moved on during the fetch is left there.
     */
    async openTalk(isSpoken: boolean): Promise<void> {
      show(undefined);
      const before = view.getState();
      if (!(await fetchTalk())) return tellNotFetched();
      if (view.getState() !== before) return;
      takeBoxes();
      await takes.finish();
      view.setState({ open: "talk", isSpoken }, true);
      if (!isSpoken) rememberChoice("shown", ONE_AT_A_TIME).catch(() => undefined);
    },

    /** Leaves that view for the current question in its section. */
    closeTalk(questionId: string | undefined): void {
      rememberChoice("shown", "").catch(() => undefined);
      if (questionId === undefined) view.setState({ open: "section" }, true);
      else openQuestion(questionId);
    },

    /** Returns to an earlier place, for the browser's Back. Text in boxes becomes answers, as in `openSection`. */
    returnTo({ open, sectionId, questionId, isSpoken = false, scrollY }: ReturnTarget): void {
      show(undefined);
      takeBoxes();
      void takes.finish();
      const isThere = draft.interview.sections.some(({ id }) => id === sectionId);
      if (isThere) draft.dispatch({ type: "section-opened", sectionId });
      if (open === "review") view.setState({ open, scrollY }, true);
      else if (open === "talk") view.setState({ open, isSpoken, scrollY }, true);
      else if (open === "thanks" && lastSent) view.setState({ open, sent: lastSent, scrollY }, true);
      else view.setState({ open: "section", scrollY, ...(questionId !== undefined && { questionId }) }, true);
    },

    /**
     * Turns the text in open boxes into answers, then opens the next unanswered question; after the last, the first.
     */
    openNextOpen(): void {
      const questions = questionsOf(draft.interview).map(({ id }) => id);
      const section = draft.interview.sections.find(
        ({ id }) => id === draft.store.getState().draft.sectionId,
      );
      const here = section ? questionsIn(section).map(({ id }) => id) : [];
      const first = questions.findIndex((id) => here.includes(id));
      const isHere = here.includes(lastEntered);
      const after = isHere ? questions.indexOf(lastEntered) + 1 : Math.max(first, 0);
      takeBoxes();
      void takes.finish();
      const { open } = draft.store.getState().completion;
      const next = [...questions.slice(after), ...questions.slice(0, after)].find((id) => open.includes(id));
      if (next === undefined) return;
      lastEntered = next;
      openQuestion(next);
    },

    /** The client is at this question, so Next continues from there. */
    enterQuestion(questionId: string): void {
      lastEntered = questionId;
    },

    /** Opens the first unanswered question, or the first of all. */
    openFirstOpen(): void {
      const [open] = draft.store.getState().completion.open;
      const first = open ?? questionsOf(draft.interview)[0]?.id;
      if (first !== undefined) openQuestion(first);
    },

    logout,

    /** Asks again if the client entered something while the save was under way. */
    async saveAndLogOut(): Promise<void> {
      show(undefined);
      if (!(await send("save"))) return;
      await takes.flush();
      await logout();
    },

    leave,
    leaveIfSynced,
    askForKeyAtRest,

    /** Signs in again and finishes what the end of the session interrupted. False for another client or helper. */
    signInAgain(credentials: Credentials, entrance: Entrance, unfinished: "save" | "submit"): boolean {
      const { client, helper } = session.getState();
      // a helper's page shows one section, and what it saves is not the whole record
      const isSame = credentials.helper?.helperId === helper?.helperId;
      if (credentials.clientId !== client?.id || !isSame) {
        endSession(credentials.accessToken);
        return false;
      }
      signIn(session, credentials, entrance);
      void rememberKey(session.getState()).then(() => forgetKeys(session));
      show(undefined);
      void send(unfinished);
      return true;
    },
  };
}
