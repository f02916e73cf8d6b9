import type { Language } from "#contract/languages.ts";

/** "December 4 at 2:04 PM UTC", in the reader's time zone. */
export function clockWords(at: number, language: Language, timeZone: string | null): string {
  const format = { month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  const zone = { timeZone: timeZone ?? "UTC", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(language, { ...format, ...zone }).format(at);
}
