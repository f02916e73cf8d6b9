import { type ChooseMailRequest, DEFAULT_MAIL, type MailChoices } from "#contract/manage/mail/mail.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";

/** Which mails a manager wants; the defaults until the manager has chosen. */
export async function readMailChoices(
  storage: Pick<Storage, "mail">,
  managerId: string,
): Promise<MailChoices> {
  return (await storage.mail.findChoices(managerId)) ?? DEFAULT_MAIL;
}

/** Stores the actor's own choices; omitted ones stay as they are. */
export async function chooseMail(
  storage: Pick<Storage, "mail">,
  chosen: ChooseMailRequest,
  actor: Actor,
): Promise<void> {
  const { actor: managerId, at } = actor;
  const choices = { ...(await readMailChoices(storage, managerId)), ...chosen };
  const event = eventOf(actor, "mail.choices-changed", { detail: managerId });
  await storage.mail.putChoices({ managerId, at, choices }, [event]);
}
