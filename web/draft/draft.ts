import { type Interview, writtenQuestions } from "#contract/interview/interview.ts";
import type { FormEntry } from "#contract/interview/kinds/kinds.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import {
  type Answer,
  type Answers,
  editAnswer,
  emptyAnswers,
  isTranscriptPending,
} from "#contract/record/answer.ts";
import { type ClientRecord, hasContent } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";

/** What a client has entered on this device, saved or not. */
export type Draft = {
  answers: Answers;
  /** Text still in a question's box, by question id. */
  boxes: { [questionId: string]: string };
  /** The new words of answers that are being edited, by answer id. */
  edits: { [answerId: string]: string };
  /** By question id, the answer being continued in its box: the box's text will replace the answer's words. */
  continued: { [questionId: string]: string };
  /** By question id, the last answer made in its box. On this page only, until another section opens. */
  added: { [questionId: string]: string };
  /** Deleted answers that can be restored, the latest last. On this page only, until another section opens. */
  deleted: DeletedAnswer[];
  /** By answer id, the text of canceled edits. On this page only, until another section opens. */
  givenUpEdits: { [answerId: string]: string };
  /** Suggested tools that the client declined, on this page only. */
  declinedTools: string[];
  /** Transcripts that arrived on this page, by take id, until the synced record has words for the take. */
  arrived: { [takeId: string]: string };
  /** The section that is open. */
  sectionId: string;
  /** The question whose box the client used last; undefined when another section opens. */
  boxId: string | undefined;
  /** The record as the server is known to have it; undefined before the first load or save. */
  synced: SyncedRecord | undefined;
  /** A save whose outcome is unknown: it is repeated unchanged before anything else is sent. */
  unfinished: SaveAttempt | undefined;
};

/** What the server has sent about the record. Instants are ISO 8601. */
export type SyncedRecord = {
  record: ClientRecord;
  /** Undefined if the server does not count revisions. */
  revision: number | undefined;
  savedAt: string | undefined;
  submittedAt: string | undefined;
};

export type SaveAttempt = {
  record: ClientRecord;
  submit: boolean;
  /** The revision of the record that this save is based on. */
  revision: number | undefined;
  idempotencyKey: string;
  /** When the newest follow-up shown to the client was asked (ISO 8601). */
  seenAsk?: string | undefined;
  /** The hash of the interview version that the page showed. */
  interview?: string | undefined;
};

/** An answer that was deleted, and where it stood in its list. */
export type DeletedAnswer = { answer: Answer; place: number };

/** Everything that can happen to a draft. The caller provides times and ids. */
export type DraftEvent =
  | {
      type: "restored";
      draft: Partial<
        Pick<Draft, "boxes" | "edits" | "continued" | "arrived" | "sectionId" | "boxId" | "unfinished">
      >;
    }
  | { type: "save-begun"; attempt: SaveAttempt }
  | { type: "save-refused" }
  | { type: "synced"; synced: SyncedRecord }
  | { type: "reconciled"; answers: Answers; synced: SyncedRecord | undefined }
  | { type: "section-opened"; sectionId: string }
  | { type: "box-entered"; questionId: string }
  | { type: "box-changed"; questionId: string; text: string }
  | { type: "answer-added"; answer: Answer }
  | { type: "answer-continued"; questionId: string; id: string }
  | { type: "continuation-ended"; questionId: string; text: string; raw?: string | undefined }
  | { type: "take-added"; answer: Answer }
  | { type: "transcript-arrived"; id: string; content: string }
  | { type: "answer-deleted"; questionId: string; id: string }
  | { type: "answer-restored"; id: string }
  | { type: "tidying-undone"; questionId: string; id: string }
  | { type: "edit-changed"; id: string; text: string }
  | { type: "edit-canceled"; id: string }
  | { type: "edit-taken-up"; id: string }
  | { type: "edit-saved"; questionId: string; id: string }
  | { type: "form-changed"; entry: string; form: FormEntry }
  | { type: "tool-declined"; tool: string };

export function newDraft(interview: Interview): Draft {
  const sectionId = interview.sections[0]?.id ?? "";
  return {
    answers: emptyAnswers,
    boxes: {},
    edits: {},
    continued: {},
    added: {},
    deleted: [],
    givenUpEdits: {},
    declinedTools: [],
    arrived: {},
    sectionId,
    boxId: undefined,
    synced: undefined,
    unfinished: undefined,
  };
}

/** Whether no box has text, no edit is open, and the outcome of every save is known. */
export function isAtRest({ boxes, edits, unfinished }: Draft): boolean {
  return unfinished === undefined && Object.values(boxes).every(isBlank) && Object.keys(edits).length === 0;
}

/** The draft after an event. */
export function reduce(interview: Interview, draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case "restored":
      return restore(interview, draft, event.draft);
    case "save-begun":
      return { ...draft, unfinished: event.attempt };
    case "save-refused":
      return { ...draft, unfinished: undefined };
    case "synced":
      return dropArrived({ ...draft, synced: event.synced, unfinished: undefined });
    case "reconciled":
      return dropArrived(
        keepOpenEdits({ ...draft, answers: event.answers, synced: event.synced }, draft.answers),
      );
    case "section-opened":
      return {
        ...draft,
        sectionId: event.sectionId,
        boxId: undefined,
        added: {},
        deleted: [],
        givenUpEdits: {},
      };
    case "box-entered":
      return draft.boxId === event.questionId ? draft : { ...draft, boxId: event.questionId };
    case "box-changed":
      return { ...draft, boxes: { ...draft.boxes, [event.questionId]: event.text }, boxId: event.questionId };
    case "answer-added":
      return addAnswer(draft, event.answer);
    case "answer-continued":
      return continueAnswer(draft, event);
    case "continuation-ended":
      return endContinuation(draft, event);
    case "take-added":
      return appendAnswer(draft, event.answer);
    case "transcript-arrived":
      return setTranscript(draft, event);
    case "answer-deleted":
      return deleteAnswer(draft, event);
    case "answer-restored":
      return restoreAnswer(draft, event.id);
    case "tidying-undone":
      return undoTidying(draft, event);
    case "tool-declined":
      return { ...draft, declinedTools: [...draft.declinedTools, event.tool] };
    case "edit-changed":
      return { ...withoutGivenUp(draft, event.id), edits: { ...draft.edits, [event.id]: event.text } };
    case "edit-canceled":
      return giveUpEdit(draft, event.id);
    case "edit-taken-up":
      return takeUpEdit(draft, event.id);
    case "edit-saved":
      return saveEdit(draft, event);
    case "form-changed":
      return changeForm(draft, event);
  }
}

type RestoredEntries = Extract<DraftEvent, { type: "restored" }>["draft"];

/**
 * Text that is already in a box stays, with the restored text below it. A section that no longer exists is not opened.
 * Text whose question no longer exists goes into the first box, where the client finds it.
 */
function restore(
  interview: Interview,
  draft: Draft,
  { boxes = {}, edits, continued, arrived, ...rest }: RestoredEntries,
): Draft {
  const isAsked = interview.sections.some(({ id }) => id === rest.sectionId);
  const restored = { ...draft, ...rest, sectionId: isAsked ? (rest.sectionId ?? "") : draft.sectionId };
  const withTexts = {
    ...restored,
    edits: { ...draft.edits, ...edits },
    continued: { ...draft.continued, ...continued },
    arrived: { ...draft.arrived, ...arrived },
  };
  const asked = writtenQuestions(interview).map(({ question }) => question.id);
  const boxOf = (id: string) => (asked.includes(id) ? id : (asked[0] ?? id));
  return Object.entries(boxes).reduce((each, [id, text]) => addToBox(each, boxOf(id), text), withTexts);
}

/** The new words of an answer that is being edited. The id may be `constructor`, which every object has. */
export function editOf({ edits }: Pick<Draft, "edits">, id: string): string | undefined {
  return Object.hasOwn(edits, id) ? edits[id] : undefined;
}

/** The text of a canceled edit. */
export function givenUpEditOf({ givenUpEdits }: Pick<Draft, "givenUpEdits">, id: string): string | undefined {
  return Object.hasOwn(givenUpEdits, id) ? givenUpEdits[id] : undefined;
}

/** Adds text to a box, unless the box already contains it. */
export function addToBox(draft: Draft, questionId: string, text: string): Draft {
  const before = draft.boxes[questionId] ?? "";
  if (isBlank(text) || before.includes(text)) return draft;
  const both = isBlank(before) ? text : `${before}\n\n${text}`;
  return { ...draft, boxes: { ...draft.boxes, [questionId]: both } };
}

/** Moves the open edit of an answer that no longer exists back into its question's box. */
function keepOpenEdits(draft: Draft, before: Answers): Draft {
  const present = new Set(Object.values(draft.answers.written).flatMap((each) => each.map(({ id }) => id)));
  const gone = Object.values(before.written)
    .flat()
    .filter(({ id }) => editOf(draft, id) !== undefined && !present.has(id));
  return gone.reduce((each, { id, questionId, transcript }) => {
    const text = editOf(draft, id) ?? "";
    const closed = withoutEdit(each, id);
    return text === transcript ? closed : addToBox(closed, questionId, text);
  }, draft);
}

function changeForm(draft: Draft, { entry, form }: { entry: string; form: FormEntry }): Draft {
  const { answers } = draft;
  return { ...draft, answers: { ...answers, forms: { ...answers.forms, [entry]: form } } };
}

/** Adds an answer made in a box, and empties the box. */
function addAnswer(draft: Draft, answer: Answer): Draft {
  return emptyBox(appendAnswer(draft, answer), answer);
}

/** Empties a question's box after its text made or changed an answer. The answer can then be continued. */
function emptyBox(draft: Draft, { questionId, id }: AnswerPlace): Draft {
  const { [questionId]: _ended, ...continued } = draft.continued;
  return {
    ...draft,
    boxes: { ...draft.boxes, [questionId]: "" },
    continued,
    added: { ...draft.added, [questionId]: id },
  };
}

/**
 * Puts an answer's words into its question's box; the answer changes only when the box's text replaces them. A box that
 * already has text is left alone.
 */
function continueAnswer(draft: Draft, place: AnswerPlace): Draft {
  const { questionId, id } = place;
  const answer = answerAt(draft, place);
  if (!answer || isTranscriptPending(answer) || !isBlank(draft.boxes[questionId] ?? "")) return draft;
  return {
    ...draft,
    boxes: { ...draft.boxes, [questionId]: answer.transcript },
    continued: { ...draft.continued, [questionId]: id },
    boxId: questionId,
  };
}

type Continuation = { questionId: string; text: string; raw?: string | undefined };

function endContinuation(draft: Draft, { questionId, text, raw }: Continuation): Draft {
  const before = continuedAnswer(draft, questionId);
  if (!before) return draft;
  const after = { ...editAnswer(before, text), ...(raw !== undefined && { raw }) };
  const changed = withAnswers(draft, questionId, (answers) =>
    answers.map((answer) => (answer === before ? after : answer)),
  );
  // unchanged words keep the answer's other fields, such as `raw`
  return emptyBox(text === before.transcript ? draft : changed, before);
}

/** The answer whose words the box's text will replace; undefined if the box makes a new answer. */
export function continuedAnswer(draft: Draft, questionId: string): Answer | undefined {
  const id = Object.hasOwn(draft.continued, questionId) ? draft.continued[questionId] : undefined;
  return id === undefined ? undefined : answerAt(draft, { questionId, id });
}

function answerAt({ answers }: Draft, { questionId, id }: AnswerPlace): Answer | undefined {
  return answers.written[questionId]?.find((answer) => answer.id === id);
}

/** Leaves the box alone, because a recording does not come from its text. Adding an id twice has no effect. */
function appendAnswer(draft: Draft, answer: Answer): Draft {
  return withAnswers(draft, answer.questionId, (answers) =>
    answers.some(({ id }) => id === answer.id) ? answers : [...answers, answer],
  );
}

function deleteAnswer(draft: Draft, { questionId, id }: AnswerPlace): Draft {
  const given = draft.answers.written[questionId] ?? [];
  const place = given.findIndex((answer) => answer.id === id);
  const answer = given[place];
  if (!answer) return draft;
  const without = withAnswers(draft, questionId, () => given.toSpliced(place, 1));
  return { ...without, deleted: [...draft.deleted, { answer, place }] };
}

/** Does nothing while the question is full. A merge may already have brought the answer back; it is not added twice. */
function restoreAnswer(draft: Draft, id: string): Draft {
  const last = draft.deleted.findLast(({ answer }) => answer.id === id);
  if (!last) return draft;
  const { answer, place } = last;
  const given = draft.answers.written[answer.questionId] ?? [];
  const rest = { ...draft, deleted: draft.deleted.filter((each) => each !== last) };
  if (given.some((each) => each.id === id)) return rest;
  if (given.length >= ANSWERS_PER_QUESTION_MAX) return draft;
  return withAnswers(rest, answer.questionId, () => given.toSpliced(place, 0, answer));
}

/** Does nothing if the client has typed words for the take in the meantime. */
function setTranscript(draft: Draft, { id, content }: { id: string; content: string }): Draft {
  const pending = Object.values(draft.answers.written)
    .flat()
    .find((answer) => answer.id === id && isTranscriptPending(answer));
  if (!pending) return draft;
  const next = { ...draft, arrived: { ...draft.arrived, [id]: content } };
  return withAnswers(next, pending.questionId, (answers) =>
    answers.map((answer) => (answer === pending ? editAnswer(answer, content) : answer)),
  );
}

/** Drops the transcripts of answers that were synced with words: merges then use the synced words as the base. */
function dropArrived(draft: Draft): Draft {
  const entries = Object.values(draft.synced?.record ?? {});
  const worded = new Set(
    entries.flatMap((entry) =>
      "responses" in entry ? entry.responses.filter(({ content }) => content !== "").map(({ id }) => id) : [],
    ),
  );
  const arrived = Object.entries(draft.arrived).filter(([id]) => !worded.has(id));
  // return the same object if nothing was dropped, or the journal would write the draft again
  return arrived.length === Object.keys(draft.arrived).length
    ? draft
    : { ...draft, arrived: Object.fromEntries(arrived) };
}

type AnswerPlace = { questionId: string; id: string };

function saveEdit(draft: Draft, place: AnswerPlace): Draft {
  const text = editOf(draft, place.id);
  return text === undefined ? draft : withoutEdit(withContent(draft, place, text), place.id);
}

function undoTidying(draft: Draft, place: AnswerPlace): Draft {
  const { raw } = draft.answers.written[place.questionId]?.find(({ id }) => id === place.id) ?? {};
  return raw === undefined ? draft : withContent(draft, place, raw);
}

function withContent(draft: Draft, { questionId, id }: AnswerPlace, text: string): Draft {
  return withAnswers(draft, questionId, (answers) =>
    answers.map((answer) => (answer.id === id ? editAnswer(answer, text) : answer)),
  );
}

function withoutEdit(draft: Draft, id: string): Draft {
  const { [id]: _dropped, ...edits } = draft.edits;
  return { ...draft, edits };
}

/** Cancels an edit. The text is kept so that the edit can be resumed, unless it is blank or equals the answer. */
function giveUpEdit(draft: Draft, id: string): Draft {
  const text = editOf(draft, id);
  const answer = Object.values(draft.answers.written)
    .flat()
    .find((each) => each.id === id);
  const closed = withoutEdit(draft, id);
  if (text === undefined || isBlank(text) || text === answer?.transcript) return closed;
  return { ...closed, givenUpEdits: { ...draft.givenUpEdits, [id]: text } };
}

function takeUpEdit(draft: Draft, id: string): Draft {
  const text = givenUpEditOf(draft, id);
  if (text === undefined) return draft;
  return { ...withoutGivenUp(draft, id), edits: { ...draft.edits, [id]: text } };
}

function withoutGivenUp(draft: Draft, id: string): Draft {
  if (!Object.hasOwn(draft.givenUpEdits, id)) return draft;
  const { [id]: _dropped, ...givenUpEdits } = draft.givenUpEdits;
  return { ...draft, givenUpEdits };
}

function withAnswers(draft: Draft, questionId: string, change: (answers: Answer[]) => Answer[]): Draft {
  const { written } = draft.answers;
  return {
    ...draft,
    answers: { ...draft.answers, written: { ...written, [questionId]: change(written[questionId] ?? []) } },
  };
}

/** With no prior sync, any data at all counts as unsynced (spec §4). */
export function isUnsynced(record: ClientRecord, synced: SyncedRecord | undefined): boolean {
  return synced ? JSON.stringify(record) !== JSON.stringify(synced.record) : hasContent(record);
}
