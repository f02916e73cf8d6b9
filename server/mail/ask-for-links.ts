import { DAY_MS, MINUTE_MS } from "#contract/instants.ts";
import { LINK_MAIL_REST_MINUTES, LINK_MAILS_PER_DAY } from "#contract/limits.ts";
import type { LinkMailOutcome } from "../storage/mail/link-mails.ts";
import type { Storage } from "../storage/storage.ts";

/**
 * Queues a mail with a sign-in link for each client of the address, unless one was just sent or the daily limit is
 * reached.
 */
export async function askForLinks(
  storage: Pick<Storage, "accessKeys" | "mail">,
  email: string,
  now: number,
): Promise<LinkMailOutcome> {
  const clients = await storage.mail.listClientsAt(email);
  const areOff = await Promise.all(clients.map(({ clientId }) => storage.accessKeys.areLinksOff(clientId)));
  if (areOff.every(Boolean)) return "nobody";
  return storage.mail.askForLinks({
    email,
    at: now,
    notSince: now - LINK_MAIL_REST_MINUTES * MINUTE_MS,
    countSince: now - DAY_MS,
    max: LINK_MAILS_PER_DAY,
  });
}

/** A masked address that means little to anyone who does not know it: `r•••@rosasbakery.example`. */
export function hiddenAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
