/**
 * "Talk it through" as one pure state machine: which question is shown, whether the voice speaks or the microphone is
 * open, and which events lead on. It uses no browser API: `talk.ts` turns what happens into events, and states into
 * voice, microphone and timers. "One at a time" is the same without the voice.
 */

export type TalkQuestion = {
  id: string;
  /** Whether the question is a form, which is answered by tapping instead of in free words. */
  isForm: boolean;
  isAnswered: boolean;
};

/** What a step depends on besides the state, as it is at that moment. */
export type TalkConditions = {
  /** The questions that are asked, in order. */
  questions: readonly TalkQuestion[];
  /** False in "One at a time". */
  isSpoken: boolean;
  /** Whether a local voice reads the questions. */
  readsAloud: boolean;
  /** Whether silence alone moves on to the next question. */
  isHandsFree: boolean;
  /** Whether there is a way of listening that has not failed on this page. */
  canListen: boolean;
  /** The place of the short extra question that is due after a brief answer to the current question. */
  dueProbe?: number | undefined;
};

/** `probe` is the place of the short extra question that is asked instead of the question itself. */
type TalkPrompt = { questionId: string; probe?: number | undefined };
type PhaseAtQuestion<Phase extends string> = { phase: Phase } & TalkPrompt;

export type TalkState =
  | { phase: "start" }
  /** The voice reads, and the microphone is closed. `isAgain`: no speech was heard the first time. */
  | (PhaseAtQuestion<"asking"> & { isAgain: boolean })
  /** `isHeard`: the client has spoken since the microphone opened. */
  | (PhaseAtQuestion<"listening"> & { isAgain: boolean; isHeard: boolean })
  /** Silence for a while after an answer. */
  | PhaseAtQuestion<"quiet">
  /** "Got it" is shown while the answer is being stored. */
  | PhaseAtQuestion<"kept">
  | PhaseAtQuestion<"choosing">
  | PhaseAtQuestion<"paused">
  /** A call, a locked screen, a hidden page, a microphone that was taken away. */
  | PhaseAtQuestion<"interrupted">
  | PhaseAtQuestion<"typing">
  | { phase: "finished" }
  /** `questionId` is the card to open; undefined if no question was shown. */
  | { phase: "closed"; questionId: string | undefined };

export type TalkEvent =
  | { type: "begun" }
  /** The voice has read the question or has taken too long. */
  | { type: "read" }
  /** The question was tapped. */
  | { type: "tapped" }
  | { type: "done" }
  | { type: "speech" }
  /** Silence after speech. */
  | { type: "silence" }
  /** No speech at all. */
  | { type: "unheard" }
  /** The bar of "Anything else?" is full. */
  | { type: "filled" }
  /** "Got it" was shown long enough. */
  | { type: "settled" }
  /** An answer was tapped. */
  | { type: "chosen" }
  /** An answer was typed. */
  | { type: "added" }
  /** The question is not asked any more. */
  | { type: "gone" }
  | { type: "interrupted" }
  | { type: "returned" }
  /** No microphone is left, or no engine that turns speech into text. */
  | { type: "microphone-lost" }
  | { type: "continued" }
  | { type: "type-instead" }
  | { type: "back" }
  | { type: "again" }
  | { type: "pause" }
  | { type: "skip" }
  | { type: "close" };

/** What a phase needs besides being shown. */
export type TalkWork = {
  speaks: boolean;
  listens: boolean;
  /** The event to send if nothing else happens for `ms` milliseconds. */
  timer: { ms: number; event: TalkEvent["type"] } | undefined;
};

export const UNHEARD_MS = 10_000;
export const FILL_MS = 5_000;
export const KEPT_MS = 700;

/** The state after the event; the same object if the event changes nothing. */
export function talkStep(state: TalkState, event: TalkEvent, ground: TalkConditions): TalkState {
  if (state.phase === "closed") return state;
  if (event.type === "close") return { phase: "closed", questionId: questionOf(state) };
  if (state.phase === "start") return event.type === "begun" ? begin(ground) : state;
  if (state.phase === "finished") return event.type === "back" ? enterLast(state, ground) : state;
  return moveOf(state, event, ground) ?? stepIn(state, event, ground) ?? state;
}

/** What a state needs from the voice, the microphone and the timer. */
export function workOf(state: TalkState, { isHandsFree }: Pick<TalkConditions, "isHandsFree">): TalkWork {
  return {
    speaks: state.phase === "asking",
    listens: state.phase === "listening" || state.phase === "quiet",
    timer: timerOf(state, isHandsFree),
  };
}

function timerOf(state: TalkState, isHandsFree: boolean): TalkWork["timer"] {
  if (state.phase === "listening" && !state.isHeard) return { ms: UNHEARD_MS, event: "unheard" };
  if (state.phase === "quiet" && isHandsFree) return { ms: FILL_MS, event: "filled" };
  return state.phase === "kept" ? { ms: KEPT_MS, event: "settled" } : undefined;
}

type StateAtQuestion = Extract<TalkState, { questionId: string }>;
type OpenStateAtQuestion = Exclude<StateAtQuestion, { phase: "closed" }>;

/** Handles events that lead elsewhere from every question; undefined for all other events. */
function moveOf(
  state: OpenStateAtQuestion,
  { type }: TalkEvent,
  ground: TalkConditions,
): TalkState | undefined {
  const asked = promptOf(state);
  const { questionId } = asked;
  switch (type) {
    case "back":
      return enter({ questionId: previousQuestion(questionId, ground) ?? questionId }, ground);
    case "again":
      return enter(asked, ground);
    case "skip":
    case "gone":
      return goOn(questionId, ground);
    case "pause":
      return state.phase === "typing" || state.phase === "paused" ? state : { phase: "paused", ...asked };
    case "interrupted":
      return isStill(state) ? state : { phase: "interrupted", ...asked };
    case "type-instead":
      return { phase: isForm(questionId, ground) ? "choosing" : "typing", ...asked };
    case "microphone-lost":
      return ["asking", "listening", "quiet"].includes(state.phase) && !isForm(questionId, ground)
        ? { phase: "typing", ...asked }
        : state;
    default:
      return undefined;
  }
}

/** Whether the voice, the microphone and the timer are all off, so that there is nothing to interrupt. */
function isStill({ phase }: OpenStateAtQuestion): boolean {
  return ["choosing", "typing", "paused", "interrupted"].includes(phase);
}

/** Handles events that lead on within a question; undefined for all other events. */
function stepIn(
  state: OpenStateAtQuestion,
  { type }: TalkEvent,
  ground: TalkConditions,
): TalkState | undefined {
  const asked = promptOf(state);
  switch (`${state.phase} ${type}`) {
    case "asking read":
    case "asking tapped":
    case "asking done":
      return listen(asked, ground, state.phase === "asking" && state.isAgain);
    case "listening speech":
      return state.phase === "listening" && !state.isHeard ? { ...state, isHeard: true } : state;
    case "listening silence":
      return { phase: "quiet", ...asked };
    case "listening unheard":
      return state.phase === "listening" ? afterNoSpeech(state, ground) : undefined;
    case "listening done":
      // a client who has said nothing has no answer to keep
      return state.phase === "listening" && !state.isHeard
        ? goOn(asked.questionId, ground)
        : { phase: "kept", ...asked };
    case "quiet speech":
    case "quiet tapped":
      return { phase: "listening", ...asked, isAgain: false, isHeard: true };
    case "quiet done":
    case "quiet filled":
    case "choosing chosen":
      return { phase: "kept", ...asked };
    case "typing added":
      // in "One at a time", the client may add another answer
      return ground.isSpoken ? { phase: "kept", ...asked } : state;
    case "choosing done":
    case "typing done":
      return goOn(asked.questionId, ground);
    case "kept settled":
    case "kept done":
      return ground.dueProbe === undefined
        ? goOn(asked.questionId, ground)
        : enter({ questionId: asked.questionId, probe: ground.dueProbe }, ground);
    case "interrupted returned":
      return { phase: "paused", ...asked };
    case "paused continued":
      return listen(asked, ground, false);
    default:
      return undefined;
  }
}

/** Reads a question a second time to a client who does not speak, and then pauses. Skips a short extra question. */
function afterNoSpeech(state: Extract<TalkState, { phase: "listening" }>, ground: TalkConditions): TalkState {
  const asked = promptOf(state);
  if (asked.probe !== undefined) return goOn(asked.questionId, ground);
  return state.isAgain || !ground.readsAloud
    ? { phase: "paused", ...asked }
    : { phase: "asking", ...asked, isAgain: true };
}

function begin(ground: TalkConditions): TalkState {
  const open = ground.questions.find(({ isAnswered }) => !isAnswered);
  return open ? enter({ questionId: open.id }, ground) : { phase: "finished" };
}

/** Goes to the next open question, but not back to skipped ones. */
function goOn(questionId: string, ground: TalkConditions): TalkState {
  const { questions } = ground;
  const at = questions.findIndex(({ id }) => id === questionId);
  const next = questions.slice(at + 1).find(({ isAnswered }) => !isAnswered);
  return next ? enter({ questionId: next.id }, ground) : { phase: "finished" };
}

function previousQuestion(questionId: string, { questions }: TalkConditions): string | undefined {
  return questions[questions.findIndex(({ id }) => id === questionId) - 1]?.id;
}

function enterLast(state: TalkState, ground: TalkConditions): TalkState {
  const last = ground.questions.at(-1);
  return last ? enter({ questionId: last.id }, ground) : state;
}

function enter(asked: TalkPrompt, ground: TalkConditions): TalkState {
  const { isSpoken, readsAloud } = ground;
  if (isSpoken && readsAloud) return { phase: "asking", ...asked, isAgain: false };
  return listen(asked, ground, false);
}

/** How a question is answered: by voice if that is possible. */
function listen(asked: TalkPrompt, ground: TalkConditions, isAgain: boolean): TalkState {
  if (isForm(asked.questionId, ground)) return { phase: "choosing", ...asked };
  if (!ground.isSpoken || !ground.canListen) return { phase: "typing", ...asked };
  return { phase: "listening", ...asked, isAgain, isHeard: false };
}

function promptOf({ questionId, probe }: OpenStateAtQuestion): TalkPrompt {
  return probe === undefined ? { questionId } : { questionId, probe };
}

function isForm(questionId: string, { questions }: TalkConditions): boolean {
  return questions.some(({ id, isForm: isTapped }) => id === questionId && isTapped);
}

function questionOf(state: TalkState): string | undefined {
  return "questionId" in state ? state.questionId : undefined;
}
