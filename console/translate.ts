import { i18n, type Messages } from "@lingui/core";
import type words from "#contract/messages/console.json";

export type MessageId = keyof typeof words;
type Values = { [name: string]: string | number };

export function speakEnglish(messages: Messages): void {
  i18n.load("en", messages);
  i18n.activate("en");
}

/** The words for a message id in the language that is spoken. An unknown id does not compile. */
export function t(id: MessageId, values?: Values): string {
  return i18n._(id, values);
}
