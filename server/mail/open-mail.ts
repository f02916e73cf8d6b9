import type { FastifyBaseLogger } from "fastify";
import type { Secrets } from "../access-keys/secrets.ts";
import { listView } from "../clients/list-view.ts";
import type { TryNote } from "../jobs/try-job.ts";
import { createWorker, type Worker } from "../jobs/worker.ts";
import type { Reach } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { type Calendar, openCalendar } from "../settings/calendar.ts";
import type { Config } from "../settings/config.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import type { Storage } from "../storage/storage.ts";
import { planDigests, type ReadDigest } from "./digest/plan-digests.ts";
import { type MailWork, mailJobs } from "./mail-jobs.ts";
import { type MailSetUp, mailSetUp } from "./mail-set-up.ts";
import { planMail } from "./plan-mail.ts";
import type { ReminderGaps } from "./reminder-schedule.ts";
import { loadMailer } from "./send-mail.ts";

/** By the settings in force at each moment. */
export type Mail = {
  /** Whether there is a mail server to hand mail to. */
  readonly isOn: boolean;
  /** Whether clients are reminded without a manager's asking for it. */
  readonly sendsReminders: boolean;
  readonly reminderGaps: ReminderGaps;
  /** When clients may be written to. */
  calendar: Calendar;
  /** Undefined where there is no mail server. */
  setUp(): MailSetUp | undefined;
  /** Puts in what is due. */
  plan(): Promise<void>;
  /** Puts in the digests whose hour has come; to be called every minute. */
  planDigests(): Promise<void>;
  /** A separate worker: a mail server that is down keeps nothing else waiting. Rests while there is no mail server. */
  worker: Worker;
};

type OpenMailOptions = {
  config: Pick<Config, "sendsSignInLinks" | "providerName" | "publicUrl" | "provided">;
  settings: LiveSettings;
  /** Where a mail server that was set in the console may be. */
  reach: Reach;
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

/** So few that no mail server takes them for a flood. */
const MAILS_AT_ONCE = 2;

/** What sends mail is loaded here where there is a mail server, and else for the first mail. */
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

  /** By the conditions that the list of clients has. */
  const readDigest: ReadDigest = (keeper, now) => {
    const listed = { sendsReminders: sendsReminders(), reminderGaps: settings.get("reminderGaps"), calendar };
    const view = listView({ settings, mail: listed }, keeper.managerId, now);
    return storage.clients.readDigest({ keeper, view });
  };

  /** A job that was taken before mail was turned off is put back. */
  function work(): MailWork | undefined {
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
