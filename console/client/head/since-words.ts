import type { Client } from "#contract/manage/clients.ts";
import { dateWords } from "../../../web/ui/language/spoken-language.ts";

/** "Nov 12": the day when the client entered the current state; empty if unknown. */
export function sinceWords({ state, invitedAt, openedAt, submittedAt }: Client, now: number): string {
  const since = { invited: invitedAt, opened: openedAt, submitted: submittedAt }[state as "invited"] ?? null;
  if (since === null) return "";
  const at = new Date(since);
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  return dateWords(at, { month: "short", day: "numeric", ...(!isThisYear && { year: "numeric" }) });
}
