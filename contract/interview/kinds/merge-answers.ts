import { fingerprint } from "../../hash.ts";
import { ANSWER_MAX_LENGTH, ANSWERS_PER_QUESTION_MAX } from "../../limits.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";

/** One thing as it was synced last, as it is on this device, and as it is on the server. */
export type Versions<Value> = { base: Value; mine: Value; theirs: Value };

export type MergedAnswers = {
  answers: RecordedAnswer[];
  /** Whether one answer was changed differently on both sides. */
  isContested: boolean;
  /** What a question's list had no room for. */
  leftOver: RecordedAnswer[];
};

/** An answer of theirs that stays in its place, and this device's version of it where that stays too. */
type Stay = { answer: RecordedAnswer; further?: RecordedAnswer };
type AnswersById = ReadonlyMap<string, RecordedAnswer>;

/** Stands between answers that became one for want of room. */
const JOINT = "\n\n";

/** Merges the answers of one question: theirs in their order, then what only this device has, in its order. */
export function mergeAnswers(lists: Versions<RecordedAnswer[]>): MergedAnswers {
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

/** Whether nothing but the time may differ: a new timestamp alone is no edit. */
function isSame(one: RecordedAnswer | undefined, other: RecordedAnswer | undefined): boolean {
  return one?.content === other?.content && one?.type === other?.type && one?.source === other?.source;
}

function stayingAnswers({ base, mine, theirs }: Versions<RecordedAnswer[]>): Stay[] {
  const before = byId(base);
  const here = byId(mine);
  return theirs.flatMap((answer): Stay[] => {
    const own = here.get(answer.id);
    const synced = before.get(answer.id);
    if (own) return [mergeVersions({ base: synced, mine: own, theirs: answer })];
    return isSame(answer, synced) ? [] : [{ answer }];
  });
}

type AnswerVersions = { base: RecordedAnswer | undefined; mine: RecordedAnswer; theirs: RecordedAnswer };

function mergeVersions({ base, mine, theirs }: AnswerVersions): Stay {
  if (isSame(mine, theirs) || isSame(mine, base)) return { answer: theirs };
  if (isSame(theirs, base)) return { answer: mine };
  if (mine.content === theirs.content || isPending(mine)) return { answer: theirs };
  return isPending(theirs) ? { answer: mine } : { answer: theirs, further: mine };
}

/** A take without words yet: its transcript is no edit of another's. */
function isPending({ type, content }: RecordedAnswer): boolean {
  return type === "audio" && content === "";
}

function addedAnswers({ base, mine, theirs }: Versions<RecordedAnswer[]>): RecordedAnswer[] {
  const before = byId(base);
  const there = byId(theirs);
  return mine.filter((answer) => !there.has(answer.id) && !isSame(answer, before.get(answer.id)));
}

/**
 * A list is full after answers were joined to make it fit. Merging again with that list must not add once more what
 * is a part of it.
 */
function isHeldByFull(answer: RecordedAnswer, kept: RecordedAnswer[], theirLength: number): boolean {
  if (theirLength < ANSWERS_PER_QUESTION_MAX || answer.type !== "text") return false;
  const part = JOINT + answer.content + JOINT;
  return kept.some(({ type, content }) => type === "text" && (JOINT + content + JOINT).includes(part));
}

/** Both versions of an answer, unless an earlier merge has put the one beside the other already. */
function besideEachOther(theirs: RecordedAnswer, mine: RecordedAnswer, present: AnswersById) {
  const further = furtherAnswer(mine, present);
  if (present.has(further.id)) return [theirs];
  if (present.has(furtherAnswer(theirs, present).id)) return [mine];
  return [theirs, further];
}

/** This version under a separate id, the same on every device. An answer present under that id has the same words. */
function furtherAnswer(version: RecordedAnswer, present: AnswersById): RecordedAnswer {
  let id = fingerprint(JSON.stringify([version.id, version.content]));
  while (present.has(id) && present.get(id)?.content !== version.content) id = fingerprint(id);
  const { by: _by, ...words } = version;
  return { ...words, id };
}

/** No more answers than a question may have. A take is left over last: its recording is found by its answer. */
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

/** While there are too many, each text answer goes into the one before it, if the two are not too long together. */
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

/** What stood beside the words of one answer says nothing about the words of two. */
function joinedAnswer(
  { raw: _raw, reason: _reason, by: _by, ...answer }: RecordedAnswer,
  content: string,
): RecordedAnswer {
  return { ...answer, content };
}

function byId(answers: RecordedAnswer[]): AnswersById {
  return new Map(answers.map((answer) => [answer.id, answer]));
}
