import type { ImportAction, ImportRow } from "#contract/manage/import.ts";
import type { Choices } from "./use-import.ts";

/** The action for a row: the chosen one, else the proposed one. */
export function chosenFor({ line, does }: Pick<ImportRow, "line" | "does">, choices: Choices): ImportAction {
  return choices[line] ?? does;
}
