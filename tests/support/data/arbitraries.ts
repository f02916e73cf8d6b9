import fc from "fast-check";
import type { Choice } from "#contract/interview/choice.ts";
import type { ShowIf, ShowTest } from "#contract/interview/condition.ts";
import { comparableValues } from "#contract/interview/definitions/condition-faults.ts";
import { type Interview, questionsIn, questionsOf } from "#contract/interview/interview.ts";
import { OTHER_OPTION } from "#contract/interview/kinds/choice.ts";
import { kinds } from "#contract/interview/kinds/kinds.ts";
import { answerReasons } from "#contract/interview/kinds/recorded-answer.ts";
import { textFormats } from "#contract/interview/kinds/text-format.ts";
import { OTHER_TOOL } from "#contract/interview/kinds/tool-selection.ts";
import type { Question, QuestionKind, QuestionOf } from "#contract/interview/question.ts";
import {
  ANSWER_ID_MAX_LENGTH,
  CUSTOM_TOOLS_MAX_LENGTH,
  SATISFACTION_MAX,
  SATISFACTION_MIN,
  SHORT_TEXT_MAX_LENGTH,
  TOOL_RATING_MAX,
  TOOL_RATING_MIN,
  URL_MAX_LENGTH,
} from "#contract/limits.ts";
import { type ClientRecord, completeRecord, type RecordInput } from "#contract/record/record.ts";

/** Generated values for property tests: anything allowed that a client, a browser or an attacker may send. */

/** Stands in for the timestamps that a generated record lacks. */
export const GENERATED_AT = "2026-03-01T12:00:00.000Z";

/** Graphemes that a reader sees as one character each, whatever the number of code points. */
export const trickyGraphemes = [
  "a",
  "Z",
  " ",
  "\n",
  "\r\n",
  "\t",
  "e\u0301",
  "n\u0303\u0320",
  "👩‍👩‍👧‍👦",
  "🏳️‍🌈",
  "👍🏽",
  "🇩🇪",
  "🇺🇸",
  "1️⃣",
  "\u1100\u1161\u11a8",
  "각",
  "नि",
  "ก็",
  "你",
  "\u00a0",
  "…",
];

const attacks = [
  "",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "javascript:alert(1)",
  "'; DROP TABLE records; --",
  '"\\',
  "=1+1",
  "@SUM(A1)",
  "{{7*7}}",
  "$(reboot)",
  "%00%s%n",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "Generating transcript...",
  "\u0000",
  "\ud83d",
  "\udc00",
  "\ufeff",
  "\u200b",
  "\u202e",
  "\u2028",
  "İıſß",
];

/** Text that breaks careless code, including NUL and lone surrogates. */
export function hostileText(maxLength = 400): fc.Arbitrary<string> {
  const pieces = fc.oneof(
    fc.constantFrom(...trickyGraphemes),
    fc.constantFrom(...attacks),
    codeUnits(8),
    fc.string({ maxLength: 20 }),
  );
  return fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join("").slice(0, maxLength));
}

/**
 * Any UTF-16 code units; fast-check's own binary strings take a second to warm up and never contain a lone surrogate.
 */
export function codeUnits(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.integer({ min: 0, max: 0xffff });
  return fc.array(unit, { maxLength }).map((units) => String.fromCharCode(...units));
}

/** A timestamp in any of the forms that the record's schema accepts. */
export function timestamp(): fc.Arbitrary<string> {
  const date = fc.date({
    min: new Date("2000-01-01T00:00:00Z"),
    max: new Date("2099-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  const zone = fc.constantFrom("Z", "+05:30", "-08:00");
  const precise = date.map((instant) => instant.toISOString());
  const coarse = fc
    .tuple(date, zone)
    .map(([instant, suffix]) => `${instant.toISOString().slice(0, 19)}${suffix}`);
  return fc.oneof(precise, coarse);
}

/** An answer as a save may hold it: id, type, timestamp and source may be missing, the text may be blank. */
export function answerInput() {
  const id = fc.oneof(fc.uuid(), fc.string({ minLength: 1, maxLength: ANSWER_ID_MAX_LENGTH }));
  return fc.record(
    {
      type: fc.constantFrom("text" as const, "audio" as const),
      content: fc.oneof(hostileText(), fc.constantFrom("", " ", "\n\t"), fc.lorem()),
      timestamp: timestamp(),
      id,
      source: fc.constantFrom("typed" as const, "dictated" as const),
      reason: fc.constantFrom(...answerReasons),
      by: fc.record(
        { kind: fc.constant("manager" as const), name: hostileText(40) },
        { noNullPrototype: true },
      ),
    },
    { requiredKeys: ["content"], noNullPrototype: true },
  );
}

/** A record that a save may hold under this interview, complete or not. */
export function recordInput(interview: Interview): fc.Arbitrary<RecordInput> {
  const entries = questionsOf(interview).flatMap((question) => entriesOf(question));
  return fc.record<RecordInput>(Object.fromEntries(entries), { requiredKeys: [], noNullPrototype: true });
}

/** A record as the server stores it and the browser sends it. */
export function completedRecord(interview: Interview): fc.Arbitrary<ClientRecord> {
  return recordInput(interview).map((input) => completeRecord(interview, input, { now: GENERATED_AT }));
}

/** What a save may hold of one question, by entry name. */
export function entriesOf(question: Question): [string, fc.Arbitrary<RecordInput[string]>][] {
  switch (question.kind) {
    case "free-answer":
      return [[question.entry, written()]];
    case "tool-picker":
      return [
        [question.entry, toolSelection(question.tools)],
        [question.remarksEntry, written()],
      ];
    case "business-profile":
      return [[question.entry, businessProfile(question)]];
    case "website":
      return [[question.entry, website()]];
    case "short-text":
      return [[question.entry, filledIn({ value: shortText() })]];
    case "choice":
      return [[question.entry, filledIn({ chosen: chosen(question), other: hostileText(40) })]];
    case "yes-no":
      return [
        [question.entry, filledIn({ value: fc.constantFrom("yes" as const, "no" as const, "" as const) })],
      ];
    case "scale":
      return [[question.entry, filledIn({ value: fc.integer({ min: question.min, max: question.max }) })]];
    case "date":
      return [
        [question.entry, filledIn({ value: fc.constantFrom("", "2027-03", "2028-02-29", "1999-12-31") })],
      ];
  }
}

function written() {
  const responses = fc.uniqueArray(answerInput(), {
    maxLength: 6,
    selector: (answer) => answer.id ?? Symbol("no id"),
  });
  return fc.record(
    { section: fc.string({ maxLength: 20 }), question: fc.string({ maxLength: 20 }), responses },
    { requiredKeys: ["responses"], noNullPrototype: true },
  );
}

function businessProfile(form: Extract<Question, { kind: "business-profile" }>) {
  const optionIn = (options: Choice[]) => fc.constantFrom("", ...options.map((option) => option.value));
  return fc.record(
    {
      employees: optionIn(form.employees.options),
      locations: optionIn(form.locations.options),
      revenue: optionIn(form.revenue.options),
      notApplicable: fc.constant(true as const),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
}

function toolSelection(choices: Choice[]) {
  const tools = choices.map((tool) => tool.value);
  const rating = fc.integer({ min: TOOL_RATING_MIN, max: TOOL_RATING_MAX });
  return fc.record(
    {
      selectedTools: fc.shuffledSubarray([...tools, OTHER_TOOL]),
      customTools: fc.oneof(hostileText(CUSTOM_TOOLS_MAX_LENGTH), fc.constant("None")),
      notApplicable: fc.constant(true as const),
      toolRatings: fc.dictionary(fc.constantFrom(...tools), rating, { maxKeys: 6, noNullPrototype: true }),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
}

function website() {
  return fc.record(
    {
      url: fc.oneof(fc.webUrl(), hostileText(URL_MAX_LENGTH), fc.constant("none")),
      satisfaction: fc.integer({ min: SATISFACTION_MIN, max: SATISFACTION_MAX }),
      notApplicable: fc.constant(true as const),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
}

/** Any field may be missing, or the form may be marked as not applicable. */
function filledIn(fields: { [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<RecordInput[string]> {
  const parts = { ...fields, notApplicable: fc.constant(true as const) };
  return fc.record(parts, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<RecordInput[string]>;
}

function shortText() {
  const fitting = fc.constantFrom(
    "rosa@example.com",
    "+1 (555) 010-0199",
    "rosa.example",
    "-1,200.50",
    "$ 1,200",
  );
  return fc.oneof(fitting, hostileText(SHORT_TEXT_MAX_LENGTH));
}

function chosen({ options, max = 1 }: QuestionOf<"choice">) {
  const values = [...options.map(({ value }) => value), OTHER_OPTION];
  return fc.shuffledSubarray(values, max === 1 ? { maxLength: 1 } : {});
}

const formKinds = (Object.keys(kinds) as QuestionKind[]).filter((kind) => kind !== "free-answer");

/** A provider's own interview: any mix of questions. */
export function interview(): fc.Arbitrary<Interview> {
  // "constructor" is a name that every object inherits
  const id = fc
    .stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,4}){0,2}$/)
    .filter((text) => text !== "constructor");
  return fc
    .record({
      ids: fc.uniqueArray(id, { minLength: 60, maxLength: 60 }),
      forms: fc.array(fc.constantFrom(...formKinds), { maxLength: 5 }),
      freeAnswers: fc.integer({ min: 1, max: 6 }),
      perSection: fc.integer({ min: 1, max: 4 }),
      values: fc.uniqueArray(choiceValue(), { minLength: 1, maxLength: 8 }),
    })
    .chain(({ forms, freeAnswers, ...parts }) => {
      const kinds: QuestionKind[] = [...forms, ...Array<QuestionKind>(freeAnswers).fill("free-answer")];
      return fc
        .tuple(
          fc.shuffledSubarray(kinds, { minLength: kinds.length }),
          // more standings than questions and sections
          fc.array(standing(), { minLength: 25, maxLength: 25 }),
        )
        .map(([shuffled, standings]) => withStandings(interviewFrom(shuffled, parts), standings));
    });
}

type Standing = {
  need: Question["need"];
  match: "all" | "any";
  tests: { is: ShowTest["is"]; isNot: boolean; question: number; value: number }[];
};

/** How a question or a section is asked; half of them without a need. */
function standing(): fc.Arbitrary<Standing> {
  const test = fc.record({
    is: fc.constantFrom("answered" as const, "equals" as const, "includes" as const),
    isNot: fc.boolean(),
    question: fc.nat(),
    value: fc.nat(),
  });
  return fc.record({
    need: fc.constantFrom(undefined, undefined, "optional" as const, "required" as const),
    match: fc.constantFrom("all" as const, "any" as const),
    tests: fc.array(test, { maxLength: 2 }),
  });
}

/** Adds needs, and conditions on earlier questions. The first question is always asked. */
function withStandings({ sections }: Interview, standings: Standing[]): Interview {
  const remaining = [...standings];
  const earlier: Question[] = [];
  return {
    sections: sections.map((section) => {
      const ofSection = showIfOf(remaining.pop(), earlier);
      const questions = questionsIn(section).map((question): Question => {
        const isFirst = earlier.length === 0;
        const { need, ...given } = remaining.pop() ?? { need: undefined };
        const showIf = "tests" in given ? showIfOf({ need, ...given }, earlier) : {};
        earlier.push(question);
        return { ...question, ...(need && !isFirst && { need }), ...showIf };
      });
      return { ...section, ...ofSection, questions };
    }),
  };
}

function showIfOf(given: Standing | undefined, earlier: readonly Question[]): { showIf?: ShowIf } {
  const tests = (given?.tests ?? []).flatMap(({ is, isNot, question: place, value }): ShowTest[] => {
    const question = earlier[place % earlier.length];
    if (!question) return [];
    const named = { question: question.id, ...(isNot && { not: true as const }) };
    const values = comparableValues(question);
    const compared = values[value % values.length];
    return is === "answered" || compared === undefined
      ? [{ ...named, is: "answered" }]
      : [{ ...named, is, value: compared }];
  });
  return given && tests.length > 0 ? { showIf: { match: given.match, tests } } : {};
}

function choiceValue() {
  const notATool = new Set(["__proto__", "constructor", OTHER_TOOL, ""]);
  return hostileText(30).filter((text) => !notATool.has(text) && !Object.hasOwn(Object.prototype, text));
}

type InterviewParts = { ids: string[]; perSection: number; values: string[] };

function interviewFrom(kinds: QuestionKind[], { ids, perSection, values }: InterviewParts): Interview {
  const remaining = [...ids];
  const takeId = () => remaining.pop() ?? "spare";
  const options = values.map((value, place) => ({ value, label: `Choice ${place}` }));
  const questions = kinds.map((kind) => questionFrom(kind, takeId, options));
  const sections: Interview["sections"] = [];
  for (let start = 0; start < questions.length; start += perSection) {
    const [first, ...rest] = questions.slice(start, start + perSection);
    if (first) {
      const description = "What we ask here.";
      sections.push({
        id: takeId(),
        name: "A section",
        minutes: 5,
        description,
        questions: [first, ...rest],
      });
    }
  }
  return { sections };
}

function questionFrom(kind: QuestionKind, takeId: () => string, options: Choice[]): Question {
  const common = { id: takeId(), entry: takeId(), title: "A title", prompt: "A prompt?" };
  const field = (label: string) => ({ label, options });
  switch (kind) {
    case "free-answer":
      return { kind, ...common, sample: "A sample." };
    case "website":
      return { kind, ...common, sample: "https://www.example.com" };
    case "tool-picker":
      return {
        kind,
        ...common,
        remarksEntry: takeId(),
        remarksPrompt: "More?",
        sample: "Some.",
        tools: options,
      };
    case "business-profile":
      return { kind, ...common, employees: field("E"), locations: field("L"), revenue: field("R") };
    case "short-text": {
      const format = textFormats[common.id.length % textFormats.length];
      const currency = format === "money" ? { currency: "USD" } : {};
      return { kind, ...common, ...(format && { format }), ...currency, sample: "A sample." };
    }
    case "choice":
      return { kind, ...common, options, max: common.id.length % 2 === 0 ? 1 : "many", hasOther: true };
    case "yes-no":
      return { kind, ...common };
    case "scale":
      return { kind, ...common, min: 0, max: 10, low: "Never", high: "Always" };
    case "date":
      return { kind, ...common, precision: common.id.length % 2 === 0 ? "day" : "month" };
  }
}

/** An interview together with a record that it allows. */
export function interviewWithRecord() {
  return interview().chain((asked) =>
    recordInput(asked).map((record): [Interview, RecordInput] => [asked, record]),
  );
}

/** The same value with shuffled keys in every object; lists keep their order. */
export function keysShuffled<Value>(value: Value): fc.Arbitrary<Value> {
  return fc.infiniteStream(fc.nat()).map((order) => shuffleKeys(value, order) as Value);
}

function shuffleKeys(value: unknown, order: Iterator<number>): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffleKeys(item, order));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => ({
    key,
    item: shuffleKeys(item, order),
    rank: Number(order.next().value),
  }));
  entries.sort((one, other) => one.rank - other.rank);
  return Object.fromEntries(entries.map(({ key, item }) => [key, item]));
}
