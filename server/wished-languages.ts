import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { type Language, offeredLanguage } from "#contract/languages.ts";

/** The language that a caller wishes for most among those that are offered: as the address asks, else as the browser does. */
export function wishedLanguage(
  { headers, query }: { headers: IncomingHttpHeaders; query?: unknown },
  offered: readonly Language[],
): Language {
  const asked = (query as { language?: unknown } | undefined)?.language;
  const wishes = new Negotiator({ headers }).languages();
  return offeredLanguage(typeof asked === "string" ? [asked, ...wishes] : wishes, offered);
}
