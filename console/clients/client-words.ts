import type { ClientRow } from "#contract/manage/clients.ts";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";

/** "Dec 3", with the year where it is another one; the day is one of a calendar, not of a clock. */
export function dueWords(dueOn: string, now: number): string {
  const isThisYear = dueOn.startsWith(String(new Date(now).getFullYear()));
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  return dateWords(new Date(dueOn), { month: "short", day: "numeric", timeZone: "UTC", ...year });
}

/** The whole of it, on hover. */
export function wholeDay(dueOn: string): string {
  return dateWords(new Date(dueOn), { dateStyle: "full", timeZone: "UTC" });
}

export function wholeInstant(at: string): string {
  return dateWords(new Date(at), { dateStyle: "medium", timeStyle: "short" });
}

/** Why mail is in trouble, where it is. */
export function troubleWords({ flags, mailTrouble }: ClientRow): string | undefined {
  return flags[0] === "mail-trouble" && mailTrouble !== null ? t(`mailCause.${mailTrouble}`) : undefined;
}

/** Who looks after the client, and for whom while they are away; nothing where nobody does. */
export function managerWords({ managerName, goesBackTo }: ClientRow, now: number): string | undefined {
  if (goesBackTo === null) return managerName ?? undefined;
  const { name, until } = goesBackTo;
  const manager = managerName ?? t("clients.nobody");
  return t("away.manager", { manager, name, day: dueWords(until, now) });
}

/** "Mia" of "Mia Lopes": a column has no room for more, and the whole name stands on hover. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
