import type { Absence } from "#contract/manage/away.ts";
import { dueWords } from "../clients/client-words.ts";
import { t } from "../translate.ts";

/** Says who has the signed-in manager's clients, and until when. */
export function ownAwayWords({ handTo, until }: Absence, now: number): string {
  const day = dueWords(until, now);
  return handTo === null
    ? t("away.ownAdministrators", { day })
    : t("away.own", { colleague: handTo.name, day });
}

/** Says who has another manager's clients, and until when. */
export function othersAwayWords({ handTo, until }: Absence, name: string, now: number): string {
  const day = dueWords(until, now);
  return handTo === null
    ? t("away.othersAdministrators", { name, day })
    : t("away.others", { name, colleague: handTo.name, day });
}
