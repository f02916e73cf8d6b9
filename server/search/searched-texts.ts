import type { Entry } from "#contract/interview/kinds/kinds.ts";
import type { RecordedAnswer } from "#contract/interview/kinds/recorded-answer.ts";
import type { SearchPassage } from "#contract/manage/search.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { SearchedEntry } from "./searched-entries.ts";

/** What is searched for words. `texts`: the same in several languages, of which one is shown. */
export type SearchedText = Pick<SearchPassage, "question" | "kind"> & {
  at: number;
  texts: string[];
  isChosenTool?: boolean;
};

export type EntriesByName = ReadonlyMap<string, SearchedEntry>;

/** What a record says, as a reader sees it: labels in place of values. */
export function textsOfRecord(record: ClientRecord, entries: EntriesByName, savedAt: number): SearchedText[] {
  return Object.entries(record).flatMap(([name, entry]) => {
    const known = entries.get(name);
    if ("responses" in entry) {
      const question = known?.question ?? entry.question;
      return entry.responses.map((answer) => textOfAnswer(answer, question, savedAt));
    }
    return textsOfForm(entry, known, savedAt);
  });
}

/** A device's clock may be wrong: nothing was written after it was saved. */
function textOfAnswer(
  { content, timestamp }: RecordedAnswer,
  question: string,
  savedAt: number,
): SearchedText {
  const writtenAt = Date.parse(timestamp);
  const at = Number.isNaN(writtenAt) ? savedAt : Math.max(0, Math.min(writtenAt, savedAt));
  return { question, kind: "answer", at, texts: [content] };
}

/** The fields that a client writes into. Yes, no and a date are as short as any words. */
const WRITTEN = ["url", "value", "other"];

function textsOfForm(
  entry: Exclude<Entry, { responses: unknown }>,
  known: SearchedEntry | undefined,
  at: number,
): SearchedText[] {
  return Object.entries(entry).flatMap(([field, held]) => {
    const values = [held].flat().filter((value) => typeof value === "string");
    const labels = known?.labels[field] ?? {};
    return values.map((value) => ({
      question: known?.question ?? null,
      kind: WRITTEN.includes(field) ? "answer" : "choice",
      at,
      texts: (Object.hasOwn(labels, value) && labels[value]) || [value],
      isChosenTool: field === "selectedTools" || field === "customTools",
    }));
  });
}
