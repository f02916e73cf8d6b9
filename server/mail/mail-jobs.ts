import type { FastifyBaseLogger } from "fastify";
import * as z from "zod";
import { isAwaited } from "#contract/manage/mail/mail.ts";
import type { Secrets } from "../access-keys/secrets.ts";
import type { JobKind, JobOutcome } from "../jobs/try-job.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Calendar } from "../settings/calendar.ts";
import type { SettingValues } from "../settings/settings-in-force.ts";
import type { SmtpServer } from "../settings/smtp-settings.ts";
import type { StorageEvent } from "../storage/audit/events.ts";
import type { SentFollowUp } from "../storage/follow-ups/follow-ups.ts";
import { MAIL_LINKS, MAIL_PASSWORD_LINK } from "../storage/mail/link-mails.ts";
import type { DueMail, MailPerson, MailResult } from "../storage/mail/mails.ts";
import type { TakenJob } from "../storage/outbox/jobs.ts";
import { SEND_MAIL_JOB } from "../storage/outbox/mail-outbox.ts";
import type { Storage } from "../storage/storage.ts";
import { askForLinks } from "./ask-for-links.ts";
import type { ReadDigest } from "./digest/plan-digests.ts";
import { type ComposedMail, type DueDigest, mailTurn } from "./mail-turn.ts";
import { mailVerdict } from "./mail-verdict.ts";
import { newOptOutToken } from "./opt-out.ts";
import { type MailSender, mailLanguage, renderMail } from "./rendering/render-mail.ts";
import { sendMail } from "./send-mail.ts";
import { linksOf } from "./sign-in-links.ts";

export type MailJobContext = {
  storage: Pick<Storage, "accessKeys" | "mail" | "managers" | "followUps" | "deliveries" | "jobs">;
  secrets: Secrets;
  /** Whether mails to clients contain sign-in links. */
  sendsSignInLinks: boolean;
  /** How long the sign-in links work. */
  linkDays: SettingValues["linkDays"];
  smtp: SmtpServer;
  /** The addresses that the mail server may have. */
  reach: EgressPolicy;
  sender: MailSender;
  calendar: Calendar;
  readDigest: ReadDigest;
  lookup: Lookup;
  /** Epoch milliseconds. */
  clock: () => number;
  /** A number from 0 to 1, excluding 1. */
  random: () => number;
  logger: Pick<FastifyBaseLogger, "info" | "warn">;
  timeLimitMs?: number;
};

const linksPayloadSchema = z.object({ email: z.string() });
const forgottenPayloadSchema = z.object({
  email: z.string(),
  requestId: z.exactOptional(z.string()),
  address: z.exactOptional(z.string()),
});
const payloadSchema = z.object({ mailId: z.string() });
/** A mail can be given up, but its job never is. A job that keeps crashing the process pauses this long. */
const REST_MS = 3_600_000;
const ENDED: JobOutcome = { kind: "ended" };

/**
 * The kinds of job that `storage/outbox/` queues. `workNow` gives the mail settings at the moment; undefined if there
 * is no mail server any more.
 */
export function mailJobs(
  { storage, clock }: Pick<MailJobContext, "storage" | "clock">,
  workNow: () => MailJobContext | undefined,
): JobKind[] {
  const putOff = async (job: TakenJob, ms: number) =>
    void (await storage.deliveries.putOffJob(job, clock() + ms));
  const run =
    (
      act: (work: MailJobContext, job: TakenJob, signal: AbortSignal) => Promise<JobOutcome>,
    ): JobKind["run"] =>
    async (job, signal) => {
      const work = workNow();
      if (work) return act(work, job, signal);
      await putOff(job, 0);
      return ENDED;
    };
  const giveUp = (job: TakenJob) => putOff(job, REST_MS);
  return [
    { kind: SEND_MAIL_JOB, run: run(sendDue), giveUp },
    { kind: MAIL_LINKS, run: run(mailLinks), giveUp },
    { kind: MAIL_PASSWORD_LINK, run: run(mailForgottenLink), giveUp },
  ];
}

/** Handles a request for sign-in links to this address. */
async function mailLinks({ storage, clock }: MailJobContext, job: TakenJob): Promise<JobOutcome> {
  const { email } = linksPayloadSchema.parse(job.payload);
  await askForLinks(storage, email, clock());
  await storage.jobs.drop(job);
  return ENDED;
}

/** Handles a forgotten password, for the address entered in the console. */
async function mailForgottenLink({ storage, clock }: MailJobContext, job: TakenJob): Promise<JobOutcome> {
  const { email, ...from } = forgottenPayloadSchema.parse(job.payload);
  const at = clock();
  await storage.managers.mailForgottenLink({ email, at }, (detail) => ({
    kind: "manager.password-forgotten",
    actor: "nobody",
    at,
    detail,
    ...from,
  }));
  await storage.jobs.drop(job);
  return ENDED;
}

async function sendDue(work: MailJobContext, job: TakenJob, signal: AbortSignal): Promise<JobOutcome> {
  const { storage, clock, calendar } = work;
  const { mailId } = payloadSchema.parse(job.payload);
  const due = await storage.mail.findDue(mailId);
  const now = clock();
  if (!due) {
    await storage.jobs.drop(job);
    return ENDED;
  }
  const { kind } = due;
  const language = mailLanguage(due, work.sender.interviews);
  const template = await storage.mail.findTemplate({ kind, language });
  const followUps = await followUpsIn(storage, due);
  const mail = { ...due, template, followUps, digest: await digestIn(work, due, now) };
  const turn = mailTurn(mail, calendar.nextOpen, now);
  if (turn.kind === "later") await storage.deliveries.putOffJob(job, turn.at);
  else if (turn.kind === "send") await trySending(work, job, { mail, recipient: turn.recipient, signal });
  else {
    const { state, cause } = turn;
    await settle(work, job, { mail, result: { state, cause, nextAt: null, status: null, at: now } });
  }
  return ENDED;
}

/**
 * The follow-ups of the mail that are still open. A follow-up asked while the mail was being sent gets a separate mail.
 */
async function followUpsIn(storage: Pick<Storage, "followUps">, mail: DueMail): Promise<SentFollowUp[]> {
  const { kind, clientId, createdAt, round } = mail;
  if (kind !== "follow-up" || clientId === null) return [];
  const open = await storage.followUps.listOpen(clientId);
  return open.filter(({ askedAt }) => askedAt >= createdAt && askedAt <= (round ?? createdAt));
}

/** Read when the mail is sent, because the manager's clients and their news may have changed since it was queued. */
async function digestIn(
  { readDigest, calendar: { wallClock } }: MailJobContext,
  { kind, reader, createdAt }: DueMail,
  now: number,
): Promise<DueDigest | null> {
  if (kind !== "digest" || reader === null) return null;
  const dayAt = (at: number) => wallClock(at, reader.timeZone).day;
  const isDayOver = dayAt(createdAt) !== dayAt(now);
  return { ...(await readDigest(reader, now)), isDayOver };
}

type Sending = { mail: ComposedMail; recipient: MailPerson; signal: AbortSignal };

/** Records the attempt before it is made, and its result afterwards. */
async function trySending(work: MailJobContext, job: TakenJob, { mail, recipient, signal }: Sending) {
  const { storage, secrets, smtp, reach, sender, linkDays, lookup, clock, random, timeLimitMs } = work;
  const { mailId, isToClient, kind } = mail;
  const at = clock();
  const optOut = isToClient && !isAwaited(kind) ? newOptOutToken() : undefined;
  const making = {
    storage,
    secrets,
    publicUrl: sender.publicUrl,
    areOn: work.sendsSignInLinks,
    linkDays,
  };
  // before the attempt is recorded: a mail that was begun and not sent may have gone out, so it is not retried
  const links = await linksOf(making, mail, at);
  if (!(await storage.mail.begin(job, { mailId, at, optOutHash: optOut?.tokenHash ?? null }))) return;
  const rendered = renderMail(mail, sender, {
    recipient,
    at,
    optOutToken: optOut?.token,
    links,
    linkDays,
  });
  const sent = await sendMail(rendered, {
    smtp,
    reach,
    lookup,
    signal,
    ...(timeLimitMs !== undefined && { timeLimitMs }),
  });
  const tried = { sent, attempts: mail.attempts + 1, at: clock(), isToClient };
  await settle(work, job, { mail, result: mailVerdict(tried, random) });
}

async function settle(
  { storage, logger }: MailJobContext,
  job: TakenJob,
  { mail, result }: { mail: DueMail; result: MailResult },
): Promise<void> {
  const { mailId, kind } = mail;
  if (!(await storage.mail.settle(job, { mailId, result }, eventsOf(mail, result)))) return;
  const { state, status, cause } = result;
  const line = { mailId, kind, state, status, cause };
  if (state === "sent" || state === "dropped") logger.info(line, "mail done with");
  else logger.warn(line, "mail not sent");
}

/** Events contain neither names nor addresses. */
function eventsOf({ mailId, kind, clientId, askedBy }: DueMail, result: MailResult): StorageEvent[] {
  const { state, cause, at } = result;
  if (state === "waiting" || state === "dropped") return [];
  const about = { at, ...(clientId !== null && { clientId }), actor: askedBy ?? "nobody" };
  if (state === "sent") return [{ ...about, kind: "mail.sent", detail: `${mailId} ${kind}` }];
  return [{ ...about, kind: "mail.refused", detail: `${mailId} ${kind} ${state} ${cause}` }];
}
