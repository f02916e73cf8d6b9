import type { Interview } from "../../interview/interview.ts";
import { type TextField, type Texts, withTexts } from "../../interview/translated.ts";
import type { Language } from "../../languages.ts";

/**
 * An interview as an author writes it, in all its languages: the content of an interview file. Texts may be empty, and
 * lists too short or too long; `draft-faults.ts` finds what has to change before publishing.
 */
export type InterviewDraft = { format: 1; languages: Language[] } & Drafted<Interview>;
export type DraftSection = InterviewDraft["sections"][number];
export type DraftCard = DraftSection["questions"][number];
export type DraftOption = { value: string; label: DraftText };

/** One text for all languages, or one for each language that has been written. */
export type DraftText = string | { [Of in Language]?: string };

type Drafted<T> = T extends readonly (infer Item)[]
  ? Drafted<Item>[]
  : T extends object
    ? { [Name in keyof T]: Name extends TextField ? DraftedText<T[Name]> : Drafted<T[Name]> }
    : T;
type DraftedText<T> = T extends string ? DraftText : T extends string[] ? DraftText[] : T;

/** The text in that language; empty if there is no text. */
export function textIn(text: DraftText | undefined, language: Language): string {
  return typeof text === "string" ? text : (text?.[language] ?? "");
}

/** The text with new words in one language of the draft. */
export function withTextIn(
  text: DraftText | undefined,
  { language, languages }: { language: Language; languages: readonly Language[] },
  words: string,
): DraftText {
  if (languages.length === 1) return words;
  const before = typeof text === "string" ? sameInEach(text, languages) : text;
  return { ...before, [language]: words };
}

/** Turns a text that is the same in every language into one by language; an empty text is missing in all. */
function sameInEach(text: string, languages: readonly Language[]): { [Of in Language]?: string } {
  return text === "" ? {} : Object.fromEntries(languages.map((language) => [language, text]));
}

/** Whether the text exists in that language. */
export function isWritten(text: DraftText, language: Language): boolean {
  return textIn(text, language).trim() !== "";
}

/** Whether a text exists in the first language but not yet in the other. */
export function isMissing(
  text: DraftText | undefined,
  { first, language }: { first: Language; language: Language },
): boolean {
  return textIn(text, first).trim() !== "" && textIn(text, language).trim() === "";
}

/** The languages in which the draft is complete; the first always counts as complete. */
export function completeLanguages(draft: InterviewDraft): Language[] {
  const [first, ...others] = draft.languages;
  if (first === undefined) return [];
  return [first, ...others.filter((language) => missingTexts(draft, language).length === 0)];
}

/** A text that exists in the first language but not yet in another. */
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

/**
 * The part of a draft that is published: incomplete languages are left out, and clients who read them get the first
 * language.
 */
export function publishableDraft(draft: InterviewDraft): InterviewDraft {
  const complete = completeLanguages(draft);
  const written = (texts: Texts) =>
    Object.fromEntries(complete.map((language) => [language, textIn(texts as DraftText, language)]));
  return { ...(withTexts(draft, written) as InterviewDraft), languages: complete };
}

/** The draft in one language; missing texts come from the first language, otherwise they are empty. */
export function draftIn(draft: InterviewDraft, language: Language): Interview {
  const [first = language] = draft.languages;
  const read = (texts: Texts) =>
    textIn(texts as DraftText, isWritten(texts as DraftText, language) ? language : first);
  const { format: _, languages: __, ...interview } = withTexts(draft, read) as InterviewDraft;
  return interview as Interview;
}
