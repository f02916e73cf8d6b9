import { t } from "../translate.ts";

/** Says which variable of the environment keeps a setting from being changed here; undefined where none does. */
export function lockedHint({ variable }: { variable: string | null }): string | undefined {
  return variable === null ? undefined : t("settings.locked", { variable });
}
