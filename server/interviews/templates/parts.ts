import type {
  DraftCard,
  DraftOption,
  DraftSection,
  DraftText,
} from "#contract/manage/interview-draft/draft.ts";

/** What templates are made of. Each text stands in both languages: English, then Spanish. */
export type Both = readonly [en: string, es: string];

const textOf = ([en, es]: Both): DraftText => (en === es ? en : { en, es });

type More = Partial<Pick<Extract<DraftCard, { entry: string }>, "need" | "canSkip" | "showIf">>;
type Words = { title: Both; prompt: Both } & More;
type Sampled = Words & { sample: Both };
type Talked = Sampled & {
  /** What is worth a mention, in a few words each. */
  hints: Both[];
  /** Short questions that follow a thin answer. */
  probes: Both[];
};

function asked(id: string, { title, prompt, ...more }: Words) {
  return { id, entry: id, title: textOf(title), prompt: textOf(prompt), ...more };
}

/** Written in a few sentences, or spoken. */
export function long(id: string, { sample, hints, probes, ...words }: Talked): DraftCard {
  return {
    kind: "free-answer",
    ...asked(id, words),
    sample: textOf(sample),
    hints: hints.map(textOf),
    probes: probes.map(textOf),
  };
}

type Format = "plain" | "email" | "phone" | "url" | "number";

/** One line. */
export function short(id: string, { sample, ...words }: Sampled, format?: Format): DraftCard {
  return {
    kind: "short-text",
    ...asked(id, words),
    ...(format !== undefined && { format }),
    sample: textOf(sample),
  };
}

type Options = { [value: string]: Both };

/** One of several options, by what is stored. */
export function one(id: string, { options, ...words }: Words & { options: Options }): DraftCard {
  return { kind: "choice", ...asked(id, words), options: optionsOf(options), hasOther: true };
}

export function several(id: string, words: Words & { options: Options }): DraftCard {
  return { ...one(id, words), max: "many" } as DraftCard;
}

export function yesNo(id: string, words: Words): DraftCard {
  return { kind: "yes-no", ...asked(id, words) };
}

export function date(id: string, words: Words): DraftCard {
  return { kind: "date", ...asked(id, words) };
}

/** From 1 to 5. */
export function scale(id: string, { low, high, ...words }: Words & { low: Both; high: Both }): DraftCard {
  return { kind: "scale", ...asked(id, words), min: 1, max: 5, low: textOf(low), high: textOf(high) };
}

export function website(id: string, words: Words): DraftCard {
  return { kind: "website", ...asked(id, words), sample: "https://www.example.com" };
}

/** Asks a question only where another was answered so. */
export function onlyIf(question: string, value: string): More {
  return { showIf: { match: "all", tests: [{ question, is: "includes", value }] } };
}

type SectionWords = { name: Both; description: Both; minutes: number };

export function section(
  id: string,
  { name, description, minutes }: SectionWords,
  questions: DraftCard[],
): DraftSection {
  return { id, name: textOf(name), description: textOf(description), minutes, questions };
}

function optionsOf(options: Options): DraftOption[] {
  return Object.entries(options).map(([value, label]) => ({ value, label: textOf(label) }));
}

/** An interview for one trade, to begin one's own with. */
export type Template = {
  templateId: string;
  name: Both;
  /** What happens after a submission, a step each. */
  after: Both[];
  sections: DraftSection[];
};

export function afterOf({ after }: Pick<Template, "after">): DraftText[] {
  return after.map(textOf);
}
