import type { Interview } from "../../interview/interview.ts";
import { type TextField, type Texts, withTexts } from "../../interview/translated.ts";
import type { Language } from "../../languages.ts";

/**
 * An interview as an author writes it, in all of its languages: what an interview file has. Its texts may be empty, and
 * its lists too short or too long: `draft-faults.ts` knows what has to change before it can be published.
 */
export type InterviewDraft = { format: 1; languages: Language[] } & Drafted<Interview>;
export type DraftSection = InterviewDraft["sections"][number];
export type DraftCard = DraftSection["questions"][number];
export type DraftOption = { value: string; label: DraftText };

/** One for all languages, or one for each that is written already. */
export type DraftText = string | { [Of in Language]?: string };

type Drafted<T> = T extends readonly (infer Item)[]
  ? Drafted<Item>[]
  : T extends object
    ? { [Name in keyof T]: Name extends TextField ? DraftedText<T[Name]> : Drafted<T[Name]> }
    : T;
type DraftedText<T> = T extends string ? DraftText : T extends string[] ? DraftText[] : T;

/** What is written in that language; empty where nothing is. */
export function textIn(text: DraftText | undefined, language: Language): string {
  return typeof text === "string" ? text : (text?.[language] ?? "");
}

/** A text with other words in one language of the draft. */
export function withTextIn(
  text: DraftText | undefined,
  { language, languages }: { language: Language; languages: readonly Language[] },
  words: string,
): DraftText {
  if (languages.length === 1) return words;
  const before = typeof text === "string" ? sameInEach(text, languages) : text;
  return { ...before, [language]: words };
}

/** A text that is the same in every language says nothing of them until it is written; an empty one is missing in all. */
function sameInEach(text: string, languages: readonly Language[]): { [Of in Language]?: string } {
  return text === "" ? {} : Object.fromEntries(languages.map((language) => [language, text]));
}

/** Whether the text is there in that language. */
export function isWritten(text: DraftText, language: Language): boolean {
  return textIn(text, language).trim() !== "";
}

/** Whether a text waits to be written in a language: it is there in the first. */
export function isMissing(
  text: DraftText | undefined,
  { first, language }: { first: Language; language: Language },
): boolean {
  return textIn(text, first).trim() !== "" && textIn(text, language).trim() === "";
}

/** The languages that the draft is written in from beginning to end; the first counts as one. */
export function completeLanguages(draft: InterviewDraft): Language[] {
  const [first, ...others] = draft.languages;
  if (first === undefined) return [];
  return [first, ...others.filter((language) => missingTexts(draft, language).length === 0)];
}

/** A text that is written in the first language, and not yet in another. */
export type MissingText = { path: readonly PropertyKey[]; first: string };

export function missingTexts(draft: InterviewDraft, language: Language): MissingText[] {
  const [first = language] = draft.languages;
  const missing: MissingText[] = [];
  withTexts(draft, (texts, path) => {
    const written = texts as DraftText;
    if (isMissing(written, { first, language })) missing.push({ path, first: textIn(written, first) });
    return texts;
  });
  return missing;
}

/** What goes out of a draft: a language that is not complete waits, and its clients read the first. */
export function publishableDraft(draft: InterviewDraft): InterviewDraft {
  const complete = completeLanguages(draft);
  const written = (texts: Texts) =>
    Object.fromEntries(complete.map((language) => [language, textIn(texts as DraftText, language)]));
  return { ...(withTexts(draft, written) as InterviewDraft), languages: complete };
}

/** The draft as it reads in one language; what is missing there is read in the first, and else empty. */
export function draftIn(draft: InterviewDraft, language: Language): Interview {
  const [first = language] = draft.languages;
  const read = (texts: Texts) =>
    textIn(texts as DraftText, isWritten(texts as DraftText, language) ? language : first);
  const { format: _, languages: __, ...interview } = withTexts(draft, read) as InterviewDraft;
  return interview as Interview;
}
