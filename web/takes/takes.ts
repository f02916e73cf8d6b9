import type { Take } from "#contract/api/calls.ts";
import type { RecordingOffer } from "#contract/interview/recording-offers.ts";
import { isTranscriptPending } from "#contract/record/answer.ts";
import { isBlank } from "#contract/text.ts";
import type { CallError, Result } from "../api/result.ts";
import { dropTake, loadSound, retryTake } from "../api/takes-api.ts";
import type { DraftState, DraftStore } from "../draft/draft-store.ts";
import type { Timers } from "../draft/journal.ts";
import type { SessionStore } from "../session/session.ts";
import { t } from "../translate.ts";
import type { NewToast } from "../ui/feedback/toasts.ts";
import { startDelivery } from "./delivery.ts";
import type { KeptTakes } from "./kept-takes.ts";
import type { OpenMicrophone } from "./recorder.ts";
import { createRecording, type Tape } from "./recording.ts";
import { answerIds, type TakeLifecycle, takeLifecycle } from "./take-lifecycle.ts";
import { awaitTranscripts } from "./transcripts.ts";

type OpenTakesOptions = {
  draft: DraftStore;
  kept: KeptTakes;
  /** Undefined if the browser cannot record. */
  openMicrophone: OpenMicrophone | undefined;
  offer: RecordingOffer;
  providerName: string;
  session: SessionStore;
  findToken: () => Promise<Result<string>>;
  timers: Timers;
  /** Epoch milliseconds. */
  clock: () => number;
  /** From 0 up to 1. */
  random: () => number;
  newId: () => string;
  page: { document: Document; window: Window };
  notify: (toast: NewToast) => void;
  /** Called when a background call finds that the session has ended. */
  onSignedOut: (error: CallError) => void;
  /** Stops any other listener before the microphone is opened. */
  silenceOthers: () => void;
};

export type Takes = ReturnType<typeof openTakes>;

/** Recorded answers, from the microphone to their transcripts (docs/decisions/0014-takes.md). */
export function openTakes(options: OpenTakesOptions) {
  const { draft, kept, openMicrophone, offer, providerName, session, findToken, page, notify } = options;
  const state = () => draft.store.getState();
  const stopping = new AbortController();

  const delivery = startDelivery({
    ...options,
    isWanted: (id) => answerIds(state()).has(id),
    onSent: (take) => transcripts.tell(take),
  });
  const lifecycle = takeLifecycle({
    ...options,
    delivery,
    dropOnServer: async (id) => withToken((token) => dropTake(token, id)),
  });
  const transcripts = awaitTranscripts({
    ...options,
    pending: () => pendingIds(state()).filter((id) => !delivery.store.getState()[id]),
    isSeen: () => page.document.visibilityState !== "hidden",
    onTake,
    onElsewhere: (id) => void lifecycle.takeOver(id),
  });
  const tape = createTape(kept, lifecycle);
  const isOffered = openMicrophone && offer !== "none";
  const recording = isOffered ? createRecording({ ...options, openMicrophone, tape }) : undefined;

  function onTake({ takeId, state: takeState, transcript, isPlayable }: Take): void {
    if (takeState === "transcribed" && transcript !== null && !isBlank(transcript))
      draft.dispatch({ type: "transcript-arrived", id: takeId, content: transcript });
    if (isPlayable) lifecycle.markPlayable(takeId);
  }

  async function withToken<Data>(act: (token: string) => Promise<Result<Data>>): Promise<Result<Data>> {
    const token = await findToken();
    return token.ok ? act(token.data) : token;
  }

  function goOn(): void {
    delivery.retry();
    transcripts.again();
  }

  const { signal } = stopping;
  const isHidden = () => page.document.visibilityState === "hidden";
  // a hidden page does not leave the microphone on, and phones take it away anyway
  const onVisibility = () => (isHidden() ? void recording?.stop() : goOn());
  page.document.addEventListener("visibilitychange", onVisibility, { signal });
  page.window.addEventListener("pagehide", () => void recording?.stop(), { signal });
  page.window.addEventListener("online", goOn, { signal });
  const unsubscribe = [
    draft.store.subscribe(({ draft: now }, { draft: before }) => {
      const isSame = (name: "answers" | "deleted" | "synced") => now[name] === before[name];
      if (isSame("answers") && isSame("deleted") && isSame("synced")) return;
      transcripts.look();
      lifecycle.tidy();
    }),
    delivery.store.subscribe(() => transcripts.look()),
    session.subscribe(({ accessToken }, before) => {
      if (accessToken !== undefined && accessToken !== before.accessToken) goOn();
    }),
  ];
  void lifecycle.adoptAll();
  transcripts.look();

  function stop(): void {
    stopping.abort();
    for (const each of unsubscribe) each();
    delivery.stop();
    transcripts.stop();
  }

  return {
    /** The sentence that says where the audio goes. */
    privacy: offer === "none" ? "" : t(`recording.privacy.${offer}`, { provider: providerName }),
    /** Undefined if nothing can be recorded. */
    recording,
    /** The deliveries of this page's takes. */
    deliveries: delivery.store,
    /** What the server has reported about takes. */
    outcomes: transcripts.store,
    /** Whether no speech was heard in the recording, as far as this device knows. */
    isSilent: (id: string) => kept.find(id)?.isSilent ?? false,

    /** Stops a recording; settles when the recording is an answer. */
    finish: async () => recording?.stop(),

    /** Whether any recording exists only on this device. */
    hasUnsent: () =>
      (recording?.store.getState().phase ?? "idle") !== "idle" ||
      Object.keys(delivery.store.getState()).length > 0,

    /** Tries to send everything now. */
    flush: delivery.flush,

    /** The audio of a take, from the device while it is still there. */
    async listen(id: string): Promise<Result<Blob>> {
      const own = await kept.sound(id);
      if (own) return { ok: true, data: own };
      return withToken((token) => loadSound(token, id));
    },

    /** Tries again what has stopped: sending the take, or transcribing it. */
    async retry(id: string): Promise<void> {
      if (delivery.store.getState()[id]) {
        delivery.retry(id);
        return;
      }
      const retried = await withToken((token) => retryTake(token, id));
      if (retried.ok) transcripts.again(id);
      else notify({ type: "error", title: t("take.retryFailed"), message: retried.error.message });
    },

    /** Deletes the client's takes from this device. */
    async forget(): Promise<void> {
      await recording?.stop();
      stop();
      await kept.clear();
    },

    /** Ends all background work; what was recorded stays on the device. */
    async close(): Promise<void> {
      stop();
      await recording?.stop();
      await kept.flush();
      kept.release();
    },
  };
}

/** Stores the recording on the device before anything else is done with it. */
function createTape(kept: KeptTakes, lifecycle: Pick<TakeLifecycle, "add">): Tape {
  return {
    begin({ id, questionId, startedAt }) {
      const at = new Date(startedAt).toISOString();
      const open = { durationMs: 0, isSilent: false, isAnswer: false };
      kept.begin({ id, questionId, mimeType: "", startedAt: at, ...open });
    },
    add: kept.add,
    end({ id, durationMs, isSilent }) {
      kept.change(id, { durationMs, isSilent });
      return lifecycle.add(id);
    },
    drop: (id) => void kept.erase(id),
  };
}

function pendingIds({ draft }: DraftState): string[] {
  return Object.values(draft.answers.written)
    .flat()
    .filter(isTranscriptPending)
    .map(({ id }) => id);
}
