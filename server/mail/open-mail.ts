import type { FastifyBaseLogger } from "fastify";
import type { Secrets } from "../access-keys/secrets.ts";
import type { TryNote } from "../jobs/try-job.ts";
import { createWorker, type Worker } from "../jobs/worker.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Config } from "../settings/config.ts";
import { type NextOpen, openingHours } from "../settings/quiet-hours.ts";
import type { Storage } from "../storage/storage.ts";
import { planMail } from "./plan-mail.ts";

export type Mail = {
  /** Whether there is a mail server to hand mail to. */
  isOn: boolean;
  /** Whether clients are reminded without a manager's asking for it. */
  sendsReminders: boolean;
  /** When clients may be written to. */
  nextOpen: NextOpen;
  /** Puts in what is due. */
  plan(): Promise<void>;
  /** A separate worker: a mail server that is down keeps nothing else waiting. Does nothing without a mail server. */
  worker: Worker;
};

type OpenMailOptions = {
  config: Pick<
    Config,
    | "smtp"
    | "mailFrom"
    | "sendsReminders"
    | "sendsSignInLinks"
    | "quietHours"
    | "providerName"
    | "publicUrl"
    | "provided"
  >;
  storage: Pick<Storage, "accessKeys" | "deliveries" | "followUps" | "jobs" | "mail">;
  secrets: Secrets;
  lookup: Lookup;
  clock: () => number;
  logger: FastifyBaseLogger;
  noteTry?: TryNote | undefined;
};

/** So few that no mail server takes them for a flood. */
const MAILS_AT_ONCE = 2;

/** What sends mail is loaded here, where there is a mail server: nothing of it while the server runs. */
export async function openMail({
  config,
  storage,
  secrets,
  lookup,
  clock,
  logger,
  noteTry,
}: OpenMailOptions): Promise<Mail> {
  const { smtp, mailFrom: from, sendsSignInLinks, quietHours, providerName, publicUrl, provided } = config;
  const isOn = smtp !== undefined && from !== undefined;
  const sendsReminders = isOn && config.sendsReminders;
  const nextOpen = openingHours(quietHours);
  const sender = from && {
    from,
    providerName,
    publicUrl,
    interviews: provided.interviews,
    look: provided.mailLook,
  };
  const sending = {
    storage,
    secrets,
    sendsSignInLinks,
    nextOpen,
    lookup,
    clock,
    random: Math.random,
    logger,
  };
  const kinds = smtp && sender ? (await import("./mail-jobs.ts")).mailJobs({ ...sending, smtp, sender }) : [];
  const worker = createWorker({ storage, kinds, atOnce: MAILS_AT_ONCE, clock, logger, noteTry });
  return {
    isOn,
    sendsReminders,
    nextOpen,
    worker,
    async plan() {
      if (isOn && (await planMail({ storage, nextOpen, sendsReminders }, clock())) > 0) worker.wake();
    },
  };
}
