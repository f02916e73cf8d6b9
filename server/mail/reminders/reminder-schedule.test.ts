import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { REMINDER_GAPS_DAYS } from "#contract/manage/mail/mail.ts";
import { openCalendar } from "../../settings/calendar.ts";
import type { ReminderFacts } from "../../storage/mail/mail-plan.ts";
import { dueReminder, lastActivity, nextReminder } from "./reminder-schedule.ts";

/** Noon on a Monday. */
const MONDAY = Date.parse("2026-03-02T12:00:00Z");
const nextOpen = openCalendar({
  quietHours: () => ({ from: 20, to: 8 }),
  timeZone: () => "Europe/Lisbon",
}).nextOpen;
const planning = { nextOpen, gaps: REMINDER_GAPS_DAYS };

const facts = (more: Partial<ReminderFacts> = {}): ReminderFacts => ({
  clientId: "cl_1",
  managerId: null,
  hasAddress: true,
  isOptedOut: false,
  getsReminders: true,
  addedAt: MONDAY,
  invitedAt: MONDAY,
  timeZone: null,
  dueOn: null,
  lastSeenAt: null,
  savedAt: null,
  submittedAt: null,
  followUpAskedAt: null,
  mails: [],
  ...more,
});
const reminded = (day: number, round: number | null = 0) => ({
  dedupeKey: `${day}`,
  toClient: true,
  round,
  createdAt: MONDAY + day * DAY_MS,
});
const due = (more: Partial<ReminderFacts>, day = 1) => {
  const found = dueReminder(facts(more), REMINDER_GAPS_DAYS, MONDAY + day * DAY_MS);
  return found && { kind: found.kind, step: found.step, day: (found.at - MONDAY) / DAY_MS };
};

describe("a reminder is due", () => {
  test.each<[string, Partial<ReminderFacts>, object]>([
    ["3 days after the client was added", {}, { kind: "not-started", step: 1, day: 3 }],
    ["3 days after the last save", { savedAt: MONDAY + DAY_MS }, { kind: "partly-done", step: 1, day: 4 }],
    ["3 days after the client was last seen", { lastSeenAt: MONDAY + DAY_MS }, { step: 1, day: 4 }],
    ["7 days after the first", { mails: [reminded(3)] }, { step: 2, day: 10 }],
    ["14 days after the second", { mails: [reminded(3), reminded(10)] }, { step: 3, day: 24 }],
    [
      "7 days after a save since the first",
      { mails: [reminded(3)], savedAt: MONDAY + 5 * DAY_MS },
      { day: 12 },
    ],
    ["3 days after one that a manager asked for", { mails: [reminded(2, null)] }, { step: 1, day: 5 }],
    ["whatever mails managers got", { mails: [{ ...reminded(3), toClient: false }] }, { step: 1, day: 3 }],
    [
      "a day after a submission where a follow-up is open",
      { savedAt: MONDAY, submittedAt: MONDAY, followUpAskedAt: MONDAY + HOUR_MS },
      { kind: "asked-back", step: 1, day: 1 },
    ],
    [
      "3 days after the first reminder of a follow-up",
      { submittedAt: MONDAY, followUpAskedAt: MONDAY + 1, mails: [reminded(3), reminded(5, MONDAY + 1)] },
      { kind: "asked-back", step: 2, day: 8 },
    ],
  ])("%s", (_when, more, expected) => {
    expect(due(more)).toMatchObject(expected);
  });
});

describe("no reminder is due", () => {
  test.each<[string, Partial<ReminderFacts>, number?]>([
    ["after the third", { mails: [reminded(3), reminded(10), reminded(24)] }],
    ["after a submission", { savedAt: MONDAY, submittedAt: MONDAY }],
    ["after an opt-out", { isOptedOut: true }],
    ["where a manager turned reminders off", { getsReminders: false }],
    [
      "of a follow-up, where a manager turned reminders off",
      { followUpAskedAt: MONDAY, getsReminders: false },
    ],
    ["without an address", { hasAddress: false }],
    ["after two months of silence", {}, 61],
    [
      "after a submission that came after a follow-up was asked",
      { followUpAskedAt: MONDAY, submittedAt: MONDAY + 1 },
    ],
    [
      "after the third reminder of a follow-up",
      { followUpAskedAt: MONDAY, mails: [1, 4, 11].map((day) => reminded(day, MONDAY)) },
    ],
  ])("%s", (_when, more, day) => {
    expect(due(more, day)).toBeUndefined();
  });
});

const instant = fc.integer({ min: MONDAY - 40 * DAY_MS, max: MONDAY + 40 * DAY_MS });
const anyInstant = fc.option(instant);
const anyFacts: fc.Arbitrary<ReminderFacts> = fc
  .record({
    isOptedOut: fc.boolean(),
    getsReminders: fc.boolean(),
    hasAddress: fc.boolean(),
    addedAt: instant,
    lastSeenAt: anyInstant,
    savedAt: anyInstant,
    submittedAt: anyInstant,
    followUpAskedAt: anyInstant,
  })
  .map((more) => facts(more));

test("the next reminder is never in the past, in quiet hours, within a day of activity or of another reminder", () => {
  fc.assert(
    fc.property(anyFacts, fc.array(instant, { maxLength: 4 }), instant, (some, sentAt, now) => {
      const mails = sentAt.map((createdAt) => ({ dedupeKey: "", toClient: true, round: 0, createdAt }));
      const all = { ...some, mails };
      const next = nextReminder(all, planning, now);
      if (!next) return;
      expect(next.at).toBeGreaterThanOrEqual(now);
      expect(nextOpen(next.at)).toBe(next.at);
      expect(next.at).toBeGreaterThanOrEqual(lastActivity(all) + DAY_MS);
      for (const createdAt of sentAt) expect(next.at).toBeGreaterThanOrEqual(createdAt + DAY_MS);
    }),
    { numRuns: 2_000 },
  );
});

/** The times of a client's reminders if the server checks every six hours for three months. */
function remindersOf(addedAt: number, factsAt: (now: number) => Partial<ReminderFacts>): number[] {
  const sent: number[] = [];
  for (let now = addedAt; now < addedAt + 90 * DAY_MS; now += 6 * HOUR_MS) {
    const mails = sent.map((createdAt) => ({ dedupeKey: "", toClient: true, round: 0, createdAt }));
    if (nextReminder(facts({ addedAt, mails, ...factsAt(now) }), planning, now)?.at === now) sent.push(now);
  }
  return sent;
}

test("a client gets at most three reminders, at growing intervals, and none after they are done", () => {
  const ends = fc.constantFrom("submittedAt", "isOptedOut");
  fc.assert(
    fc.property(instant, anyInstant, fc.nat({ max: 60 }), ends, (addedAt, saved, endDay, end) => {
      const endAt = addedAt + endDay * DAY_MS;
      const sent = remindersOf(addedAt, (now) => ({
        savedAt: saved !== null && saved <= now ? saved : null,
        ...(now >= endAt && { [end]: end === "submittedAt" ? endAt : true }),
      }));
      expect(sent.every((at) => at < endAt)).toBe(true);
      expect(sent.length).toBeLessThanOrEqual(3);
      const [first = 0, second = Number.POSITIVE_INFINITY, third = Number.POSITIVE_INFINITY] = sent;
      expect(second - first).toBeGreaterThanOrEqual(7 * DAY_MS);
      if (third < Number.POSITIVE_INFINITY) expect(third - second).toBeGreaterThanOrEqual(14 * DAY_MS);
    }),
    { numRuns: 200 },
  );
});
