import type { FastifyBaseLogger } from "fastify";
import type { Secrets } from "../access-keys/secrets.ts";
import { listView } from "../clients/list-view.ts";
import type { TryNote } from "../jobs/try-job.ts";
import { createWorker, type Worker } from "../jobs/worker.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { type Calendar, openCalendar } from "../settings/calendar.ts";
import type { Config } from "../settings/config.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import type { Storage } from "../storage/storage.ts";
import { planDigests, type ReadDigest } from "./digest/plan-digests.ts";
import { type MailJobContext, mailJobs } from "./mail-jobs.ts";
import { type MailServerSetup, mailSetUp } from "./mail-set-up.ts";
import { planMail } from "./reminders/plan-mail.ts";
import type { ReminderGaps } from "./reminders/reminder-schedule.ts";
import { loadMailer } from "./send-mail.ts";

/** Mail according to the settings currently in force. */
export type Mail = {
  /** Whether a mail server is set. */
  readonly isOn: boolean;
  /** Whether clients get reminders without a manager's request. */
  readonly sendsReminders: boolean;
  readonly reminderGaps: ReminderGaps;
  /** When clients may be written to, and their local time. */
  calendar: Calendar;
  /** Undefined where there is no mail server. */
  setUp(): MailServerSetup | undefined;
  /** Queues the mails that are due. */
  plan(): Promise<void>;
  /** Queues the digests whose hour has come; call it every minute. */
  planDigests(): Promise<void>;
  /** A separate worker, so that a mail server that is down delays nothing else. Idle while no mail server is set. */
  worker: Worker;
};

type OpenMailOptions = {
  config: Pick<Config, "sendsSignInLinks" | "providerName" | "publicUrl" | "provided">;
  settings: LiveSettings;
  /** The addresses that a mail server set in the console may have. */
  reach: EgressPolicy;
  storage: Pick<
    Storage,
    "accessKeys" | "clients" | "deliveries" | "followUps" | "jobs" | "mail" | "managers"
  >;
  secrets: Secrets;
  lookup: Lookup;
  clock: () => number;
  logger: FastifyBaseLogger;
  noteTry?: TryNote | undefined;
};

/** Few enough that no mail server takes them for a flood. */
const MAILS_AT_ONCE = 2;

/** Loads the mailer now if a mail server is set, otherwise on the first mail. */
export async function openMail(options: OpenMailOptions): Promise<Mail> {
  const { config, settings, reach, storage, clock, logger, noteTry } = options;
  const { sendsSignInLinks } = config;
  const calendar = openCalendar({
    quietHours: () => settings.get("quietHours"),
    timeZone: () => settings.get("timeZone"),
  });
  const setUp = () => mailSetUp(settings.now(), { config, reach });
  const isOn = () => setUp() !== undefined;
  const sendsReminders = () => isOn() && settings.get("reminders");

  /** Uses the same conditions as the list of clients. */
  const readDigest: ReadDigest = (keeper, now) => {
    const listed = { sendsReminders: sendsReminders(), reminderGaps: settings.get("reminderGaps"), calendar };
    const view = listView({ settings, mail: listed }, keeper.managerId, now);
    return storage.clients.readDigest({ keeper, view });
  };

  /** Undefined without a mail server; a job taken before mail was turned off is then put back. */
  function work(): MailJobContext | undefined {
    const found = setUp();
    const linkDays = settings.get("linkDays");
    return (
      found && {
        ...options,
        ...found,
        sendsSignInLinks,
        linkDays,
        calendar,
        readDigest,
        random: Math.random,
      }
    );
  }

  const worker = createWorker({
    storage,
    kinds: mailJobs({ storage, clock }, work),
    atOnce: MAILS_AT_ONCE,
    isResting: () => !isOn(),
    clock,
    logger,
    noteTry,
  });
  settings.onChange(worker.wake);
  if (isOn()) await loadMailer();
  return {
    get isOn() {
      return isOn();
    },
    get sendsReminders() {
      return sendsReminders();
    },
    get reminderGaps() {
      return settings.get("reminderGaps");
    },
    calendar,
    setUp,
    worker,
    async plan() {
      if (!isOn()) return;
      const gaps = settings.get("reminderGaps");
      const planning = { storage, calendar, gaps, sendsReminders: sendsReminders() };
      if ((await planMail(planning, clock())) > 0) worker.wake();
    },
    async planDigests() {
      if (!isOn()) return;
      const planning = { storage, calendar, readDigest };
      if ((await planDigests(planning, clock())) > 0) worker.wake();
    },
  };
}
