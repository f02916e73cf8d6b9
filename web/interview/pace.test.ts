import { expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { MINUTE_MS } from "#contract/instants.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import type { DraftState } from "../draft/draft-store.ts";
import { createPace, minutesLeft } from "./pace.ts";

const all = questionsOf(builtInInterview).map(({ id }) => id);
const unmeasured = { spent: 0, expected: 0 };

test("a newcomer is told what the interview says, and who is done nothing", () => {
  expect(minutesLeft(builtInInterview, [], unmeasured)).toBe(36);
  expect(minutesLeft(builtInInterview, all, unmeasured)).toBe(0);
});

test("as long as one question is open there is a minute left", () => {
  expect(minutesLeft(builtInInterview, all.slice(1), { spent: 0, expected: 30 })).toBe(1);
});

test("who is slower has longer to go, who is quicker less, and neither without bound", () => {
  const half = all.slice(0, 6);
  const usual = minutesLeft(builtInInterview, half, { spent: 16, expected: 16 });
  expect(minutesLeft(builtInInterview, half, { spent: 30, expected: 16 })).toBeGreaterThan(usual);
  expect(minutesLeft(builtInInterview, half, { spent: 4, expected: 16 })).toBeLessThan(usual);
  expect(minutesLeft(builtInInterview, half, { spent: 1e6, expected: 1 })).toBeLessThanOrEqual(usual * 2.5);
});

/** A draft of which only the interview and what is complete matter. */
function page(complete: string[]) {
  let now = 0;
  const stateOf = (done: string[]) =>
    ({ interview: builtInInterview, completion: { complete: done } }) as unknown as DraftState;
  const store = createStore<DraftState>(() => stateOf(complete));
  const pace = createPace({ store }, () => now);
  return {
    minutes: () => pace.store.getState().minutes,
    close: pace.close,
    after(minutes: number, done?: string[]) {
      now += minutes * MINUTE_MS;
      store.setState(done ? stateOf(done) : { ...store.getState() });
    },
  };
}

test("what is told changes with an answer, not with a key", () => {
  const { minutes, after } = page([]);
  after(1);
  expect(minutes()).toBe(36);
  after(0.1, all.slice(0, 1));
  expect(minutes()).toBeLessThan(36);
});

test("a pause is not slowness", () => {
  const rested = page([]);
  rested.after(600, all.slice(0, 1));
  const quick = page([]);
  quick.after(1.5, all.slice(0, 1));
  expect(rested.minutes()).toBe(quick.minutes());
});

test("what was answered on another day says nothing of today's pace", () => {
  expect(page(all.slice(0, 6)).minutes()).toBe(minutesLeft(builtInInterview, all.slice(0, 6), unmeasured));
});

test("a page that is closed measures no more", () => {
  const { minutes, after, close } = page([]);
  close();
  after(1, all);
  expect(minutes()).toBe(36);
});
