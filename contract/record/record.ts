import * as z from "zod/mini";
import { fingerprint } from "../hash.ts";
import {
  type EntryPlace,
  entryPlaces,
  formOf,
  type Interview,
  OTHER_TOOL,
  type QuestionKind,
  type QuestionOf,
  questionsOf,
  writtenQuestions,
} from "../interview/interview.ts";
import {
  ANSWER_ID_MAX_LENGTH,
  ANSWER_MAX_LENGTH,
  ANSWERS_PER_QUESTION_MAX,
  AUTHOR_NAME_MAX_LENGTH,
  CUSTOM_TOOLS_MAX_LENGTH,
  SATISFACTION_MAX,
  SATISFACTION_MIN,
  TIMESTAMP_MAX_LENGTH,
  TOOL_RATING_MAX,
  TOOL_RATING_MIN,
  URL_MAX_LENGTH,
} from "../limits.ts";
import { isBlank } from "../text.ts";

/**
 * The record: everything a client has answered, by entry name (spec §3, product §3). `recordSchema` says what a
 * save may hold; `completeRecord` turns that into what is stored and sent.
 */

/** The client says that the question doesn't apply; an answer removes the mark. */
type Skippable = { notApplicable?: true };
export type BusinessProfileEntry = Skippable & { employees: string; locations: string; revenue: string };
export type ToolSelectionEntry = Skippable & {
  selectedTools: string[];
  /** Comma-separated, in the client's words. */
  customTools: string;
  /** 1 to 5 stars by tool id. */
  toolRatings: Record<string, number>;
};
export type WebsiteEntry = Skippable & {
  url: string;
  /** 1 to 10; absent until the slider was touched. */
  satisfaction?: number;
};
export type AnswerType = "text" | "audio";
export type AnswerSource = "typed" | "dictated";
/** Why there is no answer in the client's own words: each of them answers the question. */
export const answerReasons = ["not-applicable", "unknown", "in-person"] as const;
export type AnswerReason = (typeof answerReasons)[number];
/** Who wrote an answer down for the client. The server alone sets it, from the manager's session. */
export type AnswerAuthor = { kind: "manager"; name: string };
export type RecordedAnswer = {
  type: AnswerType;
  content: string;
  /** ISO 8601, as the device that wrote it gave it. */
  timestamp: string;
  id: string;
  source?: AnswerSource;
  /** Dictated words as they were recognized, where the content has been tidied up; never of other content. */
  raw?: string;
  /** Of the sentence that a press has put there; never of other content. */
  reason?: AnswerReason;
  /** Absent where the client answered; never of other content. */
  by?: AnswerAuthor;
};
/** `section` and `question` hold ids. */
export type WrittenEntry = { section: string; question: string; responses: RecordedAnswer[] };
export type Entry = BusinessProfileEntry | ToolSelectionEntry | WebsiteEntry | WrittenEntry;
export type ClientRecord = { [entryName: string]: Entry };

const skippable = { notApplicable: z.optional(z.literal(true)) };

const responseSchema = z.strictObject({
  type: z.optional(z.enum(["text", "audio"])),
  content: z.string().check(z.maxLength(ANSWER_MAX_LENGTH)),
  timestamp: z.optional(z.iso.datetime({ offset: true }).check(z.maxLength(TIMESTAMP_MAX_LENGTH))),
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(ANSWER_ID_MAX_LENGTH))),
  source: z.optional(z.enum(["typed", "dictated"])),
  raw: z.optional(z.string().check(z.maxLength(ANSWER_MAX_LENGTH))),
  reason: z.optional(z.enum(answerReasons)),
  /** A page sends back what it was given; the server ignores it. */
  by: z.optional(
    z.strictObject({
      kind: z.literal("manager"),
      name: z.string().check(z.maxLength(AUTHOR_NAME_MAX_LENGTH)),
    }),
  ),
});

const writtenSchema = z.strictObject({
  section: z.optional(z.string().check(z.maxLength(ANSWER_ID_MAX_LENGTH))),
  question: z.optional(z.string().check(z.maxLength(ANSWER_ID_MAX_LENGTH))),
  responses: z.array(responseSchema).check(
    z.maxLength(ANSWERS_PER_QUESTION_MAX),
    z.refine((responses) => hasUniqueIds(responses), { error: "Two answers have the same id" }),
  ),
});

type ResponseInput = z.infer<typeof responseSchema>;
type WrittenInput = z.infer<typeof writtenSchema>;
/** What a save may hold: any entry, and any field that can be completed, may be absent. */
export type RecordInput = { [entryName: string]: Partial<Entry> | WrittenInput };

/**
 * What a save may hold under this interview. A name or value that an `earlier` interview of this installation had
 * stays allowed, so that a page that was open during a change of the interview can still save.
 */
export function recordSchema(interview: Interview, earlier: Interview[] = []) {
  const interviews = [interview, ...earlier];
  const names = new Set(interviews.flatMap((asked) => [...entryPlaces(asked).keys()]));
  return z.strictObject(
    Object.fromEntries([...names].map((name) => [name, z.optional(entrySchema(name, interviews))])),
  ) as unknown as z.ZodMiniType<RecordInput>;
}

function entrySchema(name: string, interviews: Interview[]) {
  const profiles = formsNamed(name, interviews, "business-profile");
  if (profiles.length > 0) return businessProfileSchema(profiles);
  const pickers = formsNamed(name, interviews, "tool-picker");
  if (pickers.length > 0) return toolSelectionSchema(pickers);
  return formsNamed(name, interviews, "website").length > 0 ? websiteSchema : writtenSchema;
}

function formsNamed<Kind extends "business-profile" | "tool-picker" | "website">(
  name: string,
  interviews: Interview[],
  kind: Kind,
): QuestionOf<Kind>[] {
  return interviews
    .flatMap((interview) => formOf(interview, kind) ?? [])
    .filter((form) => form.entry === name);
}

function businessProfileSchema(forms: QuestionOf<"business-profile">[]) {
  const field = (name: "employees" | "locations" | "revenue") =>
    z.optional(
      z.enum(["", ...new Set(forms.flatMap((form) => form[name].options.map((option) => option.value)))]),
    );
  return z.strictObject({
    employees: field("employees"),
    locations: field("locations"),
    revenue: field("revenue"),
    ...skippable,
  });
}

function toolSelectionSchema(forms: QuestionOf<"tool-picker">[]) {
  const tools = [...new Set(forms.flatMap((form) => form.tools.map((tool) => tool.value)))];
  const rating = z.int().check(z.minimum(TOOL_RATING_MIN), z.maximum(TOOL_RATING_MAX));
  return z.strictObject({
    selectedTools: z.optional(
      z.array(z.enum([...tools, OTHER_TOOL])).check(
        z.refine((selected) => new Set(selected).size === selected.length, {
          error: "A tool appears twice",
        }),
      ),
    ),
    customTools: z.optional(z.string().check(z.maxLength(CUSTOM_TOOLS_MAX_LENGTH))),
    toolRatings: z.optional(z.partialRecord(z.enum(tools), rating)),
    ...skippable,
  });
}

const websiteSchema = z.strictObject({
  url: z.optional(z.string().check(z.maxLength(URL_MAX_LENGTH))),
  satisfaction: z.optional(z.int().check(z.minimum(SATISFACTION_MIN), z.maximum(SATISFACTION_MAX))),
  ...skippable,
});

const storedAnswerSchema = z.looseObject({
  type: z.optional(z.enum(["text", "audio"])),
  content: z.string(),
  timestamp: z.optional(z.string()),
  id: z.optional(z.string()),
  source: z.optional(z.enum(["typed", "dictated"])),
  raw: z.optional(z.string()),
  reason: z.optional(z.enum(answerReasons)),
  by: z.optional(z.looseObject({ kind: z.string(), name: z.string() })),
});

/**
 * The shape in which a stored record is read: the entries of this interview have their fields, whatever their values
 * were allowed to be when they were saved, and entries of other interviews are let through.
 */
export function storedRecordSchema(interview: Interview) {
  const optionalText = z.optional(z.string());
  const shapes: Record<QuestionKind, z.ZodMiniType> = {
    "business-profile": z.looseObject({
      employees: optionalText,
      locations: optionalText,
      revenue: optionalText,
      ...skippable,
    }),
    "tool-picker": z.looseObject({
      selectedTools: z.optional(z.array(z.string())),
      customTools: optionalText,
      toolRatings: z.optional(z.record(z.string(), z.number())),
      ...skippable,
    }),
    website: z.looseObject({ url: optionalText, satisfaction: z.optional(z.number()), ...skippable }),
    "free-answer": z.looseObject({ responses: z.array(storedAnswerSchema) }),
  };
  const entries = questionsOf(interview).map((question) => [question.entry, shapes[question.kind]] as const);
  const remarks = writtenQuestions(interview).map(({ entry }) => [entry, shapes["free-answer"]] as const);
  const known = [...entries, ...remarks].map(([name, shape]) => [name, z.optional(shape)] as const);
  return z.catchall(
    z.object(Object.fromEntries(known)),
    z.looseObject({}),
  ) as unknown as z.ZodMiniType<RecordInput>;
}

function hasUniqueIds(responses: ResponseInput[]): boolean {
  const ids = responses.flatMap((response) => response.id ?? []);
  return new Set(ids).size === ids.length;
}

type Completing = {
  /** ISO 8601; stands in for a missing timestamp. */
  now: string;
  /** The record as stored: an answer keeps its timestamp, and its raw words, reason and author with its content, when it is sent without them. */
  previous?: ClientRecord | undefined;
};

/**
 * The full form of a record: the fields of every form, and each answer with id, type and timestamp (spec §3). Blank
 * text answers are ignored (spec §5). Equal contents give equal results, key order included, so that the text of
 * two records tells whether they differ. Entries that the interview does not define are passed on as they are.
 */
export function completeRecord(
  interview: Interview,
  input: RecordInput,
  completing: Completing,
): ClientRecord {
  const record: ClientRecord = {};
  const places = entryPlaces(interview);
  for (const place of places.values()) {
    const entry = Object.hasOwn(input, place.name) ? input[place.name] : undefined;
    if (entry) record[place.name] = completeEntry(place, entry, completing);
  }
  const others = Object.keys(input).filter((name) => !places.has(name));
  for (const name of others.sort()) record[name] = completeUndefined(name, input[name] as Entry, completing);
  return record;
}

function completeEntry(place: EntryPlace, entry: RecordInput[string], completing: Completing): Entry {
  switch (place.kind) {
    case "business-profile": {
      const given = entry as Partial<BusinessProfileEntry>;
      const { employees = "", locations = "", revenue = "" } = given;
      return { employees, locations, revenue, ...markOf(given, employees + locations + revenue !== "") };
    }
    case "tool-picker":
      return completeTools(entry as Partial<ToolSelectionEntry>);
    case "website": {
      const given = entry as Partial<WebsiteEntry>;
      const { url = "", satisfaction } = given;
      const mark = markOf(given, !isBlank(url) || satisfaction !== undefined);
      return { url, ...(satisfaction !== undefined && { satisfaction }), ...mark };
    }
    case "free-answer": {
      const ids = { section: place.section.id, question: place.question.id };
      return completeWritten(place.name, ids, entry as WrittenInput, completing);
    }
  }
}

/** The full form of a tool selection, its ratings in one order. */
export function completeTools(entry: Partial<ToolSelectionEntry>): ToolSelectionEntry {
  const { selectedTools = [], customTools = "", toolRatings = {} } = entry;
  const ratings = Object.entries(toolRatings).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    selectedTools,
    customTools,
    toolRatings: Object.fromEntries(ratings),
    ...markOf(entry, selectedTools.length > 0),
  };
}

/** The mark of a form that doesn't apply, as long as nothing in it is answered. */
function markOf({ notApplicable }: Skippable, isAnswered: boolean): Skippable {
  return notApplicable && !isAnswered ? { notApplicable } : {};
}

function completeUndefined(name: string, entry: Entry, completing: Completing): Entry {
  if ("responses" in entry) {
    // an old entry may lack what today's have
    const written = entry as WrittenInput;
    return completeWritten(
      name,
      { section: written.section ?? "", question: written.question ?? "" },
      written,
      completing,
    );
  }
  const fields = Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields) as Entry;
}

function completeWritten(
  name: string,
  ids: { section: string; question: string },
  entry: WrittenInput,
  { now, previous }: Completing,
): WrittenEntry {
  const before = previous?.[name];
  const stored = before && "responses" in before ? before.responses : [];
  const answerIds = completeIds(name, entry.responses);
  const responses = entry.responses
    .map(({ type = "text", content, timestamp, source, ...sent }, place): RecordedAnswer => {
      const id = answerIds[place] ?? "";
      const earlier = stored.find((answer) => answer.id === id);
      const sameWords = earlier?.content === content ? earlier : undefined;
      const raw = sent.raw ?? sameWords?.raw;
      const reason = sent.reason ?? sameWords?.reason;
      const by = sent.by ?? sameWords?.by;
      return {
        type,
        content,
        timestamp: timestamp ?? earlier?.timestamp ?? now,
        id,
        ...(source && { source }),
        ...(raw !== undefined && { raw }),
        ...(reason && { reason }),
        ...(by && { by: { kind: by.kind, name: by.name } }),
      };
    })
    .filter((response) => response.type === "audio" || !isBlank(response.content));
  return { ...ids, responses };
}

/** Answers without an id get one that two devices agree on, and that no other answer of the question has. */
function completeIds(name: string, responses: ResponseInput[]): string[] {
  const taken = new Set(responses.flatMap(({ id }) => id ?? []));
  return responses.map(({ id, timestamp = "", content }, place) => {
    if (id !== undefined) return id;
    let made = fingerprint(JSON.stringify([name, place, timestamp, content]));
    while (taken.has(made)) made = fingerprint(made);
    taken.add(made);
    return made;
  });
}

/** Whether completing this input depends on what is stored already. */
export function isIncomplete(input: RecordInput): boolean {
  return Object.values(input).some(
    (entry) => "responses" in entry && entry.responses.some((response) => lacksPrevious(response)),
  );
}

/** A page of an earlier release sends no raw words. */
function lacksPrevious({ timestamp, source, raw }: ResponseInput): boolean {
  return timestamp === undefined || (source === "dictated" && raw === undefined);
}

/** Whether an answer of the record has a reason or an author, which a page of an earlier release does not send back. */
export function hasReasonOrAuthor(record: ClientRecord): boolean {
  return Object.values(record).some(
    (entry) => "responses" in entry && entry.responses.some(({ reason, by }) => reason ?? by),
  );
}

/** A save without what it says about authors: nobody names another person, or themselves, as one. */
export function withoutAuthors(input: RecordInput): RecordInput {
  const entries = Object.entries(input).map(([name, entry]) => {
    if (!("responses" in entry) || !entry.responses) return [name, entry] as const;
    return [name, { ...entry, responses: entry.responses.map(({ by: _by, ...answer }) => answer) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether the record holds anything at all that a client entered. */
export function hasContent(record: ClientRecord): boolean {
  return Object.values(record).some(hasEntryContent);
}

function hasEntryContent(entry: Entry): boolean {
  if ("responses" in entry) return entry.responses.length > 0;
  if (entry.notApplicable) return true;
  if ("selectedTools" in entry) {
    const { selectedTools, customTools, toolRatings } = entry;
    return selectedTools.length > 0 || customTools !== "" || Object.keys(toolRatings).length > 0;
  }
  if ("url" in entry) return entry.url !== "" || entry.satisfaction !== undefined;
  return entry.employees !== "" || entry.locations !== "" || entry.revenue !== "";
}
