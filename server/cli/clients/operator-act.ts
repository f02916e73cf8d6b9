import type { BulkAct, BulkCause } from "#contract/manage/bulk.ts";
import { contentMarkerOf } from "../../clients/content-marker.ts";
import { neededReminder } from "../../mail/reminders/reminder-schedule.ts";
import type { Installation } from "../../open-installation.ts";
import type { Config } from "../../settings/config.ts";
import { settingsInForce } from "../../settings/settings-in-force.ts";
import { CommandError } from "../command.ts";

/** Why an action on a client was not done, as the rest of a sentence that begins with the client's name. */
const CAUSES: { [Cause in BulkCause]: string } = {
  gone: "is gone.",
  "no-smtp":
    "can't get an email: this installation has no mail server. Set FIRSTHAND_SMTP_URL and FIRSTHAND_MAIL_FROM, or set one in the console.",
  "no-address": "has no email address. Add one in the console.",
  "opted-out": "has opted out of emails.",
  submitted: "has already submitted the interview.",
  "not-submitted": "hasn't submitted the interview yet.",
  "follow-up-out": "hasn't answered a follow-up yet.",
  "not-invited": "isn't invited yet.",
  waiting: "already has an email waiting to be sent.",
  "just-sent": "just got an email.",
  "already-so": "needs no change.",
  "too-many-tags": "has too many tags. Remove one first.",
  "changed-since": "was changed by someone else.",
};

type OperatorContext = { installation: Pick<Installation, "storage" | "book">; config: Config };

/** Acts on each client, as the console does. For each: undefined if done, otherwise the reason why not. */
export async function actOnClients(
  { installation: { storage, book }, config }: OperatorContext,
  act: BulkAct,
  clientIds: string[],
): Promise<(BulkCause | undefined)[]> {
  const settings = settingsInForce(config, await storage.settings.list());
  const outcomes = await storage.bulk.actAtOnce(act, clientIds, {
    at: Date.now(),
    isMailOn: Boolean(settings.get("mailServer") && settings.get("mailFrom")),
    markingOf: (interview) => contentMarkerOf(book.known(interview).asked.interview),
    neededOf: (facts) => neededReminder(facts)?.kind,
  });
  return outcomes.map((outcome) => ("cause" in outcome ? outcome.cause : undefined));
}

/** False if the client is already in this state. Throws CommandError if the action cannot be done. */
export async function actOnClient(
  context: OperatorContext,
  act: BulkAct,
  { clientId, name }: { clientId: string; name: string },
): Promise<boolean> {
  const [cause] = await actOnClients(context, act, [clientId]);
  if (cause !== undefined && cause !== "already-so") throw new CommandError(`${name} ${CAUSES[cause]}`);
  return cause === undefined;
}

export function causeWords(cause: BulkCause): string {
  return CAUSES[cause];
}
