import type { Brief } from "#contract/manage/answers/brief.ts";
import { isolated, shownText } from "#contract/manage/answers/shown-text.ts";
import type { Words } from "../runtime/words.ts";

/** The text that explains a client's archive. */
export function archiveReadme(
  { clientId, clientName, revision }: Brief,
  madeAt: Date,
  { say }: Words,
): string {
  const client = isolated(shownText(clientName));
  return `${say("archive.readme", { client, clientId, time: madeAt.toISOString(), revision })}\n`;
}
