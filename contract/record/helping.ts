import { fingerprint } from "../hash.ts";
import { entryPlaces, type Interview, type Section } from "../interview/interview.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import { type Card, isQuestion } from "../interview/question.ts";
import { ANSWERS_PER_QUESTION_MAX } from "../limits.ts";
import { isBlank } from "../text.ts";
import { carryOver } from "./carry-over.ts";
import { type ClientRecord, completeRecord } from "./record.ts";

/** What a client's helper sees and changes: one section, and in it their own answers or all answers. */

export type HelperScope = {
  /** The author of their answers. */
  name: string;
  sectionId: string;
  /** Whether the helper also gets the forms of the section and the client's own answers. */
  seesAll: boolean;
};

/** `notAsked`: ids of the section's questions that are not asked, given the whole record. */
export type HelperView = Pick<HelperScope, "sectionId" | "seesAll"> & { notAsked: readonly string[] };

const isVisible = (card: Card, { seesAll }: Pick<HelperScope, "seesAll">) =>
  seesAll || !isQuestion(card) || card.kind === "free-answer";

/** Whether the section has a question for a helper who does not see everything. */
export function hasFreeAnswer({ questions }: Pick<Section, "questions">): boolean {
  return questions.some((card) => card.kind === "free-answer");
}

/**
 * The interview as a helper gets it. `notAsked` decides conditions on answers that they do not see. Undefined if the
 * interview lacks the section.
 */
export function interviewForHelper(interview: Interview, view: HelperView): Interview | undefined {
  const section = interview.sections.find(({ id }) => id === view.sectionId);
  if (!section) return undefined;
  const { showIf: _decided, ...rest } = section;
  const seen = section.questions.filter((card) => isVisible(card, view));
  const known = new Set(seen.filter(isQuestion).map(({ id }) => id));
  // a helper who does not see the client's answers cannot evaluate conditions on them
  const isLive = ({ showIf }: Card) =>
    view.seesAll && (showIf?.tests.every(({ question }) => known.has(question)) ?? false);
  const questions = seen.flatMap((card): Card[] => {
    if (isLive(card)) return [card];
    const { showIf: _unknown, ...always } = card;
    return view.notAsked.includes(card.id) ? [] : [always as Card];
  });
  return { ...interview, sections: [{ ...rest, questions }] };
}

/** The part of a record that a helper gets. Other people's answers carry their author; the helper's own carry none. */
export function recordForHelper(
  interview: Interview,
  record: ClientRecord,
  { helper, clientName }: { helper: HelperScope; clientName: string },
): ClientRecord {
  const client = { kind: "client", name: clientName } as const;
  const seen = (answer: RecordedAnswer): RecordedAnswer[] => {
    const { by, ...words } = answer;
    if (isOwn(answer, helper)) return [words];
    // helpers may not hear recordings, and without words nothing is left to show
    if (!helper.seesAll || isBlank(words.content)) return [];
    return [{ ...words, type: "text", by: by ?? client }];
  };
  const entries = Object.entries(record).flatMap(([name, entry]): [string, RecordEntry][] => {
    if (!isTheirs(interview, { name, entry }, helper)) return [];
    if (!("responses" in entry)) return [[name, entry]];
    const responses = entry.responses.flatMap(seen);
    return responses.length > 0 ? [[name, { ...entry, responses }]] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Names of entries in a helper's save that are outside their part in every one of `interviews`. One of these is the
 * interview on their page.
 */
export function strayEntries(interviews: Interview[], sent: object, helper: HelperScope): string[] {
  const theirs = new Set(interviews.flatMap((interview) => namesOf(interview, helper)));
  return Object.keys(sent).filter((name) => !theirs.has(name));
}

type HelpingContext = {
  /** `asked` is the current interview, `shown` the one on the helper's page. */
  asked: Interview;
  shown: Interview;
  helper: HelperScope;
};

/** The whole record after a helper's save. `full` names the entries that now have too many answers. */
export function withHelpersPart(
  context: HelpingContext,
  before: ClientRecord,
  sent: ClientRecord,
): { record: ClientRecord; full: string[] } {
  const { asked, shown, helper } = context;
  const record = { ...before };
  for (const name of new Set([...namesOf(shown, helper), ...Object.keys(sent)])) {
    const entry = entryAfter(context, name, { was: before[name], is: sent[name] });
    if (entry) record[name] = entry;
    else delete record[name];
  }
  const full = Object.keys(record).filter(
    (name) => answersIn(record[name]).length > ANSWERS_PER_QUESTION_MAX,
  );
  return { record: completeRecord(asked, record, { now: "" }), full };
}

type RecordEntry = ClientRecord[string];
type Versions = { was: RecordEntry | undefined; is: RecordEntry | undefined };

/** Undefined if the entry has no answers left. */
function entryAfter(
  { asked, shown, helper }: HelpingContext,
  name: string,
  { was, is }: Versions,
): RecordEntry | undefined {
  const entry = is ?? was;
  if (!entry) return undefined;
  if (!("responses" in entry)) {
    // a form that the save leaves out stays, as do chosen options that the page does not list
    return is ? carryOver(shown, was ? { [name]: was } : {}, { [name]: is })[name] : was;
  }
  const canRemove = was === undefined || isTheirs(asked, { name, entry: was }, helper);
  const responses = mergeOwn(answersIn(was), answersIn(is), { name, helper, canRemove });
  return responses.length > 0 ? { ...entry, responses } : undefined;
}

/** The number of a helper's answers in their section: one person may help with several sections. */
export function countHelpersAnswers(
  record: ClientRecord,
  helper: Pick<HelperScope, "name" | "sectionId">,
): number {
  return Object.values(record)
    .filter((entry) => "section" in entry && entry.section === helper.sectionId)
    .flatMap(answersIn)
    .filter((answer) => isOwn(answer, helper)).length;
}

function isOwn({ by }: RecordedAnswer, { name }: Pick<HelperScope, "name">): boolean {
  return by?.kind === "helper" && by.name === name;
}

/** Names of the entries in the helper's section that they can see. */
function namesOf(interview: Interview, helper: HelperScope): string[] {
  return [...entryPlaces(interview).values()]
    .filter(({ section, question }) => section.id === helper.sectionId && isVisible(question, helper))
    .map(({ name }) => name);
}

type NamedEntry = { name: string; entry: RecordEntry };

/** Written answers that the interview no longer asks belong to the section that they were given in. */
function isTheirs(interview: Interview, { name, entry }: NamedEntry, helper: HelperScope): boolean {
  if (entryPlaces(interview).has(name)) return namesOf(interview, helper).includes(name);
  return "section" in entry && entry.section === helper.sectionId;
}

const answersIn = (entry: RecordEntry | undefined): RecordedAnswer[] =>
  entry && "responses" in entry ? entry.responses : [];

type MergingOwn = { name: string; helper: HelperScope; canRemove: boolean };

/**
 * Other people's answers stay as they are. If the helper sends new words under the id of such an answer, they become a
 * new answer by the helper.
 */
function mergeOwn(
  before: RecordedAnswer[],
  sent: RecordedAnswer[],
  { name, helper, canRemove }: MergingOwn,
): RecordedAnswer[] {
  const by = { kind: "helper", name: helper.name } as const;
  const sentById = new Map(sent.map((answer) => [answer.id, answer]));
  const kept = before.flatMap((answer): RecordedAnswer[] => {
    if (!isOwn(answer, helper)) return [answer];
    const again = sentById.get(answer.id);
    if (again) return [{ ...again, by }];
    return canRemove ? [] : [answer];
  });
  const others = new Map(before.filter((answer) => !isOwn(answer, helper)).map((each) => [each.id, each]));
  const known = new Set(before.map(({ id }) => id));
  const added = sent.flatMap((answer): RecordedAnswer[] => {
    if (!known.has(answer.id)) return [{ ...answer, by }];
    const other = others.get(answer.id);
    if (!other || other.content === answer.content) return [];
    const id = fingerprint(JSON.stringify([name, answer.id, answer.content]));
    return known.has(id) ? [] : [{ ...answer, id, by }];
  });
  return [...kept, ...added];
}
