import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { csvOf } from "../records/export-record.ts";

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

type Line = [table: string, item: string, measure: string, value: number | null];

/** One line per number. Read by programs, so names are the same in every language. */
export function overviewCsv(overview: Overview, interview: Interview): string {
  const { funnel, spans, questions, weeks, managers } = overview;
  const titles = new Map(questionsOf(interview).map(({ id, title }) => [id, title]));
  const lines: Line[] = [
    ...funnel.map(({ step, clients }): Line => ["funnel", step, "clients", clients]),
    ...spans.flatMap(({ from, to, clients, medianDays }): Line[] => [
      ["days", `${from} to ${to}`, "clients", clients],
      ["days", `${from} to ${to}`, "median", medianDays],
    ]),
    ...questions.flatMap(({ questionId, answered, stoppedHere }): Line[] => {
      const title = titles.get(questionId) ?? questionId;
      return [
        ["questions", title, "answered", answered],
        ["questions", title, "paused", stoppedHere],
      ];
    }),
    // a bare date would get an apostrophe, as any text that a spreadsheet could read as a date
    ...weeks.flatMap((week) => bothOf("weeks", `week of ${week.from}`, week)),
    ...managers.flatMap((row) => bothOf("managers", row.managerName ?? "", row)),
  ];
  const rows = lines.map((line) => line.map((cell) => cell ?? ""));
  return BYTE_ORDER_MARK + csvOf([["table", "item", "measure", "value"], ...rows]);
}

function bothOf(table: string, item: string, counted: { invited: number; submitted: number }): Line[] {
  return [
    [table, item, "invited", counted.invited],
    [table, item, "submitted", counted.submitted],
  ];
}
