import type { ImportAction, ImportRow } from "#contract/manage/import.ts";
import type { Choices } from "./use-import.ts";

/** What happens to a row: as it was chosen, else as it is proposed. */
export function chosenFor({ line, does }: Pick<ImportRow, "line" | "does">, choices: Choices): ImportAction {
  return choices[line] ?? does;
}
