import type { IncomingHttpHeaders } from "node:http";
import Negotiator from "negotiator";
import { type Language, offeredLanguage } from "#contract/languages.ts";

export type Asking = { headers: IncomingHttpHeaders; query?: unknown };

/** The language that a caller wishes for most among those that are offered: as the address asks, else as the browser does. */
export function wishedLanguage({ headers, query }: Asking, offered: readonly Language[]): Language {
  const asked = (query as { language?: unknown } | undefined)?.language;
  const wishes = new Negotiator({ headers }).languages();
  return offeredLanguage(typeof asked === "string" ? [asked, ...wishes] : wishes, offered);
}
