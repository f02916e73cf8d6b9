import { DAY_MS } from "#contract/instants.ts";
import { dateWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";

/**
 * When the manager last looked, as a time rather than "5 minutes ago", so that it stays true while the page is open.
 */
export function lookedWords(lookedAt: string, now: number): string {
  const at = new Date(lookedAt);
  const time = dateWords(at, { hour: "numeric", minute: "2-digit" });
  const day = at.toDateString();
  if (day === new Date(now).toDateString()) return t("news.today", { time });
  // counts from noon to noon, so that daylight saving time skips no day
  if (day === new Date(noonOf(now) - DAY_MS).toDateString()) return t("news.yesterday", { time });
  return t("news.earlier", { date: dateWords(at, { dateStyle: "medium" }), time });
}

function noonOf(now: number): number {
  return new Date(now).setHours(12, 0, 0, 0);
}
