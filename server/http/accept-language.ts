import type { IncomingHttpHeaders } from "node:http";
import { type Language, offeredLanguage } from "#contract/languages.ts";

export type Asking = { headers: IncomingHttpHeaders; query?: unknown };

/** The language that a caller wishes for most among those that are offered: as the address asks, else as the browser does. */
export function wishedLanguage({ headers, query }: Asking, offered: readonly Language[]): Language {
  const asked = (query as { language?: unknown } | undefined)?.language;
  const wishes = wishesIn(headers["accept-language"]);
  return offeredLanguage(typeof asked === "string" ? [asked, ...wishes] : wishes, offered);
}

/** The tags of the header, the dearest first (RFC 9110 §12.5.4); what is no wish is passed over. */
function wishesIn(header = ""): string[] {
  return header
    .split(",")
    .map((wish) => {
      const [tag = "", ...parameters] = wish.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
