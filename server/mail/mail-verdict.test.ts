import { expect, test } from "vitest";
import { mailVerdict } from "./mail-verdict.ts";

const AT = 1_000_000;
const failed = { kind: "failed", status: null, cause: "connection-refused" } as const;
const verdict = (attempts: number, random = 0) =>
  mailVerdict({ sent: failed, attempts, at: AT, isToClient: true }, () => random);

test("a failed mail is tried nine times, at growing intervals, over more than a day", () => {
  const waits = Array.from({ length: 8 }, (_, place) => (verdict(place + 1).nextAt ?? 0) - AT);
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(24 * 3_600_000);
  expect(verdict(8)).toMatchObject({ state: "waiting" });
  expect(verdict(9)).toEqual({
    state: "given-up",
    nextAt: null,
    status: null,
    cause: "connection-refused",
    at: AT,
  });
});

test("a wait is randomly longer, by at most a fifth", () => {
  expect(verdict(1, 0.999_999).nextAt).toBe(AT + 72_000);
});

test("a mail that may have been delivered is sent again to a manager and not to a client", () => {
  const sent = { kind: "unknown", cause: "cut-off" } as const;
  const of = (isToClient: boolean) => mailVerdict({ sent, attempts: 1, at: AT, isToClient }, () => 0);
  expect(of(true)).toMatchObject({ state: "unsure", nextAt: null });
  expect(of(false)).toMatchObject({ state: "waiting", nextAt: AT + 60_000 });
});
