import { type MailChoices, NO_MAIL } from "#contract/manage/mail/mail.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";

/** Which mails a manager wants; none before they have chosen. */
export async function readMailChoices(
  storage: Pick<Storage, "findMailChoices">,
  managerId: string,
): Promise<MailChoices> {
  return (await storage.findMailChoices(managerId)) ?? NO_MAIL;
}

/** Each manager chooses for themselves: the actor is whose choice it is. */
export async function chooseMail(
  storage: Pick<Storage, "putMailChoices">,
  choices: MailChoices,
  actor: Actor,
): Promise<void> {
  const { actor: managerId, at } = actor;
  const event = eventOf(actor, "mail.choices-changed", { detail: managerId });
  await storage.putMailChoices({ managerId, at, choices }, [event]);
}
