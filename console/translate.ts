import { i18n } from "@lingui/core";
import type words from "#contract/messages/console/en.json";

export type MessageId = keyof typeof words;
type Values = { [name: string]: string | number };

/** The words for a message id in the language that is spoken. An unknown id does not compile. */
export function t(id: MessageId, values?: Values): string {
  return i18n._(id, values);
}
