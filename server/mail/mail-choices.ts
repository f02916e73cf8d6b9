import { type ChooseMailRequest, DEFAULT_MAIL, type MailChoices } from "#contract/manage/mail/mail.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";

/** Which mails a manager wants; the usual ones before they have chosen. */
export async function readMailChoices(
  storage: Pick<Storage, "mail">,
  managerId: string,
): Promise<MailChoices> {
  return (await storage.mail.findChoices(managerId)) ?? DEFAULT_MAIL;
}

/** Each manager chooses for themselves: the actor is whose choice it is. What is left out stays as it is. */
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
