import type { Check } from "#contract/manage/checks.ts";
import type { Storage } from "../storage/storage.ts";
import type { StoredWebhook } from "../storage/webhooks/webhooks.ts";
import { sentenceOf } from "../webhooks/failure-cause.ts";
import { roughDuration } from "./rough-duration.ts";

/** Whether each webhook's last message arrived. Names only the address's host, because the rest may be a secret. */
export async function checkWebhooks({ webhooks }: Pick<Storage, "webhooks">, now: number): Promise<Check[]> {
  const all = await webhooks.list();
  if (all.length === 0) return [{ name: "webhooks", state: "not-set-up", found: "No webhooks are set up." }];
  return all.map((webhook) => ({
    name: `webhook ${new URL(webhook.address).host}`,
    ...verdictOf(webhook, now),
  }));
}

function verdictOf({ offAt, failing }: StoredWebhook, now: number): Omit<Check, "name"> {
  if (offAt !== null)
    return {
      state: "warning",
      found: `It has been off for ${roughDuration(now - offAt)}.`,
      advice: "Turn it on or remove it in the console, under Webhooks.",
    };
  if (failing)
    return {
      state: "failed",
      found: `Messages have failed for ${roughDuration(now - failing.since)}. ${reasonOf(failing)}`,
      advice: "Check the other system, then send what is waiting from the console, under Webhooks.",
    };
  return { state: "ok", found: "The last message arrived, or none was sent yet." };
}

function reasonOf({ status, cause }: NonNullable<StoredWebhook["failing"]>): string {
  return cause === null ? `The answer was status ${status}.` : sentenceOf(cause);
}
