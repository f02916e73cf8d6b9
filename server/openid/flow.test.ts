import { expect, test } from "vitest";
import { MINUTE_MS } from "#contract/instants.ts";
import { flowOf, newFlow } from "./flow.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");
test("values derived from a text are the same each time, and differ from each other", () => {
  const { text, flow } = newFlow(NOW);
  expect(flowOf(text, NOW + MINUTE_MS)).toEqual(flow);
  const values = Object.values(flow);
  expect(new Set([...values, text]).size).toBe(4);
  for (const value of values) expect(value).toMatch(/^[\w-]{43}$/);
});

test("two sign-ins have nothing in common", () => {
  const [one, other] = [newFlow(NOW).flow, newFlow(NOW).flow];
  expect(one.state).not.toBe(other.state);
  expect(one.codeVerifier).not.toBe(other.codeVerifier);
});

test("a sign-in ends after ten minutes, and the same text started later gives another sign-in", () => {
  const { text } = newFlow(NOW);
  expect(flowOf(text, NOW + 10 * MINUTE_MS - 1)).toBeDefined();
  expect(flowOf(text, NOW + 10 * MINUTE_MS)).toBeUndefined();
  const renewed = text.replace(String(NOW), String(NOW + MINUTE_MS));
  expect(flowOf(renewed, NOW + MINUTE_MS)?.state).not.toBe(flowOf(text, NOW)?.state);
});

test.each([
  ["none", undefined],
  ["empty", ""],
  ["without a time", `.${"A".repeat(43)}`],
  ["with no time", `NaN.${"A".repeat(43)}`],
  ["from the future", newFlow(NOW + 1).text],
  ["too short", `${NOW}.${"A".repeat(42)}`],
  ["with more behind it", `${NOW}.${"A".repeat(43)}\n`],
  ["huge", `${NOW}.${"A".repeat(10_000)}`],
])("a text that is not ours starts nothing: %s", (_, text) => {
  expect(flowOf(text, NOW)).toBeUndefined();
});
