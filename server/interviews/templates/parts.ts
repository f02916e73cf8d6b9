import type { Language } from "#contract/languages.ts";
import type {
  DraftCard,
  DraftOption,
  DraftSection,
  DraftText,
} from "#contract/manage/interview-draft/draft.ts";

/** Building blocks of templates. Each text has both languages: English, then Spanish. */
export type BilingualText = readonly [en: string, es: string];

export const inLanguages = ([en, es]: BilingualText): { [Of in Language]: string } => ({ en, es });

const textOf = (text: BilingualText): DraftText => (text[0] === text[1] ? text[0] : inLanguages(text));

type QuestionExtras = Partial<Pick<Extract<DraftCard, { entry: string }>, "need" | "canSkip" | "showIf">>;
type QuestionTexts = { title: BilingualText; prompt: BilingualText } & QuestionExtras;
type SampledTexts = QuestionTexts & { sample: BilingualText };
type Talked = SampledTexts & {
  /** Points worth mentioning, in a few words each. */
  hints: BilingualText[];
  /** Short questions to ask after a brief answer. */
  probes: BilingualText[];
};

function asked(id: string, { title, prompt, ...more }: QuestionTexts) {
  return { id, entry: id, title: textOf(title), prompt: textOf(prompt), ...more };
}

/** A question answered in a few sentences, written or spoken. */
export function longQuestion(id: string, { sample, hints, probes, ...words }: Talked): DraftCard {
  return {
    kind: "free-answer",
    ...asked(id, words),
    sample: textOf(sample),
    hints: hints.map(textOf),
    probes: probes.map(textOf),
  };
}

type Format = "plain" | "email" | "phone" | "url" | "number";

/** A question answered on one line. */
export function shortQuestion(id: string, { sample, ...words }: SampledTexts, format?: Format): DraftCard {
  return {
    kind: "short-text",
    ...asked(id, words),
    ...(format !== undefined && { format }),
    sample: textOf(sample),
  };
}

type Options = { [value: string]: BilingualText };

/** A choice of one option; options are keyed by their stored value. */
export function singleChoice(
  id: string,
  { options, ...words }: QuestionTexts & { options: Options },
): DraftCard {
  return { kind: "choice", ...asked(id, words), options: optionsOf(options), hasOther: true };
}

export function multipleChoice(id: string, words: QuestionTexts & { options: Options }): DraftCard {
  return { ...singleChoice(id, words), max: "many" } as DraftCard;
}

export function yesNo(id: string, words: QuestionTexts): DraftCard {
  return { kind: "yes-no", ...asked(id, words) };
}

export function date(id: string, words: QuestionTexts): DraftCard {
  return { kind: "date", ...asked(id, words) };
}

/** A scale from 1 to 5. */
export function scale(
  id: string,
  { low, high, ...words }: QuestionTexts & { low: BilingualText; high: BilingualText },
): DraftCard {
  return { kind: "scale", ...asked(id, words), min: 1, max: 5, low: textOf(low), high: textOf(high) };
}

export function website(id: string, words: QuestionTexts): DraftCard {
  return { kind: "website", ...asked(id, words), sample: "https://www.example.com" };
}

/** Asks the question only if another question has this answer. */
export function onlyIf(question: string, value: string): QuestionExtras {
  return { showIf: { match: "all", tests: [{ question, is: "includes", value }] } };
}

type SectionWords = { name: BilingualText; description: BilingualText; minutes: number };

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

/** An interview for one trade, as a starting point. */
export type Template = {
  templateId: string;
  name: BilingualText;
  /** What happens after a submission, one step per text. */
  after: BilingualText[];
  sections: DraftSection[];
};

export function afterOf({ after }: Pick<Template, "after">): DraftText[] {
  return after.map(textOf);
}
