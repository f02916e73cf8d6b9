import { expect, test } from "vitest";
import { fullRecord } from "../../tests/support/data/full-record.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import { emptyAnswers, recordOf } from "./answer.ts";
import { completeRecord } from "./record.ts";

/**
 * What is sent and stored for the built-in interview never changes by a byte, because installations and devices hold
 * it.
 */

const AT = "2026-03-01T12:00:00.000Z";

test("a client who has entered nothing", () => {
  expect(JSON.stringify(recordOf(builtInInterview, emptyAnswers))).toBe(
    '{"business-profile":{"employees":"","locations":"","revenue":""},"tool-selection":{"selectedTools":[],"customTools":"","toolRatings":{}},"website-form":{"url":""}}',
  );
});

test("a client who has answered everything", () => {
  const record = completeRecord(builtInInterview, fullRecord(), { now: AT });
  const { "business-profile": profile, "booking-process": booking, ...rest } = record;
  expect(Object.keys(record)).toEqual([
    "business-profile",
    "team-and-business-setup",
    "tool-selection",
    "current-tools",
    "customer-acquisition",
    "booking-process",
    "service-execution",
    "operations-management",
    "financial-management",
    "administrative-tasks",
    "customer-relationships",
    "growth-and-future-vision",
    "website-form",
    "website-vision",
  ]);
  expect(JSON.stringify([profile, booking, rest["tool-selection"], rest["website-form"]])).toBe(
    '[{"employees":"2-5","locations":"1","revenue":"<500k"},{"section":"leads-booking","question":"booking-process","responses":[{"type":"text","content":"About booking-process","timestamp":"2026-03-01T12:00:00.000Z","id":"2a1q0kcpyp30lv8s7gt398"}]},{"selectedTools":["square","excel"],"customTools":"","toolRatings":{"square":4}},{"url":"https://rosa.example","satisfaction":7}]',
  );
});
