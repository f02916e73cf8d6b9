import fc from "fast-check";
import { type Language, languages } from "#contract/languages.ts";
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
  DAY,
  email,
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
const language = fc.constantFrom(...languages);
const reminderKind = fc.constantFrom(...(Object.keys(REMINDER_GAPS_DAYS) as ReminderKind[]));
const nth = fc.nat(3);
const tried = fc.constantFrom("sent", "again", "refused");
/** More than any sequence makes. */
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
  return (await storage.mail.list({ scope: "all", limit: ALL }))[place];
}

function resultOf(how: string, at: number): MailResult {
  if (how === "sent") return { state: "sent", nextAt: null, status: 250, cause: null, at };
  if (how === "again") return { state: "waiting", nextAt: at + 61 * SECOND, status: null, cause: "busy", at };
  return { state: "refused", nextAt: null, status: 550, cause: "recipient-refused", at };
}

const factsOf = (facts: ReminderFacts | undefined) => facts && { ...facts, mails: unordered(facts.mails) };

export const mailCalls = {
  "mail.put": call(fc.array(planned, { maxLength: 3 }), ({ storage }, mails, at) =>
    storage.mail.put(mails.map((mail) => newMail(mail, at))),
  ),
  "mail.askForReminder": call(
    fc.record({ clientId, kind: reminderKind, askedBy: managerId, ago: life }),
    ({ storage }, args, at) => {
      const { ago, ...asked } = args;
      return storage.mail.askForReminder({ ...asked, at, notSince: at - ago }, [
        anEvent("mail.asked-for", at),
      ]);
    },
  ),
  "mail.queueForgottenPassword": call(email, ({ storage }, address, at) =>
    storage.mail.queueForgottenPassword({ email: address, at }, {}),
  ),
  "mail.queueLinkRequest": call(email, ({ storage }, address, at) =>
    storage.mail.queueLinkRequest(address, at),
  ),
  "mail.askForLinks": call(fc.record({ email, ago: life }), ({ storage }, { email: address, ago }, at) =>
    storage.mail.askForLinks({ email: address, at, notSince: at - ago, countSince: at - DAY, max: 2 }),
  ),
  "mail.listClientsAt": call(email, ({ storage }, address) => storage.mail.listClientsAt(address)),
  "mail.findFollowUps": call(clientId, ({ storage }, id) => storage.mail.findFollowUps(id)),
  "mail.hastenFollowUps": call(fc.record({ clientId, askedBy: managerId }), ({ storage }, args, at) =>
    storage.mail.hastenFollowUps({ ...args, at }, [anEvent("mail.asked-for", at)]),
  ),
  "mail.putTest": call(fc.record({ clientId, managerId }), ({ storage }, args, at) =>
    storage.mail.putTest({ ...args, mailId: `ml_test_${at}`, words: "Hello", at }),
  ),
  "mail.findDue": call(nth, async (side, place) =>
    side.storage.mail.findDue((await nthMail(side, place))?.mailId ?? "ml_none"),
  ),
  "mail.begin": call(fc.record({ nth, token: orNull(token) }), async (side, args, at) => {
    const { mailId = "ml_none" } = (await nthMail(side, args.nth)) ?? {};
    const optOutHash = args.token === null ? null : `opt-out ${args.token}`;
    return side.storage.mail.begin(await dueJob(side, mailJobKey(mailId), at), { mailId, at, optOutHash });
  }),
  "mail.settle": call(fc.record({ nth, how: tried }), async (side, args, at) => {
    const { mailId = "ml_none" } = (await nthMail(side, args.nth)) ?? {};
    const outcome = { mailId, result: resultOf(args.how, at) };
    return side.storage.mail.settle(await dueJob(side, mailJobKey(mailId), at), outcome, [
      anEvent("mail.sent", at),
    ]);
  }),
  "mail.list": call(
    fc.record({ scope, clientId: seldom(clientId), nth: seldom(nth), limit: fc.integer({ min: 1, max: 3 }) }),
    async (side, { nth: place, ...query }) => {
      const before = place === undefined ? undefined : await nthMail(side, place);
      return side.storage.mail.list({ ...query, before });
    },
  ),
  "mail.listReminderFacts": call(
    fc.record({ after: fc.constantFrom("", ...CLIENTS), limit: fc.integer({ min: 1, max: 3 }) }),
    async ({ storage }, query) => (await storage.mail.listReminderFacts(query)).map(factsOf),
  ),
  "mail.findReminderFacts": call(clientId, async ({ storage }, id) =>
    factsOf(await storage.mail.findReminderFacts(id)),
  ),
};

const day = fc.constantFrom("2026-11-24", "2026-11-25", "2026-12-01");
const choices = fc.record({
  submitted: fc.boolean(),
  answered: fc.boolean(),
  digest: fc.boolean(),
  stuckDays: orNull(fc.constantFrom(1, 365)),
});

export const mailWishCalls = {
  "mail.putChoices": call(fc.record({ managerId, choices }), ({ storage }, args, at) =>
    storage.mail.putChoices({ ...args, at }, [anEvent("mail.choices-changed", at)]),
  ),
  "mail.findChoices": call(managerId, ({ storage }, id) => storage.mail.findChoices(id)),
  "mail.listStuckChoices": plainCall(async ({ storage }) => unordered(await storage.mail.listStuckChoices())),
  "mail.listDigestReaders": plainCall(({ storage }) => storage.mail.listDigestReaders()),
  "mail.putDigest": call(fc.record({ managerId, day, isEmpty: fc.boolean() }), ({ storage }, args, at) =>
    storage.mail.putDigest({ ...args, at }),
  ),
  "mail.putTemplates": call(
    fc.array(
      fc.record({
        kind,
        language,
        subject: fc.constantFrom("Söhne 👍", "b"),
        text: fc.constant("x"),
      }),
      { maxLength: 3 },
    ),
    ({ storage }, templates, at) =>
      storage.mail.putTemplates(
        templates.map((words) => ({ ...words, changedAt: at })),
        [anEvent("mail.template-changed", at)],
      ),
  ),
  "mail.listTemplates": plainCall(async ({ storage }) => unordered(await storage.mail.listTemplates())),
  "mail.findTemplate": call(fc.record({ kind, language }), ({ storage }, name) =>
    storage.mail.findTemplate(name),
  ),
  "mail.removeTemplates": call(
    fc.record({ kind, languages: fc.constantFrom<Language[]>(["en"], ["en", "es"]) }),
    ({ storage }, of, at) => storage.mail.removeTemplates(of, [anEvent("mail.template-removed", at)]),
  ),
  "mail.findOptOut": call(token, ({ storage }, tokenHash) => storage.mail.findOptOut(`opt-out ${tokenHash}`)),
  "mail.optOut": call(clientId, ({ storage }, id, at) =>
    storage.mail.optOut({ clientId: id, at }, [anEvent("mail.opted-out", at, { clientId: id })]),
  ),
  "mail.optIn": call(clientId, ({ storage }, id, at) =>
    storage.mail.optIn(id, [anEvent("mail.opted-in", at, { clientId: id })]),
  ),
};
