import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { type ClientRecord, completeRecord, type RecordInput } from "#contract/record/record.ts";
import type { WorkMoment } from "../storage/clients/section-times.ts";
import { activeTimes, mergeMoments, momentsOf } from "./work-moments.ts";

const NOON = Date.parse("2026-03-01T12:00:00Z");
const MINUTE = 60_000;
const at = (minutes: number) => NOON + minutes * MINUTE;

function record(input: RecordInput): ClientRecord {
  return completeRecord(builtInInterview, input, { now: new Date(NOON).toISOString() });
}
const team = (...answers: object[]): RecordInput => ({
  "team-and-business-setup": { responses: answers.map((answer) => ({ content: "Two of us.", ...answer })) },
});
const given = (id: string, minutes: number) => ({ id, timestamp: new Date(at(minutes)).toISOString() });
const moments = (before: RecordInput | undefined, after: RecordInput, savedAt = at(60)) =>
  momentsOf(
    builtInInterview,
    { before: before && record(before), after: record(after), savedAt },
    at(-1_000),
  );
const snapshot = (...minutes: number[]): WorkMoment[] =>
  minutes.map((each) => ({ at: at(each), section: "business-snapshot" }));
const website = (...minutes: number[]): WorkMoment[] =>
  minutes.map((each) => ({ at: at(each), section: "website" }));
const came = (minutes: number): WorkMoment => ({ at: at(minutes), section: null });
const minutesOf = (...all: WorkMoment[]) =>
  Object.fromEntries([...activeTimes(mergeMoments([], all))].map(([section, ms]) => [section, ms / MINUTE]));

describe("a client worked", () => {
  test("when each answer was given, however late it was sent", () => {
    expect(moments({}, team(given("a", 3), given("b", 5)))).toEqual(snapshot(3, 5));
  });

  test("when a change was saved that says no more of itself", () => {
    const before = team(given("a", 3));
    expect(moments(before, team({ ...given("a", 3), content: "Three of us." }))).toEqual(snapshot(60));
    expect(moments({}, { "website-form": { url: "https://rosa.example" } })).toEqual(website(60));
  });

  test("not where nothing is other, or a form stays empty", () => {
    const record = { ...team(given("a", 3)), "website-form": { url: "https://rosa.example" } };
    expect(moments(record, record)).toEqual([]);
    expect(moments({}, { "website-form": { url: " " } })).toEqual([]);
    expect(moments({}, { "business-profile": { employees: "", locations: "", revenue: "" } })).toEqual([]);
  });

  test("not when the server writes down what a recording says", () => {
    const take = { ...given("3f2b8c1e-0000-4000-8000-000000000000", 3), type: "audio" as const };
    expect(moments(team({ ...take, content: "" }), team({ ...take, content: "Two." }))).toEqual([]);
  });

  test.each([
    ["ahead", 90],
    ["in the last century", -50_000_000],
  ])("when it was saved, where a device's clock is %s", (_, minutes) => {
    expect(moments({}, team(given("a", minutes)))).toEqual(snapshot(60));
  });

  test("at the answers alone, where the step before is no longer stored", () => {
    const after = { ...team(given("a", 3)), "website-form": { url: "https://rosa.example" } };
    expect(moments(undefined, after)).toEqual(snapshot(3));
  });
});

describe("the time of a section", () => {
  test("is what lies between changes, from the coming in on", () => {
    expect(minutesOf(came(0), ...snapshot(2, 5, 7))).toEqual({ "business-snapshot": 7 });
  });

  test("counts for the section where a gap ended, and a pause for none", () => {
    expect(minutesOf(...snapshot(0, 2), ...website(6, 7), ...snapshot(13))).toEqual({
      "business-snapshot": 2,
      website: 5,
    });
  });

  test("is counted once, where two devices are at work together", () => {
    expect(minutesOf(came(0), ...snapshot(1, 2, 3), came(1.5), ...website(2.5, 3.5))).toEqual({
      "business-snapshot": 2.5,
      website: 1,
    });
  });

  test("is the same in whichever order the moments come in", () => {
    const early = snapshot(0, 2, 4);
    const late = website(5, 6);
    expect(mergeMoments(mergeMoments([], late), early)).toEqual(mergeMoments(early, late));
  });

  test("of one change alone is nothing", () => {
    expect(minutesOf(...snapshot(3))).toEqual({});
  });
});

describe("moments that are kept", () => {
  test("are few, and tell the same time", () => {
    const evening = snapshot(...Array.from({ length: 600 }, (_, place) => place / 4));
    const kept = mergeMoments([], evening);
    expect(kept.length).toBeLessThan(70);
    expect(activeTimes(kept)).toEqual(activeTimes(evening));
  });

  test("are the same, when they are told again", () => {
    const known = mergeMoments([], [came(0), ...snapshot(1, 5, 9), ...website(11)]);
    expect(mergeMoments(known, known)).toEqual(known);
  });

  test("have an end", () => {
    const years = snapshot(...Array.from({ length: 5_000 }, (_, place) => place * 10));
    const kept = mergeMoments([], years);
    expect(kept).toHaveLength(2_000);
    expect(kept.at(-1)).toEqual(years.at(-1));
  });
});
