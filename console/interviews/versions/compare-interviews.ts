import { compareVersions, type VersionChanges } from "#contract/interview/compare-versions.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { mapTexts } from "#contract/interview/translated.ts";
import { type Language, languages } from "#contract/languages.ts";
import { draftIn, type InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { type WordRun, wordComparer } from "../../history/compared-words.ts";

/** The texts of a part in one language, one per line. `runs` is set if they were compared word by word. */
export type ChangedTexts = { language: Language; before: string; after: string; runs?: WordRun[] };
/** A section or question in both versions. Without `texts`, something other than text has changed. */
export type ChangedPart = { id: string; title: string; isSection: boolean; texts: ChangedTexts[] };
export type InterviewComparison = Omit<VersionChanges, "changed"> & { changed: ChangedPart[] };

/** The differences between two versions of an interview in all languages. `now` returns milliseconds. */
export function compareInterviews(
  before: InterviewDraft,
  after: InterviewDraft,
  now: () => number,
): InterviewComparison {
  const compare = wordComparer(now);
  const was = byLanguage(before);
  const is = byLanguage(after);
  const changes = compareVersions(was, is);
  const questions = changes.changed.map((question) => ({
    ...question,
    isSection: false,
    texts: changedTexts(was, is, (interview) => questionWords(interview, question.id)),
  }));
  const [first = languages[0]] = after.languages;
  const sections = (is.get(first)?.sections ?? []).map(({ id, name }) => ({
    id,
    title: name,
    isSection: true,
    texts: changedTexts(was, is, (interview) => sectionWords(interview, id)),
  }));
  const isStaying = ({ id }: ChangedPart) => before.sections.some((section) => section.id === id);
  const reworded = sections.filter((section) => isStaying(section) && section.texts.length > 0);
  const changed = [...reworded, ...questions].map((part) => ({
    ...part,
    texts: part.texts.map((texts) => withRuns(texts, compare(texts.before, texts.after))),
  }));
  return { ...changes, changed };
}

function withRuns(texts: ChangedTexts, runs: WordRun[] | undefined): ChangedTexts {
  return runs ? { ...texts, runs } : texts;
}

type ByLanguage = ReadonlyMap<Language, Interview>;

function byLanguage(draft: InterviewDraft): ByLanguage {
  return new Map(draft.languages.map((language) => [language, draftIn(draft, language) as Interview]));
}

function changedTexts(
  was: ByLanguage,
  is: ByLanguage,
  wordsIn: (interview: Interview | undefined) => string,
): ChangedTexts[] {
  return languages
    .map((language) => ({
      language,
      before: wordsIn(was.get(language)),
      after: wordsIn(is.get(language)),
    }))
    .filter(({ before, after }) => before !== after);
}

function sectionWords(interview: Interview | undefined, sectionId: string): string {
  const section = interview?.sections.find(({ id }) => id === sectionId);
  return section ? `${section.name}\n${section.description}` : "";
}

function questionWords(interview: Interview | undefined, questionId: string): string {
  const cards = interview?.sections.flatMap(({ questions }) => questions) ?? [];
  const lines: string[] = [];
  mapTexts(
    cards.find(({ id }) => id === questionId),
    (text) => {
      if (typeof text === "string" && text !== "") lines.push(text);
      return text;
    },
  );
  return lines.join("\n");
}
