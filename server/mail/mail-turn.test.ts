import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { openCalendar } from "../settings/calendar.ts";
import { type ComposedMail, mailTurn } from "./mail-turn.ts";

/** Noon on a Wednesday. */
const NOON = Date.parse("2026-03-04T12:00:00Z");
const nextOpen = openCalendar({ quietHours: () => ({ from: 20, to: 8 }), timeZone: () => "UTC" }).nextOpen;

const recipient = { name: "Rosa", email: "rosa@client.example" };
const aMail = (more: Partial<ComposedMail> = {}): ComposedMail => ({
  mailId: "ml_1",
  kind: "partly-done",
  clientId: "cl_1",
  clientName: "Rosa",
  contact: null,
  dueOn: null,
  timeZone: null,
  words: null,
  recipient,
  act: null,
  device: null,
  address: null,
  askedByName: null,
  aboutName: null,
  webhook: null,
  handOver: null,
  isToClient: true,
  reader: null,
  isHandedOver: false,
  askedBy: null,
  round: null,
  manager: null,
  state: "waiting",
  attempts: 0,
  createdAt: NOON,
  nextAt: NOON,
  language: null,
  percent: 8,
  addedAt: NOON - 9 * DAY_MS,
  lastSeenAt: null,
  savedAt: NOON - 5 * DAY_MS,
  submittedAt: null,
  followUpAskedAt: null,
  isOptedOut: false,
  getsReminders: true,
  template: undefined,
  followUps: [],
  digest: null,
  ...more,
});
const toManager = { isToClient: false, kind: "stuck" } as const;
const digest = { clients: 1, sections: [], isDayOver: false };
const theirs = { isToClient: false, kind: "digest", clientId: null } as const;
const followUp = { questionId: "website-info", text: "Which one?", managerName: "Mia", askedAt: 1 };
const turn = (more: Partial<ComposedMail>, now = NOON) => mailTurn(aMail(more), nextOpen, now);

test.each<[string, Partial<ComposedMail>, number?]>([
  ["by day", {}],
  ["at night where a manager asked for it", { askedBy: "mg_1" }, NOON + 10 * HOUR_MS],
  ["at night where it goes to a manager", toManager, NOON + 10 * HOUR_MS],
  ["to a manager, after the server ended in its midst", { ...toManager, state: "sending" }],
  ["with a digest, at whatever hour of its day", { ...theirs, digest }, NOON + 10 * HOUR_MS],
  [
    "where a manager asked for it and the client has been there since",
    { askedBy: "mg_1", lastSeenAt: NOON + 1 },
  ],
  ["with reminders off, where a manager asked for it", { getsReminders: false, askedBy: "mg_1" }],
  [
    "with reminders off, where it has the follow-up itself",
    { getsReminders: false, kind: "follow-up", followUpAskedAt: 1, followUps: [followUp] },
  ],
  ["with reminders off, where it goes to a manager", { ...toManager, getsReminders: false }],
  ["where its time was set by a clock that was days ahead", { nextAt: NOON + 5 * DAY_MS }],
  [
    "of a question that is open, after a submission",
    { kind: "asked-back", submittedAt: 1, followUpAskedAt: 2 },
  ],
])("it is sent %s", (_when, more, now) => {
  expect(turn(more, now)).toEqual({ kind: "send", recipient });
});

test("it waits for its time, and for the morning", () => {
  expect(turn({ nextAt: NOON + 1 })).toEqual({ kind: "later", at: NOON + 1 });
  expect(turn({}, NOON + 9 * HOUR_MS)).toEqual({ kind: "later", at: NOON + 20 * HOUR_MS });
});

describe("it is not sent", () => {
  test.each<[string, Partial<ComposedMail>, string, string, number?]>([
    ["twice to a client, after the server ended in its midst", { state: "sending" }, "unsure", "cut-off"],
    ["after an opt-out", { isOptedOut: true, askedBy: "mg_1" }, "dropped", "opted-out"],
    ["automatically, with reminders off", { getsReminders: false }, "dropped", "reminders-off"],
    [
      "of the due date, with reminders off",
      { kind: "due-soon", dueOn: "2026-03-06", getsReminders: false },
      "dropped",
      "reminders-off",
    ],
    [
      "of a follow-up again, with reminders off",
      { kind: "asked-back", followUpAskedAt: 1, getsReminders: false },
      "dropped",
      "reminders-off",
    ],
    ["where there is no address", { recipient: null }, "dropped", "no-address"],
    ["to a manager who is revoked", { ...toManager, recipient: null }, "dropped", "revoked"],
    ["where the client has gone on", { lastSeenAt: NOON + 1 }, "dropped", "not-needed"],
    ["after a submission", { submittedAt: NOON - 1, askedBy: "mg_1" }, "dropped", "not-needed"],
    [
      "where the question is answered",
      { kind: "asked-back", followUpAskedAt: null },
      "dropped",
      "not-needed",
    ],
    ["of who is stuck and then saves", { ...toManager, savedAt: NOON + 1 }, "dropped", "not-needed"],
    ["of who is stuck and then submits", { ...toManager, submittedAt: NOON + 1 }, "dropped", "not-needed"],
    [
      "with a digest that has no clients left",
      { ...theirs, digest: { ...digest, clients: 0 } },
      "dropped",
      "not-needed",
    ],
    [
      "with the digest of a day that is over",
      { ...theirs, digest: { ...digest, isDayOver: true } },
      "given-up",
      "too-late",
    ],
    ["after four days", {}, "given-up", "too-late", NOON + 4 * DAY_MS + 1],
  ])("%s", (_when, more, state, cause, now) => {
    expect(turn(more, now)).toEqual({ kind: "end", state, cause });
  });
});

test("a client is written to in their own hours, not in the provider's", () => {
  // at NOON it is 5 a.m. in Denver
  const eight = NOON + 3 * HOUR_MS;
  expect(mailTurn(aMail({ timeZone: "America/Denver" }), nextOpen, NOON)).toEqual({
    kind: "later",
    at: eight,
  });
  expect(mailTurn(aMail({ timeZone: "America/Denver" }), nextOpen, eight)).toMatchObject({ kind: "send" });
});
