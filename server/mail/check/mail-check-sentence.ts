import type { MailCheck } from "#contract/manage/mail/mail-check.ts";
import type consoleEnglish from "#contract/messages/console/en.json";
import { readCatalogs } from "../../runtime/catalogs.ts";

/** The console's English sentence for the check. */
export function sentenceOfMailCheck({ detail }: MailCheck): string {
  const words = readCatalogs("console").en as typeof consoleEnglish;
  const found = `mailCheck.${detail}`;
  const sentence = found in words ? found : `mailCause.${detail}`;
  return words[sentence as keyof typeof words];
}
