import type { Brief } from "#contract/manage/answers/brief.ts";
import { isolateBidi, shownText } from "#contract/manage/answers/shown-text.ts";
import type { Words } from "../../runtime/words.ts";

/** The text that explains a client's archive. */
export function archiveReadme(
  { clientId, clientName, revision }: Brief,
  madeAt: Date,
  { say }: Words,
): string {
  const client = isolateBidi(shownText(clientName));
  return `${say("archive.readme", { client, clientId, time: madeAt.toISOString(), revision })}\n`;
}
