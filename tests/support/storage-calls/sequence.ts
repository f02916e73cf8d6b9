import fc from "fast-check";
import type { Storage } from "../../../server/storage/storage.ts";
import { bulkCalls } from "./bulk.ts";
import { clientCalls } from "./clients.ts";
import { erasingCalls, eventCalls, sealingCalls } from "./erasing.ts";
import { fieldCalls } from "./fields.ts";
import { draftCalls, followUpCalls, readingCalls } from "./follow-ups.ts";
import { helperCalls } from "./helping.ts";
import { interviewCalls } from "./interviews.ts";
import { jobCalls } from "./jobs.ts";
import { mailCalls, mailWishCalls } from "./mails.ts";
import { identityCalls, managerCalls, managerSessionCalls } from "./managers.ts";
import { type Call, CLIENTS, KEYS, MANAGERS, wait } from "./pool.ts";
import { recordCalls } from "./records.ts";
import { repeatableCalls } from "./repeatable-calls.ts";
import { secondFactorCalls } from "./second-factors.ts";
import { settingCalls } from "./settings.ts";
import { shareCalls } from "./shares.ts";
import { keyCalls, pinCalls, sessionCalls } from "./sign-ins.ts";
import { audioCalls, partCalls, takeCalls } from "./takes.ts";
import { deliveryCalls, webhookCalls } from "./webhooks.ts";

/** One call of a sequence, `wait` milliseconds after the previous one. */
export type Step = { call: string; wait: number; args: unknown };

/** The name of each method of each group, such as `clients.add`. */
type StorageMethod = {
  [Group in keyof Storage]: Storage[Group] extends { [method: string]: unknown }
    ? `${Group}.${Extract<keyof Storage[Group], string>}`
    : never;
}[keyof Storage];
/** Methods that say nothing about what is stored. */
type OfTheEngine = "erasing.eraseFreedPages";

const ofStorage = {
  ...clientCalls,
  ...bulkCalls,
  ...keyCalls,
  ...sessionCalls,
  ...helperCalls,
  ...pinCalls,
  ...recordCalls,
  ...partCalls,
  ...takeCalls,
  ...jobCalls,
  ...followUpCalls,
  ...draftCalls,
  ...fieldCalls,
  ...readingCalls,
  ...shareCalls,
  ...managerCalls,
  ...identityCalls,
  ...managerSessionCalls,
  ...secondFactorCalls,
  ...repeatableCalls,
  ...webhookCalls,
  ...deliveryCalls,
  ...mailCalls,
  ...mailWishCalls,
  ...settingCalls,
  ...interviewCalls,
  ...erasingCalls,
  ...sealingCalls,
  ...eventCalls,
  // a storage method that is missing here does not compile
} satisfies { [Method in Exclude<StorageMethod, OfTheEngine>]: Call };

export const allCalls: { [name: string]: Call } = { ...ofStorage, ...audioCalls };

/**
 * Related calls, and the calls with which the theme opens, in order. A sequence has few themes, because its calls would
 * otherwise hardly meet.
 */
type Theme = { calls: { [name: string]: Call }; opening: string[] };

const THEMES: Theme[] = [
  { calls: clientCalls, opening: ["clients.addMany", "clients.change"] },
  {
    calls: { ...keyCalls, ...sessionCalls },
    opening: ["accessKeys.add", "sessions.open", "sessions.open", "limits.countUp"],
  },
  { calls: { ...pinCalls, ...keyCalls }, opening: ["pins.put", "pins.reserveAttempt"] },
  { calls: recordCalls, opening: ["records.save", "records.save"] },
  { calls: { ...interviewCalls, ...recordCalls }, opening: ["interviews.add", "interviews.publish"] },
  { calls: { ...partCalls, ...takeCalls }, opening: ["takes.receivePart", "takes.close"] },
  {
    calls: { ...audioCalls, ...erasingCalls },
    opening: ["putAudio", "takes.receivePart", "notes.add", "followUps.ask"],
  },
  { calls: { ...bulkCalls, ...clientCalls }, opening: ["bulk.start", "bulk.step", "bulk.step"] },
  { calls: jobCalls, opening: ["jobs.add", "jobs.add", "jobs.take"] },
  { calls: { ...followUpCalls, ...draftCalls }, opening: ["followUps.ask", "drafts.save"] },
  { calls: { ...fieldCalls, ...erasingCalls }, opening: ["fields.add", "clients.patch"] },
  { calls: readingCalls, opening: ["notes.add", "notes.add", "readMarkers.put"] },
  { calls: { ...shareCalls, ...erasingCalls }, opening: ["shares.add", "shares.add"] },
  { calls: { ...managerCalls, ...identityCalls }, opening: ["identities.link", "managers.putPasswordLink"] },
  { calls: managerSessionCalls, opening: ["managerSessions.open", "managerSessions.open", "apiTokens.add"] },
  {
    calls: secondFactorCalls,
    opening: ["secondFactors.begin", "secondFactors.confirm", "secondFactors.beginStep"],
  },
  {
    calls: { ...repeatableCalls, ...erasingCalls },
    opening: ["repeatableCalls.begin", "repeatableCalls.keepAnswer"],
  },
  { calls: webhookCalls, opening: [] },
  { calls: deliveryCalls, opening: ["followUps.ask", "webhooks.announceSaved", "deliveries.addSent"] },
  { calls: { ...mailCalls, ...mailWishCalls }, opening: ["mail.putTemplate", "mail.begin"] },
  { calls: mailCalls, opening: ["mail.put", "mail.askForReminder"] },
  { calls: { ...settingCalls, ...eventCalls }, opening: ["settings.change", "settings.change"] },
  { calls: { ...sealingCalls, ...eventCalls }, opening: ["audit.record", "audit.record"] },
];

/** Calls that make things for the other calls of a theme to find must come more often than those calls. */
const MAKING = new Set(THEMES.flatMap(({ opening }) => opening));

const stepOf = (name: string): fc.Arbitrary<Step> =>
  fc.record({ call: fc.constant(name), wait, args: allCalls[name]?.args ?? fc.constant(undefined) });

/** What most calls need to find: two managers, two clients with their keys, a webhook, mail choices and a session. */
const FURNISHING = [
  ...MANAGERS.slice(0, 2).map((managerId, place) => ({
    call: "managers.add",
    args: {
      managerId,
      name: place === 0 ? "Mia" : "émile",
      email: `${managerId}@example.com`,
      role: "administrator",
      token: `first ${place}`,
      life: 1,
    },
  })),
  ...CLIENTS.slice(0, 2).map((clientId, place) => ({
    call: "clients.add",
    args: {
      client: {
        clientId,
        name: "Rosa's Bakery",
        email: `${clientId}@example.com`,
        managerId: MANAGERS[place],
      },
      keyId: KEYS[place],
      life: 9_000_000_000,
    },
  })),
  {
    call: "webhooks.add",
    args: {
      webhookId: "wh_0",
      address: "https://a.example/",
      kinds: ["client.created", "record.saved", "record.submitted", "answer.asked_back"],
      format: "standard",
      answers: "none",
      madeBy: null,
      max: 9,
    },
  },
  ...MANAGERS.slice(0, 2).map((managerId) => ({
    call: "mail.putChoices",
    args: { managerId, choices: { submitted: true, answered: true, digest: true, stuckDays: null } },
  })),
  { call: "sessions.open", args: { keyId: KEYS[0], token: "t0", max: 3, life: 9_000_000_000 } },
].map((step): Step => ({ wait: 0, ...step }));

/** Rarely leaves a step out; shrinking a sequence leaves it out. */
const mayBeMissing = (step: fc.Arbitrary<Step>) => fc.option(step, { nil: undefined, freq: 12 });
const withoutMissing = (steps: (Step | undefined)[]) => steps.filter((step) => step !== undefined);

function stepsOf(themes: Theme[], calls: number): fc.Arbitrary<Step[]> {
  const names = themes.flatMap(({ calls: named }) => Object.keys(named));
  // calls that change records affect most of the others
  const often = names.filter((name) => MAKING.has(name)).concat("records.save", "records.save");
  const weighted = [...names, ...often, ...often].map(stepOf);
  const opening = themes.flatMap((theme) => theme.opening).map((name) => mayBeMissing(stepOf(name)));
  const rest = fc.array(mayBeMissing(fc.oneof(...weighted)), { minLength: calls / 2, maxLength: calls });
  return fc.tuple(fc.tuple(...opening), rest).map((steps) => withoutMissing(steps.flat()));
}

/** Sequences of up to `calls` calls after the opening ones; shrinking shortens them. */
export function sequence(calls: number): fc.Arbitrary<Step[]> {
  const furnishing = fc
    .tuple(...FURNISHING.map((step) => mayBeMissing(fc.constant(step))))
    .map(withoutMissing);
  const steps = fc.subarray(THEMES, { minLength: 1, maxLength: 2 }).chain((themes) => stepsOf(themes, calls));
  return fc.tuple(furnishing, steps).map((parts) => parts.flat());
}
