import { expect, test } from "vitest";
import { forgetCall, keyOfCall } from "./unanswered-calls.ts";

const MINUTE_MS = 60_000;

test("a call keeps one key until its answer arrives, and every other call has its own key", () => {
  const key = keyOfCall("POST /notes a", 0);
  expect(key).toMatch(/^[\da-f-]{36}$/);
  expect(keyOfCall("POST /notes a", 9 * MINUTE_MS)).toBe(key);
  expect(keyOfCall("POST /notes b", 0)).not.toBe(key);
  forgetCall("POST /notes a");
  expect(keyOfCall("POST /notes a", 9 * MINUTE_MS)).not.toBe(key);
});

test("ten minutes later the same call gets a new key", () => {
  const key = keyOfCall("POST /notes c", 0);
  expect(keyOfCall("POST /notes c", 10 * MINUTE_MS)).not.toBe(key);
});
