import { type Interview, questionsOfKind } from "#contract/interview/interview.ts";
import type { RecordingOffer } from "#contract/interview/recording-offers.ts";
import type { Language } from "#contract/languages.ts";
import {
  type LoadedRecord,
  type LoadInterview,
  loadInterview,
  loadReceipt,
  loadRecord,
  loadRevision,
} from "../../api/firsthand-api.ts";
import type { CallError, Result } from "../../api/result.ts";
import type { DeviceFollower } from "../../devices/device-follower.ts";
import { createDictation, type Dictation } from "../../dictation/dictation.ts";
import { dictationPage } from "../../dictation/dictation-page.ts";
import { createOnDeviceRecognition } from "../../dictation/on-device-recognition.ts";
import { findSpeech } from "../../dictation/recognizer.ts";
import { speechLanguages } from "../../dictation/speech-language.ts";
import { startAutosave } from "../../draft/autosave.ts";
import { type DraftStore, openDraft } from "../../draft/draft-store.ts";
import { versionToOpen } from "../../draft/earlier-version.ts";
import type { ShownVersion } from "../../draft/journal-rows.ts";
import { type DraftOnDevice, openDraftOnDevice } from "../../draft/on-device.ts";
import type { MergeOutcome } from "../../draft/reconcile.ts";
import { createSync, type Sync, settleAttempt } from "../../draft/sync.ts";
import { openTabChannel, type TabChannel } from "../../draft/tabs.ts";
import { createFollowUps, type FollowUps } from "../../follow-ups/follow-ups.ts";
import { createKeepAwake, findWakeLock } from "../../keep-awake.ts";
import { chooseLanguage } from "../../language/choose-language.ts";
import { hashIn, type Interviews } from "../../language/interviews.ts";
import { createLazyBundle, type LazyBundle } from "../../lazy-bundle.ts";
import { createEnterChoice, type EnterChoice } from "../../questions/free-answer/enter-choice.ts";
import { findOwnLock } from "../../session/lock/can-add-lock.ts";
import type { Provider } from "../../session/provider.ts";
import type { Session, SessionStore } from "../../session/session.ts";
import { forgetKeys } from "../../session/session-end.ts";
import { findToken } from "../../session/token.ts";
import { keepTakes } from "../../takes/kept-takes.ts";
import { findMicrophone } from "../../takes/recorder.ts";
import { openTakes, type Takes } from "../../takes/takes.ts";
import { rememberedChoice } from "../../ui/device-choices.ts";
import type { NewToast } from "../../ui/feedback/toasts.ts";
import { currentLanguage } from "../../ui/language/spoken-language.ts";
import { newId } from "../../ui/new-id.ts";
import { type Actions, createActions, ONE_AT_A_TIME } from "./actions.ts";
import { fetchBundle } from "./fetch-bundle.ts";
import { followHistory } from "./history.ts";
import { followVersions, type NewVersion } from "./new-version.ts";
import { newsOfMerge, newsOfOpening } from "./news.ts";

/** Everything that exists while a client answers. */
export type Workspace = {
  session: SessionStore;
  draft: DraftStore;
  sync: Sync;
  dictation: Dictation | undefined;
  takes: Takes;
  followUps: FollowUps;
  enterChoice: EnterChoice;
  newVersion: NewVersion;
  actions: Actions;
  /** The thanks page and the downloads. */
  finish: FinishBundle;
  /** "Talk it through" and "One at a time". */
  talk: TalkBundle;
  /** The dialogs about the client's devices. */
  devices: DevicesBundle;
  /** The dialog in which the client asks others for answers. */
  helpers: HelpersBundle;
  /** The helper's page, if a helper has signed in. */
  helping: HelpingModule | undefined;
  /** Switches to another language. */
  chooseLanguage: (language: Language) => Promise<void>;
  /** Ends all background work; what was entered stays on the device. */
  close: () => void;
};

export type TalkBundle = LazyBundle<typeof import("../../talk/talk-bundle.ts")>;
export type DevicesBundle = LazyBundle<typeof import("../../devices/devices-bundle.ts")>;
export type HelpersBundle = LazyBundle<typeof import("../../ask-someone/ask-someone-bundle.ts")>;
type HelpingModule = typeof import("../helping/helping-bundle.ts");
export type FinishBundle = LazyBundle<typeof import("../../thanks/finish-bundle.ts")>;

export type OpenWorkspaceOptions = {
  session: SessionStore;
  interviews: Interviews;
  provider: Provider;
  /** Whether the provider wants dictation on the device; the browser may not support that. */
  dictatesOnDevice: boolean;
  recordingOffer: RecordingOffer;
  notify: (toast: NewToast) => void;
};

const timers = {
  setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
  clearTimeout: (timer: unknown) => clearTimeout(timer as number | undefined),
};

/** Opens the draft of the client who has just signed in, from what the server and the device have. */
export async function openWorkspace(options: OpenWorkspaceOptions): Promise<Result<Workspace>> {
  const { session, notify } = options;
  // if the session names no interviews, use the page's, which are those for new clients
  const { interviews = options.interviews, client, helper } = session.getState();
  if (!client) throw new Error("No client is signed in");
  const helping =
    helper && (await fetchBundle(createLazyBundle(() => import("../helping/helping-bundle.ts"))));
  if (helper && !helping) return { ok: false, error: { code: "CONNECTION_ERROR", message: "" } };
  const find: LoadInterview = helper && helping ? helping.interviewsOf(helper) : loadInterview;
  // helpers get no follow-ups
  const token = () => (helper ? undefined : session.getState().accessToken);
  const followUps = createFollowUps({ token, document });
  const asked = followUps.refresh();
  const chosenView = rememberedChoice("shown");
  void findOwnLock();
  const defined = find(hashIn(interviews, currentLanguage()));
  const record = load(
    session,
    defined.then((loaded) => (loaded.ok ? loaded.data : undefined)),
  );
  const interview = await defined;
  if (!interview.ok) {
    followUps.close();
    return interview;
  }
  const [device, early] = await Promise.all([
    openDraftOnDevice({
      ...session.getState(),
      ...(helper && { client: { ...client, id: helper.helperId } }),
      interview: interview.data,
    }),
    record,
  ]);
  const today = { definition: interview.data, hashes: interviews };
  const shown = await versionFor(session, device, { today, find });
  device.items.changeInterview(shown.definition);
  const loaded = await settleAndLoad(session, { device, early, interview: shown.definition });
  if (!loaded.ok) {
    device.journal?.release();
    followUps.close();
    return loaded;
  }
  const draft = await openDraft({
    interview: shown.definition,
    hashes: shown.hashes,
    items: device.items,
    journal: device.journal,
    loaded: loaded.data,
    isHelpers: helper !== undefined,
    clock: Date.now,
    newId,
  });
  forgetKeys(session);
  for (const toast of newsOfOpening(shown.definition, draft.news, loaded.data)) notify(toast);
  // wait for the follow-ups, so that the first paint shows them and nothing moves
  const limit = new Promise((resolve) => setTimeout(resolve, FOLLOW_UPS_LIMIT_MS));
  await Promise.race([asked, limit]);
  const isOffline = loaded.data === undefined;
  const workspace = assemble({ ...options, device, draft, followUps, helping, find, isOffline });
  if (!isOffline) workspace.newVersion.tell(interviews);
  const { questionId } = session.getState();
  if (questionId !== undefined) workspace.actions.openQuestion(questionId);
  else if (!helper && (await chosenView) === ONE_AT_A_TIME) await workspace.actions.openTalk(false);
  session.setState({ questionId: undefined });
  return { ok: true, data: workspace };
}

/** The version to show: today's, or an earlier one that unsaved text on this device belongs to. */
async function versionFor(
  session: SessionStore,
  { journal }: DraftOnDevice,
  { today, find }: { today: ShownVersion; find: LoadInterview },
): Promise<ShownVersion> {
  const isOffline = session.getState().accessToken === undefined;
  const version = versionToOpen({ shown: today, restored: journal?.restored ?? [], isOffline });
  const { hashes } = version;
  if (version === today || isOffline || !hashes) return version;
  const spokenOne = await find(hashIn(hashes, currentLanguage()));
  return spokenOne.ok ? { definition: spokenOne.data, hashes } : version;
}

/** How long the opening waits for follow-ups. */
const FOLLOW_UPS_LIMIT_MS = 1_000;

type AssembleOptions = OpenWorkspaceOptions &
  Pick<Workspace, "draft" | "followUps" | "helping"> & {
    device: DraftOnDevice;
    find: LoadInterview;
    isOffline: boolean;
  };

function assemble(options: AssembleOptions): Workspace {
  const { session, device, draft, followUps, helping, find, notify, isOffline } = options;
  const { slot, locks } = device;
  const onMerged = (reconciled: MergeOutcome) => {
    for (const toast of newsOfMerge(draft.interview, reconciled)) notify(toast);
    if (!helping) void tellOfHelpers(reconciled.helped);
  };
  const tabs: TabChannel = openTabChannel(slot, (message) => {
    if (message.kind === "saved") void followUps.refresh();
    if (message.kind === "left") actions.leaveIfSynced();
    else if (message.revision !== draft.store.getState().draft.synced?.revision) void sync.pull();
  });
  const sync = createSync({
    onInterviews: (interviews) => newVersion.tell(interviews),
    draft,
    findToken: () => findToken(session),
    alone: (act) => locks.alone(`firsthand/${slot}/save`, SAVE_LOCK_LIMIT_MS, act),
    onMerged,
    onSaved(revision) {
      tabs.tell({ kind: "saved", revision });
      void followUps.refresh();
    },
    seenAsk: () => followUps.store.getState().open.at(-1)?.askedAt,
    isOffline,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    random: Math.random,
  });
  sync.state.subscribe(({ connection }, before) => {
    if (connection === "ok" && before.connection !== "ok") void followUps.refresh();
  });
  const clientName = session.getState().client?.name ?? "";
  const isOnDeviceWished = options.dictatesOnDevice;
  const dictation = openDictation(draft, { clientName, isOnDeviceWished });
  const page = { document, window };
  const takes = openTakes({
    draft,
    kept: keepTakes(device),
    openMicrophone: findMicrophone(window, navigator),
    // recordings are the client's, so helpers cannot make any
    offer: helping ? "none" : options.recordingOffer,
    providerName: options.provider.name,
    session,
    findToken: () => findToken(session),
    timers,
    clock: Date.now,
    random: Math.random,
    newId,
    page,
    notify,
    onSignedOut: (error) => actions.askForKeyAtRest(error),
    silenceOthers: () => dictation?.take(),
  });
  // only one of them may use the microphone: on phones, a second listener hears nothing
  dictation?.store.subscribe(({ phase }, before) => {
    if (phase !== before.phase && LISTENING.includes(phase)) void takes.finish();
  });
  const keepAwake = createKeepAwake({ request: findWakeLock(navigator), page: document });
  const isMicrophoneOn = () =>
    LISTENING.includes(dictation?.store.getState().phase ?? "idle") ||
    RECORDING.includes(takes.recording?.store.getState().phase ?? "idle");
  const findFocused = () => document.activeElement?.closest<HTMLElement>("[data-question]")?.dataset.question;
  const newVersion = followVersions({
    draft,
    sync,
    loadInterview: find,
    isMicrophoneOn,
    findFocused,
    notify,
  });
  const endLooking = draft.store.subscribe(newVersion.look);
  document.addEventListener("focusout", newVersion.look);
  const onMicrophone = () => {
    keepAwake.want(isMicrophoneOn());
    newVersion.look();
  };
  dictation?.store.subscribe(onMicrophone);
  takes.recording?.store.subscribe(onMicrophone);
  const finish: FinishBundle = createLazyBundle(() => import("../../thanks/finish-bundle.ts"));
  finish.start();
  const talk: TalkBundle = createLazyBundle(() => import("../../talk/talk-bundle.ts"));
  const devices: DevicesBundle = createLazyBundle(() => import("../../devices/devices-bundle.ts"));
  const helpers: HelpersBundle = createLazyBundle(() => import("../../ask-someone/ask-someone-bundle.ts"));
  let following: DeviceFollower | undefined;
  const watched = {
    async findRevision() {
      const { accessToken } = session.getState();
      return accessToken === undefined ? undefined : loadRevision(accessToken);
    },
    knownRevision: () => draft.store.getState().draft.synced?.revision ?? 0,
    pull: sync.pull,
    timers,
    page: document,
    clock: Date.now,
  };
  const actions = createActions({
    draft,
    sync,
    session,
    dictation,
    takes,
    notify,
    tabs,
    async loadReceipt() {
      const { accessToken } = session.getState();
      return accessToken === undefined ? {} : loadReceipt(accessToken);
    },
    hasThanks: async () => (await finish.find()) !== undefined,
    fetchTalk: async () => (await fetchBundle(talk)) !== undefined,
    fetchDialog: async (kind) =>
      (await (kind === "helpers" ? fetchBundle(helpers) : fetchBundle(devices))) !== undefined,
    fetchDevices: () => fetchBundle(devices),
    follow() {
      following ??= devices.store.getState().module?.createDeviceFollower(watched);
      following?.start();
    },
    rememberKey: device.rememberKey,
  });
  const autosave = startAutosave({
    draft,
    sync,
    timers,
    clock: Date.now,
    random: Math.random,
    page,
    onSignedOut: actions.askForKeyAtRest,
  });
  const endHistory = followHistory({ actions, draft, page });
  const tellOfHelpers = async (helped: Session["helped"]) => {
    if (!helped) return;
    const bundle = await fetchBundle(helpers);
    for (const toast of bundle?.newsOfHelpers(helped) ?? []) notify(toast);
  };
  // each sign-in reports once what helpers have added since the last one
  const tellOfSignIn = ({ helped }: Session) => {
    if (helped) session.setState({ helped: undefined });
    void tellOfHelpers(helped);
  };
  const endTelling = session.subscribe(tellOfSignIn);
  tellOfSignIn(session.getState());
  const close = () => {
    endLooking();
    endTelling();
    document.removeEventListener("focusout", newVersion.look);
    endHistory();
    dictation?.close();
    void takes.close();
    keepAwake.close();
    autosave.stop();
    following?.stop();
    followUps.close();
    tabs.close();
    const { journal } = draft;
    void journal?.flush().then(journal.release);
  };
  const chooseIt = (language: Language) =>
    chooseLanguage(language, {
      notify,
      async prepare() {
        const { hashes = options.interviews } = draft.store.getState();
        const translated = await find(hashIn(hashes, language));
        if (!translated.ok) throw new Error(translated.error.code);
        return () => {
          draft.translate(translated.data);
          void dictation?.findPlace();
        };
      },
    });
  return {
    session,
    draft,
    sync,
    dictation,
    takes,
    followUps,
    enterChoice: createEnterChoice(),
    newVersion,
    actions,
    finish,
    talk,
    devices,
    helpers,
    helping,
    chooseLanguage: chooseIt,
    close,
  };
}

/** The phases in which dictation uses the microphone. */
const LISTENING = ["starting", "listening"];
const RECORDING = ["starting", "recording"];

/** How long a tab that hangs during its save can block the others. */
const SAVE_LOCK_LIMIT_MS = 5_000;

type SettleAndLoadOptions = { device: DraftOnDevice; early: Result<LoadedRecord>; interview: Interview };

/**
 * Settles the unfinished saves of closed pages, then loads the server's record. Undefined if there is no connection and
 * the client can go on without it.
 */
async function settleAndLoad(
  session: SessionStore,
  { device, early, interview }: SettleAndLoadOptions,
): Promise<Result<LoadedRecord | undefined>> {
  const { accessToken } = session.getState();
  const tabJournals = device.journal?.restored ?? [];
  let isOld = false;
  for (const tabJournal of tabJournals) {
    const attempt = tabJournal.server?.unfinished;
    if (!attempt || accessToken === undefined) continue;
    const settled = await settleAttempt(accessToken, attempt);
    if (settled.kind === "unknown") continue;
    const synced =
      settled.kind === "saved" ? { ...settled.saved, record: attempt.record } : tabJournal.server?.synced;
    tabJournal.server = { synced, unfinished: undefined };
    isOld = true;
  }
  const loaded = isOld ? await load(session, interview) : early;
  const hasDraft = tabJournals.some((tabJournal) => tabJournal.answers);
  const isOffline = session.getState().accessToken === undefined;
  if (!loaded.ok && (isOffline || (hasDraft && isOfConnection(loaded.error))))
    return { ok: true, data: undefined };
  return loaded;
}

async function load(
  session: SessionStore,
  interview: Interview | Promise<Interview | undefined>,
): Promise<Result<LoadedRecord>> {
  const { accessToken } = session.getState();
  if (accessToken !== undefined)
    return loadRecord(accessToken, interview, { withTimes: session.getState().helper === undefined });
  return { ok: false, error: { code: "CONNECTION_ERROR", message: "" } };
}

function isOfConnection({ status }: CallError): boolean {
  return status === undefined || status >= 500;
}

type DictationWishes = { clientName: string; isOnDeviceWished: boolean };

function openDictation(
  { interview, store, dispatch, takeBox }: DraftStore,
  { clientName, isOnDeviceWished }: DictationWishes,
): Dictation | undefined {
  const speech = findSpeech(window, () => speechLanguages(currentLanguage(), navigator.languages));
  if (!speech) return undefined;
  const place = createOnDeviceRecognition(speech, isOnDeviceWished, timers);
  const tools = questionsOfKind(interview, "tool-picker").flatMap((picker) => picker.tools);
  const dictation = createDictation({
    speech,
    place,
    page: dictationPage(window),
    timers,
    clock: Date.now,
    phrases: [clientName, ...tools.map(({ label }) => label)].filter(Boolean),
    boxes: {
      read: (questionId) => store.getState().draft.boxes[questionId] ?? "",
      write: (questionId, text) => dispatch({ type: "box-changed", questionId, text }),
      submit: (questionId, raw) => takeBox(questionId, "dictated", raw),
    },
  });
  void dictation.findPlace();
  return dictation;
}
