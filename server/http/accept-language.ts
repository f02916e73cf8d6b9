import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { type Language, offeredLanguage } from "#contract/languages.ts";

export type LanguageRequest = { headers: IncomingHttpHeaders; query?: unknown };

/** The best language on offer: first the one named in the query, then the browser's preferences in order. */
export function preferredLanguage(
  { headers, query }: LanguageRequest,
  offered: readonly Language[],
): Language {
  const asked = (query as { language?: unknown } | undefined)?.language;
  const wishes = new Negotiator({ headers }).languages();
  return offeredLanguage(typeof asked === "string" ? [asked, ...wishes] : wishes, offered);
}
