import { guardCell } from "#contract/manage/answers/formulas.ts";
import { decodeTable, type TableText, tableProblem } from "#contract/manage/table-text.ts";
import { t } from "../translate.ts";

/** The text of a file or of pasted rows. Rejects with a message that says what to do if it holds no readable table. */
export async function readTable(source: File | string): Promise<TableText> {
  const table = typeof source === "string" ? { text: source, isGuessed: false } : await decodeFile(source);
  const problem = tableProblem(table.text);
  if (problem) throw new Error(t(`import.problem.${problem}`));
  return table;
}

async function decodeFile(file: File): Promise<TableText> {
  try {
    return decodeTable(new Uint8Array(await file.arrayBuffer()), TextDecoder);
  } catch (cause) {
    // a dropped folder, or a file that changed after it was chosen
    throw new Error(t("import.problem.unopened"), { cause });
  }
}

type IssuedLine = { name: string; email: string | null; accessKey: string; link: string };

const COLUMNS = ["name", "email", "accessKey", "link"] as const;

/** The new keys as a CSV table for a mail merge. No cell starts like a formula. */
export function issuedTable(issued: IssuedLine[]): string {
  const lines = issued.map((line) => COLUMNS.map((column) => cell(line[column] ?? "")).join(","));
  return `\ufeff${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

function cell(text: string): string {
  return `"${guardCell(text).replaceAll('"', '""')}"`;
}
