import * as z from "zod/mini";

/**
 * The interview is data: sections in order, each with its questions. Record schema, completion, mapping, screens
 * and exports are functions of a value of this type; a provider's own file is checked by the same schema.
 */

/** The tool that stands for everything the picker does not list. */
export const OTHER_TOOL = "other";

const idSchema = z.string().check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "Lower-case letters, digits and single hyphens only" }),
  z.maxLength(60),
  // `constructor` would be found in any object
  z.refine((id) => !(id in {}), { error: "This id is reserved" }),
);
const textSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(1_000));

const choiceSchema = z.strictObject({
  /** What is stored. */
  value: z.string().check(z.minLength(1), z.maxLength(60)),
  label: textSchema,
});

const choicesSchema = z
  .array(choiceSchema)
  .check(z.minLength(1), z.maxLength(200), ({ value: choices, issues }) => {
    const named = choices.map(({ value }, at) => ({ name: value, place: [at, "value"] }));
    for (const { name, place } of repeated(named))
      issues.push({
        code: "custom",
        input: choices,
        path: place,
        message: `Two options have the same value: ${name}`,
      });
  });

const choiceFieldSchema = z.strictObject({ label: textSchema, options: choicesSchema });

const common = {
  id: idSchema,
  /** The entry name: the key of the record that holds this question's answers. */
  entry: idSchema,
  title: textSchema,
  prompt: textSchema,
  /** Whether "Doesn't apply to us" is offered; `isSkippable` knows what its absence means. */
  canSkip: z.optional(z.boolean()),
};

const freeAnswerSchema = z.strictObject({
  kind: z.literal("free-answer"),
  ...common,
  /** Shows the wished level of detail; the empty text box carries it as its placeholder. */
  sample: textSchema,
});

const businessProfileSchema = z.strictObject({
  kind: z.literal("business-profile"),
  ...common,
  employees: choiceFieldSchema,
  locations: choiceFieldSchema,
  revenue: choiceFieldSchema,
});

const toolPickerSchema = z.strictObject({
  kind: z.literal("tool-picker"),
  ...common,
  /** The entry that holds written remarks about the tools; they never complete the question. */
  remarksEntry: idSchema,
  remarksPrompt: textSchema,
  sample: textSchema,
  tools: choicesSchema.check(
    z.refine((tools) => !tools.some((tool) => tool.value === OTHER_TOOL), {
      error: "Other is always offered",
    }),
  ),
});

const websiteSchema = z.strictObject({
  kind: z.literal("website"),
  ...common,
  /** An example address. */
  sample: textSchema,
});

const questionSchema = z.discriminatedUnion(
  "kind",
  [freeAnswerSchema, businessProfileSchema, toolPickerSchema, websiteSchema],
  { error: "The kind is one of free-answer, business-profile, tool-picker, website" },
);

const sectionSchema = z.strictObject({
  id: idSchema,
  name: textSchema,
  minutes: z.int().check(z.minimum(1), z.maximum(240)),
  description: textSchema,
  questions: z.array(questionSchema).check(z.minLength(1), z.maxLength(50)),
});

/** The provider's advice beside the questions, for the person who answers them. */
const tipSchema = z.strictObject({ title: textSchema, text: textSchema });

export const interviewSchema = z
  .strictObject({
    sections: z.array(sectionSchema).check(z.minLength(1), z.maxLength(30)),
    tips: z.optional(z.array(tipSchema).check(z.minLength(1), z.maxLength(10))),
    /** What happens after a submission, in the provider's words, a step a line. */
    after: z.optional(z.array(textSchema).check(z.minLength(1), z.maxLength(5))),
    /** Within how many working days the provider answers a submission. */
    replyWithin: z.optional(z.int().check(z.minimum(1), z.maximum(30))),
  })
  .check(({ value, issues }) => {
    for (const { place, error } of repeatsIn(value))
      issues.push({ code: "custom", input: value, path: place, message: error });
  });

export type Interview = z.infer<typeof interviewSchema>;
export type Section = Interview["sections"][number];
export type Question = Section["questions"][number];
export type QuestionKind = Question["kind"];
export type QuestionOf<Kind extends QuestionKind> = Extract<Question, { kind: Kind }>;
export type Choice = z.infer<typeof choiceSchema>;
export type ChoiceField = z.infer<typeof choiceFieldSchema>;

/** What holds the answers of a question: an entry of its form, or one of written answers. */
export type EntryPlace = { name: string; kind: QuestionKind; section: Section; question: Question };
/** A question that takes written answers, and the entry that holds them. */
export type WrittenQuestion = { section: Section; question: Question; entry: string };

type Index = { questions: Question[]; places: Map<string, EntryPlace>; written: WrittenQuestion[] };

/** Every save asks for these, and an interview never changes. */
const indexes = new WeakMap<Interview, Index>();

function indexOf(interview: Interview): Index {
  const known = indexes.get(interview);
  if (known) return known;
  const places = interview.sections.flatMap((section) =>
    section.questions.flatMap((question) => placesOf(section, question)),
  );
  const index = {
    questions: interview.sections.flatMap((section) => section.questions),
    places: new Map(places.map((place) => [place.name, place])),
    written: places
      .filter(({ kind }) => kind === "free-answer")
      .map(({ name, section, question }) => ({ section, question, entry: name })),
  };
  indexes.set(interview, index);
  return index;
}

function placesOf(section: Section, question: Question): EntryPlace[] {
  const own = { name: question.entry, kind: question.kind, section, question };
  if (question.kind !== "tool-picker") return [own];
  return [own, { name: question.remarksEntry, kind: "free-answer", section, question }];
}

/** All questions in the order in which they are asked. */
export function questionsOf(interview: Interview): Question[] {
  return indexOf(interview).questions;
}

/** Whether a client may say that a question doesn't apply: free answers unless forbidden, others where allowed. */
export function isSkippable({ kind, canSkip }: Question): boolean {
  return canSkip ?? kind === "free-answer";
}

/** The question of that kind, of which an interview has one at most. */
export function formOf<Kind extends Exclude<QuestionKind, "free-answer">>(
  interview: Interview,
  kind: Kind,
): QuestionOf<Kind> | undefined {
  return questionsOf(interview).find((question): question is QuestionOf<Kind> => question.kind === kind);
}

/** What is read for a stored value; one that an earlier interview offered is read as it is. */
export function labelOf(options: Choice[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

/** The entry that holds a question's written answers; a form without remarks has none. */
export function writtenEntryOf(question: Question): string | undefined {
  if (question.kind === "free-answer") return question.entry;
  return question.kind === "tool-picker" ? question.remarksEntry : undefined;
}

/** Each question that takes written answers, with the section that asks it and the entry that holds them. */
export function writtenQuestions(interview: Interview): WrittenQuestion[] {
  return indexOf(interview).written;
}

/** What the interview keeps under each entry name, in the order of its questions. */
export function entryPlaces(interview: Interview): ReadonlyMap<string, EntryPlace> {
  return indexOf(interview).places;
}

/**
 * An entry name that one of the earlier interviews used for another kind of question: its stored answers could not be
 * read any more.
 */
export function reusedEntry(interview: Interview, earlier: Interview[]): string | undefined {
  const places = entryPlaces(interview);
  const before = earlier.flatMap((other) => [...entryPlaces(other).values()]);
  return before.find(({ name, kind }) => places.has(name) && places.get(name)?.kind !== kind)?.name;
}

type Named = { name: string; place: (string | number)[] };

/** What has to be one of its kind in a whole interview, and is there a second time. */
function repeatsIn({ sections }: Pick<Interview, "sections">): { place: Named["place"]; error: string }[] {
  const questions = sections.flatMap((section, at) =>
    section.questions.map((question, below) => ({ question, place: ["sections", at, "questions", below] })),
  );
  const forms = questions.filter(({ question }) => question.kind !== "free-answer");
  const entries = questions.flatMap(({ question, place }) => [
    { name: question.entry, place: [...place, "entry"] },
    ...(question.kind === "tool-picker"
      ? [{ name: question.remarksEntry, place: [...place, "remarksEntry"] }]
      : []),
  ]);
  const checked: [kind: string, named: Named[]][] = [
    [
      "Two sections have the same id",
      sections.map(({ id }, at) => ({ name: id, place: ["sections", at, "id"] })),
    ],
    [
      "Two questions have the same id",
      questions.map(({ question, place }) => ({ name: question.id, place: [...place, "id"] })),
    ],
    ["Two questions have the same entry name", entries],
    // spec §3: the form data has one place for each kind of form
    [
      "A kind of form appears twice",
      forms.map(({ question, place }) => ({ name: question.kind, place: [...place, "kind"] })),
    ],
  ];
  return checked.flatMap(([error, named]) =>
    repeated(named).map(({ name, place }) => ({ place, error: `${error}: ${name}` })),
  );
}

function repeated(named: Named[]): Named[] {
  return named.filter(({ name }, at) => named.findIndex((other) => other.name === name) < at);
}
