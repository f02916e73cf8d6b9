import { describe, expect, test } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import { openCalendar } from "../../settings/calendar.ts";
import type { ReminderFacts } from "../../storage/mail/mail-plan.ts";
import { dueSoonKey, dueSoonNow, nextDueSoon } from "./due-soon.ts";

const ZONE = "America/Chicago";
const calendar = openCalendar({ quietHours: () => ({ from: 20, to: 8 }), timeZone: () => ZONE });

const facts = (more: Partial<ReminderFacts> = {}): ReminderFacts => ({
  clientId: "cl_1",
  managerId: null,
  hasAddress: true,
  isOptedOut: false,
  getsReminders: true,
  addedAt: Date.parse("2026-02-02T15:00:00Z"),
  invitedAt: Date.parse("2026-02-02T15:00:00Z"),
  timeZone: null,
  // a Thursday
  dueOn: "2026-03-05",
  lastSeenAt: null,
  savedAt: null,
  submittedAt: null,
  followUpAskedAt: null,
  mails: [],
  ...more,
});
/** An instant by Chicago's clocks, which are six hours behind UTC until March 8. */
const at = (time: string) => Date.parse(`2026-${time}-06:00`);
const mailed = (time: string, more = {}) => ({
  dedupeKey: time,
  toClient: true,
  round: null,
  createdAt: at(time),
  ...more,
});
const sent = (days: number, time: string) => mailed(time, { dedupeKey: dueSoonKey(facts(), days) });
const daysAt = (time: string, more: Partial<ReminderFacts> = {}) =>
  dueSoonNow(facts(more), calendar, at(time));

describe("a client is reminded of the due date", () => {
  test.each<[string, string, Partial<ReminderFacts>, number]>([
    ["two days before", "03-03T08:00", {}, 2],
    ["later on that day", "03-03T19:59", {}, 2],
    ["a day before, whether there was one before it", "03-04T08:00", {}, 1],
    ["a day before, after one that went", "03-04T08:00", { mails: [sent(2, "03-03T08:00")] }, 1],
    ["on Friday, where it is on Monday", "02-27T09:00", { dueOn: "2026-03-02" }, 1],
    ["on Friday, where it is on Tuesday", "02-27T09:00", { dueOn: "2026-03-03" }, 2],
    ["on Monday, where it is on Tuesday", "03-02T09:00", { dueOn: "2026-03-03" }, 1],
    ["by the client's own calendar", "03-03T02:00", { timeZone: "Europe/Lisbon" }, 2],
    ["though they were there the day before", "03-04T08:00", { savedAt: at("03-03T12:00") }, 1],
    [
      "though a manager got a mail that day",
      "03-03T12:00",
      { mails: [mailed("03-03T10:00", { toClient: false })] },
      2,
    ],
  ])("%s", (_when, time, more, days) => {
    expect(daysAt(time, more)).toBe(days);
  });

  test.each<[string, string, Partial<ReminderFacts>]>([
    ["three days before", "03-02T12:00", {}],
    ["on the day itself, or after it", "03-05T08:00", {}],
    ["at night", "03-04T07:59", {}],
    ["a second time", "03-03T12:00", { mails: [sent(2, "03-02T08:00")] }],
    ["without a due date", "03-03T12:00", { dueOn: null }],
    ["without an address", "03-03T12:00", { hasAddress: false }],
    ["who wants no mail", "03-03T12:00", { isOptedOut: true }],
    ["whose manager turned reminders off", "03-03T12:00", { getsReminders: false }],
    ["who was not invited", "03-03T12:00", { invitedAt: null }],
    ["who has submitted", "03-03T12:00", { submittedAt: at("03-01T12:00") }],
    ["who was there today", "03-03T12:00", { lastSeenAt: at("03-03T00:10") }],
    ["who got another mail today", "03-03T12:00", { mails: [mailed("03-03T09:00")] }],
    ["for whom it is a weekend until then", "02-28T12:00", { dueOn: "2026-03-02" }],
  ])("but not %s", (_when, time, more) => {
    expect(daysAt(time, more)).toBeUndefined();
  });
});

test("the days before a due date are counted correctly across clock changes", () => {
  // clocks go forward on Sunday, March 8
  const dueOn = "2026-03-10";
  expect(daysAt("03-06T09:00", { dueOn })).toBe(2);
  expect(dueSoonNow(facts({ dueOn }), calendar, Date.parse("2026-03-09T08:00-05:00"))).toBe(1);
  expect(dueSoonNow(facts({ dueOn }), calendar, Date.parse("2026-03-09T07:59-05:00"))).toBeUndefined();
});

test("each step is sent once, on as many days as there are, whenever the server checks", () => {
  const mails: ReminderFacts["mails"] = [];
  for (let now = at("02-20T00:30"); now < at("03-08T00:00"); now += HOUR_MS) {
    const days = dueSoonNow(facts({ mails }), calendar, now);
    if (days !== undefined)
      mails.push({ ...mailed("01-01T00:00"), dedupeKey: dueSoonKey(facts(), days), createdAt: now });
  }
  expect(mails.map(({ createdAt }) => createdAt)).toEqual([at("03-03T08:30"), at("03-04T08:30")]);
});

describe("the next mail about it is predicted", () => {
  test.each<[string, string, Partial<ReminderFacts>, string | undefined]>([
    ["some days before", "02-20T12:00", {}, "03-03T08:00"],
    ["on that day", "03-03T10:00", {}, "03-03T10:00"],
    ["once the first has gone", "03-03T12:00", { mails: [sent(2, "03-03T08:00")] }, "03-04T08:00"],
    ["where both fall on a Friday", "02-20T12:00", { dueOn: "2026-03-02" }, "02-27T08:00"],
    ["after the last", "03-04T12:00", { mails: [sent(1, "03-04T08:00")] }, undefined],
    ["long before", "01-20T12:00", {}, undefined],
    ["without a due date", "03-03T12:00", { dueOn: null }, undefined],
    ["with reminders off", "02-20T12:00", { getsReminders: false }, undefined],
  ])("%s", (_when, time, more, expected) => {
    expect(nextDueSoon(facts(more), calendar, at(time))).toBe(expected && at(expected));
  });
});
