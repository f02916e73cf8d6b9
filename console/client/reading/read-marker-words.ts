import { DAY_MS } from "#contract/instants.ts";
import { dateWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";

/** When somebody looked, by the clock: true for as long as the page is open, and sensible for a moment ago, too. */
export function lookedWords(lookedAt: string, now: number): string {
  const at = new Date(lookedAt);
  const time = dateWords(at, { hour: "2-digit", minute: "2-digit" });
  const day = at.toDateString();
  if (day === new Date(now).toDateString()) return t("news.today", { time });
  // from noon to noon, so that no change of the clocks skips a day
  if (day === new Date(noonOf(now) - DAY_MS).toDateString()) return t("news.yesterday", { time });
  return t("news.earlier", { date: dateWords(at, { dateStyle: "medium" }), time });
}

function noonOf(now: number): number {
  return new Date(now).setHours(12, 0, 0, 0);
}
