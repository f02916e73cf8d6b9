import type { FormEntry } from "#contract/interview/kinds/kinds.ts";
import type { RecordedAnswer } from "#contract/interview/kinds/recorded-answer.ts";
import type { SearchPassage } from "#contract/manage/search.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { SearchedEntry } from "./searched-entries.ts";

/** A text to search. `texts`: the same text in several languages, of which one is shown. */
export type SearchedText = Pick<SearchPassage, "question" | "kind"> & {
  at: number;
  texts: string[];
  isChosenTool?: boolean;
};

export type EntriesByName = ReadonlyMap<string, SearchedEntry>;

/** The texts of a record as readers see them: labels instead of stored values. */
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

/** A device's clock may be wrong, so the time is limited to the time of the save. */
function textOfAnswer(
  { content, timestamp }: RecordedAnswer,
  question: string,
  savedAt: number,
): SearchedText {
  const writtenAt = Date.parse(timestamp);
  const at = Number.isNaN(writtenAt) ? savedAt : Math.max(0, Math.min(writtenAt, savedAt));
  return { question, kind: "answer", at, texts: [content] };
}

type TextFieldOf<Form> = Form extends unknown
  ? { [Name in keyof Form]-?: Form[Name] extends string | string[] ? Name : never }[keyof Form]
  : never;

/** Whether a form's field contains the client's own text or what they chose. */
const KINDS: { [Name in string]?: SearchPassage["kind"] } = {
  url: "answer",
  value: "answer",
  other: "answer",
  chosen: "choice",
  selectedTools: "choice",
  customTools: "choice",
  employees: "choice",
  locations: "choice",
  revenue: "choice",
} satisfies { [Name in TextFieldOf<FormEntry>]: SearchPassage["kind"] };

function textsOfForm(entry: FormEntry, known: SearchedEntry | undefined, at: number): SearchedText[] {
  return Object.entries(entry).flatMap(([field, held]) => {
    const values = [held].flat().filter((value) => typeof value === "string");
    const labels = known?.labels[field] ?? {};
    return values.map((value) => ({
      question: known?.question ?? null,
      kind: KINDS[field] ?? "choice",
      at,
      texts: (Object.hasOwn(labels, value) && labels[value]) || [value],
      isChosenTool: field === "selectedTools" || field === "customTools",
    }));
  });
}
