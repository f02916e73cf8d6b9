import { i18n } from "@lingui/core";
import type { ErrorCode } from "#contract/api/errors.ts";
import type en from "#contract/messages/client/en.json";

export type MessageId = keyof typeof en;
type Values = { [name: string]: string | number };

/** The message in the current language. An unknown id does not compile. */
export function t(id: MessageId, values?: Values): string {
  return i18n._(id, values);
}

/** The error catalog's sentence for a code; undefined if the catalog does not have the code. */
export function errorSentence(code: string, values?: Values): string | undefined {
  const id = `error.${code as ErrorCode}` as const;
  const sentence = i18n._(id, values);
  return sentence === id ? undefined : sentence;
}
