import { t } from "../translate.ts";

/**
 * Says which environment variable sets the setting and so prevents changes here; undefined if there is no such
 * variable.
 */
export function lockedHint({ variable }: { variable: string | null }): string | undefined {
  return variable === null ? undefined : t("settings.locked", { variable });
}
