import { useState } from "react";
import {
  formatOfAddress,
  type IncludedAnswers,
  sendsMoreAnswers,
  type WebhookFormat,
} from "#contract/manage/webhooks/webhook-formats.ts";
import type { MessageKind } from "#contract/manage/webhooks/webhook-messages.ts";
import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";

export type WebhookValues = {
  address: string;
  kinds: MessageKind[];
  format: WebhookFormat;
  answers: IncludedAnswers;
};

export type WebhookForm = {
  values: WebhookValues;
  change: (change: Partial<WebhookValues>) => void;
  needsProof: boolean;
};

const NEW: WebhookValues = { address: "", kinds: ["record.submitted"], format: "standard", answers: "none" };

/** The state of the webhook form. The host of the URL determines the format. */
export function useWebhookForm(webhook?: Webhook): WebhookForm {
  const [values, setValues] = useState<WebhookValues>(webhook ?? NEW);
  return {
    values,
    change: (change) => setValues((before) => ({ ...before, ...change, ...guessed(before, change) })),
    needsProof: sendsMoreAnswers(webhook, values),
  };
}

function guessed({ address, format }: WebhookValues, change: Partial<WebhookValues>): Partial<WebhookValues> {
  if (change.address === undefined) return {};
  const next = formatOfAddress(change.address);
  // a format chosen by the user stays while the host stays the same
  if (next === formatOfAddress(address)) return {};
  return { format: next ?? (formatOfAddress(address) === format ? "standard" : format) };
}
