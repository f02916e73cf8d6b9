import { createStore } from "zustand/vanilla";
import { questionsOf } from "#contract/interview/interview.ts";
import type { Question } from "#contract/interview/question.ts";
import type { Language } from "#contract/languages.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import { formAt, isForm } from "#contract/record/forms.ts";
import { probeAfter } from "#contract/record/probes.ts";
import type { DraftState, DraftStore } from "../draft/draft-store.ts";
import type { Timers } from "../draft/journal.ts";
import { unseenQuestions, withoutQuestions } from "../draft/visible-interview.ts";
import type { Ears } from "./ears.ts";
import {
  type TalkConditions,
  type TalkEvent,
  type TalkState,
  type TalkWork,
  talkStep,
  workOf,
} from "./talk-machine.ts";
import type { Voice } from "./voice.ts";

export type TalkSettings = { readsAloud: boolean; isHandsFree: boolean };

export type TalkSnapshot = {
  state: TalkState;
  settings: TalkSettings;
  /** The length of the answer that a pause has kept, if it is known. */
  keptSeconds: number | undefined;
  /** Whether the question follows an answer that was just given. */
  isAfterAnswer: boolean;
  /** Whether there is a voice and the client wants it. */
  isReading: boolean;
};

type CreateTalkOptions = {
  draft: DraftStore;
  /** The ways of listening, the better one first. */
  ears: readonly Ears[];
  /** Undefined if the browser cannot read aloud. */
  voice: Voice | undefined;
  settings: TalkSettings;
  /** False for "One at a time". */
  isSpoken: boolean;
  language: () => Language;
  timers: Timers;
  page: Document;
  /** Whether a dialog covers the page, such as the one that asks for the key. */
  isCovered: () => boolean;
  /** Keeps the phone from locking. */
  keepAwake: (isWanted: boolean) => void;
  /** A short vibration of the phone, in place of the voice. */
  nudge: () => void;
  /** Called when Talk is over; `questionId` is the question to open. */
  onClosed: (questionId: string | undefined) => void;
};

export type Talk = ReturnType<typeof createTalk>;

/** Runs the state machine: voice, microphone and timer do what its states need, and what happens becomes its events. */
export function createTalk(options: CreateTalkOptions) {
  const { draft, voice, isSpoken, language, timers, page, keepAwake, nudge, onClosed } = options;
  const store = createStore<TalkSnapshot>(() => ({
    state: { phase: "start" },
    settings: options.settings,
    keptSeconds: undefined,
    isAfterAnswer: false,
    isReading: false,
  }));
  /** The ways of listening that have not failed on this page. */
  let ears = options.ears;
  let open: Ears | undefined;
  /** Settles when the microphone is off and what it heard is in the draft. */
  let closing: Promise<unknown> = Promise.resolve();
  /** While true, a new answer was spoken and not typed. */
  let isClosing = false;
  let timer: unknown;
  /** By question id, how many of its short extra questions were asked. */
  const probed = new Map<string, number>();

  const stateNow = () => store.getState().state;

  function ground(): TalkConditions {
    const { settings, state, isReading } = store.getState();
    return {
      questions: askedQuestions(draft.store.getState()).map(({ question, isAnswered }) => ({
        id: question.id,
        isForm: isForm(question),
        isAnswered,
      })),
      isSpoken,
      readsAloud: isReading,
      isHandsFree: settings.isHandsFree,
      canListen: ears.length > 0,
      dueProbe: isSpoken && "questionId" in state ? dueProbe(state.questionId) : undefined,
    };
  }

  function dueProbe(questionId: string | undefined): number | undefined {
    const { interview, draft: now } = draft.store.getState();
    const question = questionsOf(interview).find(({ id }) => id === questionId);
    if (question?.kind !== "free-answer") return undefined;
    const due = probeAfter(question, now.answers.written[question.id] ?? []);
    return due !== undefined && due >= (probed.get(question.id) ?? 0) ? due : undefined;
  }

  function tell(type: TalkEvent["type"]): void {
    const before = stateNow();
    const state = talkStep(before, { type }, ground());
    if (state === before) return;
    // typed text becomes an answer whenever the client moves on; dictated text becomes one when the microphone closes
    if (before.phase === "typing" && state.phase !== "typing") draft.takeBoxes();
    const probe = probeOf(state);
    if (probe !== undefined) probed.set(questionOf(state) ?? "", probe + 1);
    const isAfterAnswer =
      before.phase === "kept" || (store.getState().isAfterAnswer && isSameAsked(state, before));
    store.setState({ state, isAfterAnswer, keptSeconds: undefined });
    work(before, { asked: type !== "unheard" });
  }

  /** Starts what the new state needs and the state before did not, and stops what is no longer needed. */
  function work(before: TalkState, { asked }: { asked: boolean }): void {
    const state = stateNow();
    const { isHandsFree } = store.getState().settings;
    const [wanted, had] = [workOf(state, { isHandsFree }), workOf(before, { isHandsFree })];
    keepAwake(wanted.speaks || wanted.listens || wanted.timer !== undefined);
    if (open && !(wanted.listens && questionOf(state) === questionOf(before))) closeEars(asked);
    if (had.speaks) voice?.stop();
    if (wanted.speaks) void readAloud(state);
    if (wanted.listens && !open) void listen(state);
    setTimer(state, wanted.timer);
    if (state.phase === "closed") {
      end();
      void closing.then(() => onClosed(state.questionId));
    }
  }

  function setTimer(state: TalkState, wanted: TalkWork["timer"]): void {
    timers.clearTimeout(timer);
    if (!wanted) return;
    // "Got it" is true once the answer is in the draft
    const begun = state.phase === "kept" ? closing : Promise.resolve();
    void begun.then(() => {
      if (stateNow() !== state) return;
      timers.clearTimeout(timer);
      timer = timers.setTimeout(() => tell(wanted.event), wanted.ms);
    });
  }

  async function readAloud(state: TalkState): Promise<void> {
    await closing;
    if (stateNow() !== state) return;
    const isRead = await voice?.read(wordsOf(state), language());
    if (isRead !== false && stateNow() === state) tell("read");
  }

  function wordsOf(state: TalkState): string {
    const { interview } = draft.store.getState();
    const question = questionsOf(interview).find(({ id }) => id === questionOf(state));
    if (!question) return "";
    // a form's title says what its fields are about
    return isForm(question) ? `${question.title}. ${question.prompt}` : askedWords(question, probeOf(state));
  }

  async function listen(state: TalkState): Promise<void> {
    await closing;
    const questionId = questionOf(state);
    const [best] = ears;
    // two quick presses may have led on to another question meanwhile
    if (!isSameAsked(stateNow(), state) || !workOf(stateNow(), SETTINGS_ASIDE).listens) return;
    if (open || !best || questionId === undefined) return;
    // the question cannot hold another answer: the card says so
    if (countOf(draft.store.getState(), questionId) >= ANSWERS_PER_QUESTION_MAX) return tell("type-instead");
    if (!store.getState().isReading) nudge();
    open = best;
    best.open(questionId, {
      onSpeech: () => tell("speech"),
      onSilence: () => tell("silence"),
      onEnd: (hasWords) => {
        tell("speech");
        tell(hasWords ? "done" : "unheard");
      },
      onLost() {
        tell("interrupted");
        if (page.visibilityState === "visible") tell("returned");
      },
      onFailure() {
        ears = ears.filter((each) => each !== best);
        open = undefined;
        if (ears.length > 0) void listen(stateNow());
        else tell("microphone-lost");
      },
    });
  }

  function closeEars(isAsked: boolean): void {
    const own = open;
    open = undefined;
    isClosing = true;
    const ended = (own?.close(isAsked) ?? Promise.resolve(undefined)).then((keptSeconds) => {
      if (closing === ended) isClosing = false;
      if (keptSeconds !== undefined && stateNow().phase === "paused") store.setState({ keptSeconds });
    });
    closing = ended;
  }

  /** Reports answers that are typed or tapped, and a question that is no longer asked. */
  function follow(now: DraftState, before: DraftState): void {
    const state = stateNow();
    const questionId = questionOf(state);
    if (questionId === undefined || state.phase === "closed") return;
    const asked = askedQuestions(now).find(({ question }) => question.id === questionId);
    if (!asked) tell("gone");
    else if (state.phase === "typing" && !isClosing && countOf(now, questionId) > countOf(before, questionId))
      tell("added");
    else if (state.phase === "choosing" && isOneTap(asked.question, now, before) && asked.isAnswered)
      tell("chosen");
  }

  const onVisibility = () => {
    if (page.visibilityState === "hidden") tell("interrupted");
    else if (!options.isCovered()) tell("returned");
  };
  page.addEventListener("visibilitychange", onVisibility);
  const unsubscribe = draft.store.subscribe(follow);

  function end(): void {
    page.removeEventListener("visibilitychange", onVisibility);
    unsubscribe();
    timers.clearTimeout(timer);
    keepAwake(false);
    voice?.stop();
  }

  return {
    store,
    tell,

    /** Call this within a press: the browser lets a page speak from then on. */
    async begin(settings: TalkSettings): Promise<void> {
      store.setState({ settings });
      if (settings.readsAloud) voice?.unlock();
      if (settings.readsAloud) store.setState({ isReading: (await voice?.isThere(language())) ?? false });
      tell("begun");
    },

    change: (settings: TalkSettings) => store.setState({ settings }),

    /** Ends everything; settles when what was said is an answer. */
    async close(): Promise<void> {
      if (stateNow().phase !== "closed") end();
      if (open) closeEars(true);
      await closing;
    },
  };
}

/** The words that ask in a state: the question's prompt, or a short extra question after an answer. */
export function askedWords(question: Question, probe: number | undefined): string {
  const words = question.kind === "free-answer" && probe !== undefined ? question.probes?.[probe] : undefined;
  return words ?? question.prompt;
}

/** The place of the short extra question that is asked, if any. */
export function probeOf(state: TalkState): number | undefined {
  return "probe" in state ? state.probe : undefined;
}

/** `listens` does not depend on the settings. */
const SETTINGS_ASIDE = { isHandsFree: false };

/** The questions that are asked now, without those that an answer hides. */
export function askedQuestions(state: DraftState): { question: Question; isAnswered: boolean }[] {
  const visible = withoutQuestions(state.interview, unseenQuestions(state));
  const complete = new Set(state.completion.complete);
  return questionsOf(visible).map((question) => ({ question, isAnswered: complete.has(question.id) }));
}

export function questionOf(state: TalkState): string | undefined {
  return "questionId" in state ? state.questionId : undefined;
}

function isSameAsked(one: TalkState, other: TalkState): boolean {
  return questionOf(one) === questionOf(other) && probeOf(one) === probeOf(other);
}

function countOf({ draft }: DraftState, questionId: string): number {
  return draft.answers.written[questionId]?.length ?? 0;
}

/** Whether a single tap has just answered the question, so that nothing is left to choose. */
function isOneTap(question: Question, now: DraftState, before: DraftState): boolean {
  if (!isForm(question)) return false;
  const form = formAt(now.draft.answers.forms, question);
  if (form === formAt(before.draft.answers.forms, question)) return false;
  if ("notApplicable" in form && form.notApplicable) return true;
  if (question.kind === "choice") return question.max !== "many" && "other" in form && form.other === "";
  return question.kind === "yes-no" || question.kind === "scale";
}
