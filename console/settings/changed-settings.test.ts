import { describe, expect, test } from "vitest";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { changesOf, numbersIn, resetOf, wholeIn } from "./changed-settings.ts";

const from = (source: "environment" | "console" | "built-in") => ({
  source,
  variable: source === "environment" ? "FIRSTHAND_X" : null,
  changedAt: null,
  changedBy: null,
  changedByName: null,
});
const shown: ShownSettings["settings"] = {
  providerName: { value: "Acme", ...from("built-in") },
  logo: { value: null, ...from("built-in") },
  support: { value: { email: null, phone: null, page: null }, ...from("built-in") },
  colors: { value: null, ...from("built-in") },
  privacyWords: { value: {}, ...from("built-in") },
  mailServer: { value: null, ...from("built-in") },
  mailFrom: { value: null, ...from("built-in") },
  reminders: { value: true, ...from("environment") },
  reminderGaps: { value: { "not-started": [3], "partly-done": [3], "asked-back": [0] }, ...from("built-in") },
  quietHours: { value: { from: 20, to: 8 }, ...from("console") },
  timeZone: { value: "Europe/Lisbon", ...from("console") },
  linkDays: { value: { invitation: 14, other: 7 }, ...from("built-in") },
  stalledDays: { value: 3, ...from("built-in") },
  retentionDays: { value: { days: null, waiting: null }, ...from("built-in") },
};

test("only changed values are sent, and never what the environment sets", () => {
  const entered = {
    reminders: false,
    reminderGaps: { "not-started": [3], "partly-done": [3], "asked-back": [0] },
    quietHours: { from: 21, to: 8 },
    timeZone: "Europe/Lisbon",
  };
  expect(changesOf(shown, entered)).toEqual({ quietHours: { from: 21, to: 8 } });
});

test("resetting sends defaults only for settings that the console sets", () => {
  expect(resetOf(shown, ["reminders", "quietHours", "timeZone", "linkDays"])).toEqual({
    quietHours: null,
    timeZone: null,
  });
});

describe("a list of days", () => {
  test.each<[string, number[] | undefined]>([
    ["3, 7, 14", [3, 7, 14]],
    ["3 7;14,", [3, 7, 14]],
    ["", []],
    ["0", [0]],
    ["3, 61", undefined],
    ["1,2,3,4,5,6", undefined],
    ["three", undefined],
    ["1.5", undefined],
    ["-1", undefined],
  ])("%j", (text, numbers) => {
    expect(numbersIn(text, { max: 60, count: 5 })).toEqual(numbers);
  });
});

test.each<[string, number | undefined]>([
  [" 7 ", 7],
  ["0", undefined],
  ["31", undefined],
  ["", undefined],
  ["1e1", undefined],
  ["99999", undefined],
])("%j as a number of days", (text, days) => {
  expect(wholeIn(text, { min: 1, max: 30 })).toBe(days);
});
