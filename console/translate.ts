import { i18n } from "@lingui/core";
import type words from "#contract/messages/console/en.json";

export type MessageId = keyof typeof words;
type Values = { [name: string]: string | number };

/** The text of a message in the current language. Unknown IDs do not compile. */
export function t(id: MessageId, values?: Values): string {
  return i18n._(id, values);
}
