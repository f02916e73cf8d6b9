import { INTERVIEW_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { t } from "../translate.ts";

/** "Copy of Salon", or "Copy of Salon 2" if that name exists. `name` is shortened to fit the maximum length. */
export function nameOfCopy(name: string, names: readonly string[]): string {
  const taken = new Set(names.map((each) => each.toLowerCase()));
  for (let count = 1; ; count++) {
    const end = count === 1 ? "" : ` ${count}`;
    const room = INTERVIEW_NAME_MAX_LENGTH - t("interviews.copyOf", { name: "" }).length - end.length;
    const copy = `${t("interviews.copyOf", { name: name.slice(0, room).trimEnd() })}${end}`;
    if (!taken.has(copy.toLowerCase())) return copy;
  }
}
