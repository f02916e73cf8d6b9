import type { ClientRow } from "#contract/manage/clients.ts";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";

/** "Dec 3", with the year if it is not the current one. A due date is a calendar day without a time zone. */
export function dueWords(dueOn: string, now: number): string {
  const isThisYear = dueOn.startsWith(String(new Date(now).getFullYear()));
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return dateWords(new Date(dueOn), { month: "short", day: "numeric", timeZone: "UTC", ...year });
}

/** The full date, shown on hover. */
export function wholeDay(dueOn: string): string {
  return dateWords(new Date(dueOn), { dateStyle: "full", timeZone: "UTC" });
}

export function wholeInstant(at: string): string {
  return dateWords(new Date(at), { dateStyle: "medium", timeStyle: "short" });
}

/** Why emails to the client fail; undefined if they don't. */
export function troubleWords({ flags, mailTrouble }: ClientRow): string | undefined {
  return flags[0] === "mail-trouble" && mailTrouble !== null ? t(`mailCause.${mailTrouble}`) : undefined;
}

/** The client's account manager, and the absent manager whom they stand in for; undefined if there is no manager. */
export function managerWords({ managerName, goesBackTo }: ClientRow, now: number): string | undefined {
  if (goesBackTo === null) return managerName ?? undefined;
  const { name, until } = goesBackTo;
  const manager = managerName ?? t("clients.nobody");
  return t("away.manager", { manager, name, day: dueWords(until, now) });
}

/** "Mia" of "Mia Lopes": the column has no room for more, and the full name appears on hover. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
