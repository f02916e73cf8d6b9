import fc from "fast-check";
import {
  type MailKind,
  mailKinds,
  REMINDER_GAPS_DAYS,
  type ReminderKind,
} from "#contract/manage/mail/mail.ts";
import type { ReminderFacts } from "../../../server/storage/mail/mail-plan.ts";
import type { MailResult } from "../../../server/storage/mail/mails.ts";
import type { NewMail } from "../../../server/storage/outbox/mail-outbox.ts";
import { dueJob, mailJobKey } from "./jobs.ts";
import {
  anEvent,
  CLIENTS,
  call,
  clientId,
  life,
  managerId,
  orNull,
  plainCall,
  SECOND,
  type Side,
  scope,
  seldom,
  token,
  unordered,
  whole,
} from "./pool.ts";

const kind = fc.constantFrom(...(Object.keys(mailKinds) as MailKind[]));
const reminderKind = fc.constantFrom(...(Object.keys(REMINDER_GAPS_DAYS) as ReminderKind[]));
const nth = fc.nat(3);
const tried = fc.constantFrom("sent", "again", "refused");
/** More than a sequence makes. */
const ALL = 200;

const planned = fc.record({
  kind,
  clientId,
  managerId: seldom(managerId),
  round: seldom(whole),
  dedupeKey: seldom(fc.constantFrom("d1", "d2", "d3")),
  later: life,
});
type Planned = typeof planned extends fc.Arbitrary<infer Value> ? Value : never;

function newMail({ kind: of, clientId: id, later, ...more }: Planned, at: number): NewMail {
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
  return { kind: of, clientId: id, at: at + later, ...given };
}

async function nthMail({ storage }: Side, place: number) {
  return (await storage.listMails({ scope: "all", limit: ALL }))[place];
}

function resultOf(how: string, at: number): MailResult {
  if (how === "sent") return { state: "sent", nextAt: null, status: 250, cause: null, at };
  if (how === "again") return { state: "waiting", nextAt: at + 61 * SECOND, status: null, cause: "busy", at };
  return { state: "refused", nextAt: null, status: 550, cause: "recipient-refused", at };
}

const factsOf = (facts: ReminderFacts | undefined) => facts && { ...facts, mails: unordered(facts.mails) };

export const mailCalls = {
  putMails: call(fc.array(planned, { maxLength: 3 }), ({ storage }, mails, at) =>
    storage.putMails(mails.map((mail) => newMail(mail, at))),
  ),
  askForReminder: call(
    fc.record({ clientId, kind: reminderKind, askedBy: managerId, ago: life }),
    ({ storage }, args, at) => {
      const { ago, ...asked } = args;
      return storage.askForReminder({ ...asked, at, notSince: at - ago }, [anEvent("mail.asked-for", at)]);
    },
  ),
  findDueMail: call(nth, async (side, place) =>
    side.storage.findDueMail((await nthMail(side, place))?.mailId ?? "ml_none"),
  ),
  beginMail: call(fc.record({ nth, token: orNull(token) }), async (side, args, at) => {
    const { mailId = "ml_none" } = (await nthMail(side, args.nth)) ?? {};
    const optOutHash = args.token === null ? null : `opt-out ${args.token}`;
    return side.storage.beginMail(await dueJob(side, mailJobKey(mailId), at), { mailId, at, optOutHash });
  }),
  settleMail: call(fc.record({ nth, how: tried }), async (side, args, at) => {
    const { mailId = "ml_none" } = (await nthMail(side, args.nth)) ?? {};
    const told = { mailId, result: resultOf(args.how, at) };
    return side.storage.settleMail(await dueJob(side, mailJobKey(mailId), at), told, [
      anEvent("mail.sent", at),
    ]);
  }),
  listMails: call(
    fc.record({ scope, clientId: seldom(clientId), nth: seldom(nth), limit: fc.integer({ min: 1, max: 3 }) }),
    async (side, { nth: place, ...query }) => {
      const before = place === undefined ? undefined : await nthMail(side, place);
      return side.storage.listMails({ ...query, before });
    },
  ),
  listReminderFacts: call(
    fc.record({ after: fc.constantFrom("", ...CLIENTS), limit: fc.integer({ min: 1, max: 3 }) }),
    async ({ storage }, query) => (await storage.listReminderFacts(query)).map(factsOf),
  ),
  findReminderFacts: call(clientId, async ({ storage }, id) => factsOf(await storage.findReminderFacts(id))),
};

const choices = fc.record({
  submitted: fc.boolean(),
  answered: fc.boolean(),
  stuckDays: orNull(fc.constantFrom(1, 365)),
});

export const mailWishCalls = {
  putMailChoices: call(fc.record({ managerId, choices }), ({ storage }, args, at) =>
    storage.putMailChoices({ ...args, at }, [anEvent("mail.choices-changed", at)]),
  ),
  findMailChoices: call(managerId, ({ storage }, id) => storage.findMailChoices(id)),
  listStuckChoices: plainCall(async ({ storage }) => unordered(await storage.listStuckChoices())),
  putMailTemplate: call(
    fc.record({ kind, subject: fc.constantFrom("Söhne 👍", "b"), text: fc.constant("x") }),
    ({ storage }, words, at) =>
      storage.putMailTemplate({ ...words, changedAt: at }, [anEvent("mail.template-changed", at)]),
  ),
  listMailTemplates: plainCall(async ({ storage }) => unordered(await storage.listMailTemplates())),
  removeMailTemplate: call(kind, ({ storage }, of, at) =>
    storage.removeMailTemplate(of, [anEvent("mail.template-removed", at)]),
  ),
  findOptOut: call(token, ({ storage }, tokenHash) => storage.findOptOut(`opt-out ${tokenHash}`)),
  optOut: call(clientId, ({ storage }, id, at) =>
    storage.optOut({ clientId: id, at }, [anEvent("mail.opted-out", at, { clientId: id })]),
  ),
};
