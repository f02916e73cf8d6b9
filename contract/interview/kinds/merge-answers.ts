import { fingerprint } from "../../hash.ts";
import { ANSWER_MAX_LENGTH, ANSWERS_PER_QUESTION_MAX } from "../../limits.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";

/** A value as last synced, as it is on this device, and as it is on the server. */
export type MergeVersions<Value> = { base: Value; mine: Value; theirs: Value };

export type MergedAnswers = {
  answers: RecordedAnswer[];
  /** Whether both sides changed one answer differently. */
  isContested: boolean;
  /** Answers beyond the limit of a question's list. */
  leftOver: RecordedAnswer[];
};

/** An answer of the server's list that keeps its place, and this device's version of it if both are kept. */
type StayingAnswer = { answer: RecordedAnswer; further?: RecordedAnswer };
type AnswersById = ReadonlyMap<string, RecordedAnswer>;

/** Separates answers that were joined for lack of room. */
const JOINT = "\n\n";

/**
 * Merges the answers of one question: the server's in their order, then those that only this device has, in its order.
 */
export function mergeAnswers(lists: MergeVersions<RecordedAnswer[]>): MergedAnswers {
  const stays = stayingAnswers(lists);
  const kept = stays.map(({ answer }) => answer);
  const isNew = (answer: RecordedAnswer) => !isHeldByFull(answer, kept, lists.theirs.length);
  const added = addedAnswers(lists).filter(isNew);
  const present = byId([...kept, ...added]);
  const placed = stays.flatMap(({ answer, further }) =>
    further && isNew(further) ? besideEachOther(answer, further, present) : [answer],
  );
  return {
    ...fitted([...placed, ...added]),
    isContested: stays.some(({ further }) => further !== undefined),
  };
}

/** Whether the answers differ at most in their time: a new timestamp alone is not an edit. */
function isSame(one: RecordedAnswer | undefined, other: RecordedAnswer | undefined): boolean {
  return one?.content === other?.content && one?.type === other?.type && one?.source === other?.source;
}

function stayingAnswers({ base, mine, theirs }: MergeVersions<RecordedAnswer[]>): StayingAnswer[] {
  const before = byId(base);
  const here = byId(mine);
  return theirs.flatMap((answer): StayingAnswer[] => {
    const own = here.get(answer.id);
    const synced = before.get(answer.id);
    if (own) return [mergeVersions({ base: synced, mine: own, theirs: answer })];
    return isSame(answer, synced) ? [] : [{ answer }];
  });
}

type AnswerVersions = { base: RecordedAnswer | undefined; mine: RecordedAnswer; theirs: RecordedAnswer };

function mergeVersions({ base, mine, theirs }: AnswerVersions): StayingAnswer {
  if (isSame(mine, theirs) || isSame(mine, base)) return { answer: theirs };
  if (isSame(theirs, base)) return { answer: mine };
  if (mine.content === theirs.content || isPending(mine)) return { answer: theirs };
  return isPending(theirs) ? { answer: mine } : { answer: theirs, further: mine };
}

/** A take without a transcript yet: when the transcript arrives, that is not a conflicting edit. */
function isPending({ type, content }: RecordedAnswer): boolean {
  return type === "audio" && content === "";
}

function addedAnswers({ base, mine, theirs }: MergeVersions<RecordedAnswer[]>): RecordedAnswer[] {
  const before = byId(base);
  const there = byId(theirs);
  return mine.filter((answer) => !there.has(answer.id) && !isSame(answer, before.get(answer.id)));
}

/**
 * A list whose answers were joined to fit is full. Merging with it again must not add an answer that is part of a
 * joined one.
 */
function isHeldByFull(answer: RecordedAnswer, kept: RecordedAnswer[], theirLength: number): boolean {
  if (theirLength < ANSWERS_PER_QUESTION_MAX || answer.type !== "text") return false;
  const part = JOINT + answer.content + JOINT;
  return kept.some(({ type, content }) => type === "text" && (JOINT + content + JOINT).includes(part));
}

/** Both versions of an answer, unless an earlier merge already kept both. */
function besideEachOther(theirs: RecordedAnswer, mine: RecordedAnswer, present: AnswersById) {
  const further = furtherAnswer(mine, present);
  if (present.has(further.id)) return [theirs];
  if (present.has(furtherAnswer(theirs, present).id)) return [mine];
  return [theirs, further];
}

/** This version under another id, the same on every device. If an answer already has that id, it has the same words. */
function furtherAnswer(version: RecordedAnswer, present: AnswersById): RecordedAnswer {
  let id = fingerprint(JSON.stringify([version.id, version.content]));
  while (present.has(id) && present.get(id)?.content !== version.content) id = fingerprint(id);
  const { by: _by, ...words } = version;
  return { ...words, id };
}

/**
 * At most as many answers as a question may have. Takes are the last to be left over, since a recording is found
 * through its answer.
 */
function fitted(answers: RecordedAnswer[]): Pick<MergedAnswers, "answers" | "leftOver"> {
  const joined = joinedFromEnd(answers);
  const excess = Math.max(joined.length - ANSWERS_PER_QUESTION_MAX, 0);
  const lastFirst = joined.toReversed();
  const texts = lastFirst.filter(({ type }) => type === "text");
  const takes = lastFirst.filter(({ type }) => type === "audio");
  const leaving = new Set([...texts, ...takes].slice(0, excess));
  return {
    answers: joined.filter((answer) => !leaving.has(answer)),
    leftOver: joined.filter((answer) => leaving.has(answer)),
  };
}

/** While there are too many answers, appends each text answer to the one before it, if the result is not too long. */
function joinedFromEnd(answers: RecordedAnswer[]): RecordedAnswer[] {
  const joined = [...answers];
  for (let place = joined.length - 1; place > 0 && joined.length > ANSWERS_PER_QUESTION_MAX; place--) {
    const [earlier, later] = joined.slice(place - 1, place + 1);
    if (earlier?.type !== "text" || later?.type !== "text") continue;
    const content = earlier.content + JOINT + later.content;
    if (content.length <= ANSWER_MAX_LENGTH) joined.splice(place - 1, 2, joinedAnswer(earlier, content));
  }
  return joined;
}

/** Raw words, reason and author of one answer do not describe two joined answers. */
function joinedAnswer(
  { raw: _raw, reason: _reason, by: _by, ...answer }: RecordedAnswer,
  content: string,
): RecordedAnswer {
  return { ...answer, content };
}

function byId(answers: RecordedAnswer[]): AnswersById {
  return new Map(answers.map((answer) => [answer.id, answer]));
}
