import {
  REMIND_AGAIN_AFTER_MINUTES,
  type ReminderRefusal,
  type ReminderResult,
} from "#contract/manage/mail/mail.ts";
import { CatalogError } from "../../http/errors.ts";
import { type Actor, eventOf } from "../../managers/actor.ts";
import type { Storage } from "../../storage/storage.ts";
import { neededReminder } from "./reminder-schedule.ts";

type Acting = {
  storage: Pick<Storage, "mail">;
  /** Whether there is a mail server. */
  isOn: boolean;
  /** A manager who may see the client. */
  actor: Actor;
};

const AGAIN_AFTER_MS = REMIND_AGAIN_AFTER_MINUTES * 60_000;

/** Queues a reminder that is sent at once, even in quiet hours, and does not count as an automatic one. */
export async function remindNow({ storage, isOn, actor }: Acting, clientId: string): Promise<ReminderResult> {
  const facts = await storage.mail.findReminderFacts(clientId);
  if (!facts) throw new CatalogError("NOT_FOUND");
  if (!isOn) return refused("no-smtp");
  if (!facts.hasAddress) return refused("no-address");
  if (facts.isOptedOut) return refused("opted-out");
  const need = neededReminder(facts);
  if (!need) return refused("submitted");
  const { kind } = need;
  const { actor: askedBy, at } = actor;
  const asked = await storage.mail.askForReminder(
    { clientId, kind, askedBy, at, notSince: at - AGAIN_AFTER_MS },
    [eventOf(actor, "mail.asked-for", { clientId, detail: kind })],
  );
  return asked.kind === "queued" ? { outcome: "queued", mailId: asked.mailId, kind } : refused(asked.kind);
}

function refused(reason: ReminderRefusal): ReminderResult {
  return { outcome: "refused", reason };
}
