import { expect, test } from "vitest";
import { NO_VOICE_YET, updateVoiceActivity, type VoiceActivityEvent } from "./voice-activity.ts";

/** This many seconds at one level; recordings measure it ten times a second. */
type Stretch = [seconds: number, level: number];

/** What is heard, each with its second. */
function listenTo(...stretches: Stretch[]): [VoiceActivityEvent, number][] {
  let hearing = NO_VOICE_YET;
  let now = 0;
  const events: [VoiceActivityEvent, number][] = [];
  for (const [seconds, level] of stretches)
    for (let tick = 0; tick < seconds * 10; tick++) {
      now += 100;
      const heard = updateVoiceActivity(hearing, level, now);
      hearing = heard.hearing;
      if (heard.event) events.push([heard.event, now / 1_000]);
    }
  return events;
}

test("silence alone causes no event", () => {
  expect(listenTo([20, 0])).toEqual([]);
});

test("2.5 seconds of silence end an answer", () => {
  expect(listenTo([1, 0], [3, 0.3], [4, 0])).toEqual([
    ["speech", 1.3],
    ["silence", 6.5],
  ]);
});

test("a pause between two sentences is not an end", () => {
  expect(listenTo([2, 0.3], [2, 0], [2, 0.3], [3, 0])).toEqual([
    ["speech", 0.4],
    ["silence", 8.5],
  ]);
});

test("after a single word there is more time to continue", () => {
  expect(listenTo([1, 0], [0.5, 0.3], [4.9, 0])).toEqual([["speech", 1.3]]);
  expect(listenTo([1, 0], [0.5, 0.3], [5, 0])).toEqual([
    ["speech", 1.3],
    ["silence", 6.5],
  ]);
});

test("speech after the silence is heard again", () => {
  const events = listenTo([2, 0.3], [4, 0], [2, 0.3], [4, 0]);
  expect(events.map(([event]) => event)).toEqual(["speech", "silence", "speech", "silence"]);
});

test("a closing door is not speech", () => {
  expect(listenTo([1, 0], [0.2, 0.9], [3, 0])).toEqual([]);
  expect(listenTo([1, 0], [0.2, 0.9], [2, 0], [0.2, 0.9], [2, 0])).toEqual([]);
});

test("a fan counts as background, and speech is above it", () => {
  expect(listenTo([3, 0.03])).toEqual([]);
  expect(listenTo([1, 0.03], [3, 0.2], [3, 0.03])).toEqual([
    ["speech", 1.3],
    ["silence", 6.5],
  ]);
});

test("a tone that never pauses is heard", () => {
  expect(listenTo([3, 0.5], [3, 0])).toEqual([
    ["speech", 0.4],
    ["silence", 5.5],
  ]);
});

test("a throttled page does not treat the gap as silence", () => {
  let hearing = NO_VOICE_YET;
  for (let now = 0; now <= 2_000; now += 100) hearing = updateVoiceActivity(hearing, 0.3, now).hearing;
  expect(updateVoiceActivity(hearing, 0, 60_000).event).toBeUndefined();
});
