import { beforeEach, describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { speakEnglish } from "../../../tests/support/fakes/speak-english.ts";
import { newsOfMerge, newsOfOpening } from "./news.ts";

const NONE = { changed: [], contested: [] };
const ASIDE = {
  type: "warning",
  title: "We couldn’t read some of your work",
  message:
    "Part of what this device stored was damaged. We set that part aside and loaded your last saved answers.",
};
const RETIRED = {
  type: "info",
  title: "Some earlier answers are hidden",
  message: "We no longer ask those questions. Your answers to them are still saved.",
};

const merged = (news: { changed?: string[]; contested?: string[] }) =>
  newsOfMerge(builtInInterview, { ...NONE, ...news });

beforeEach(() => speakEnglish());

describe("after a merge", () => {
  test("without changes there is no notice", () => {
    expect(merged({})).toEqual([]);
  });

  test("changes from elsewhere are shown in one line, in the interview's order", () => {
    expect(merged({ changed: ["growth-vision", "booking-process"] })).toEqual([
      {
        type: "info",
        title: "Updated from another device",
        message: "New or changed: From first call to booking, Where you want to be.",
      },
    ]);
  });

  test("an answer in two versions is shown for longer, and not also as changed", () => {
    expect(merged({ changed: ["booking-process"], contested: ["booking-process"] })).toEqual([
      {
        type: "info",
        title: "Edited in two places",
        message:
          "You changed the same answer on another device or tab. Please check: From first call to booking.",
        duration: 10_000,
      },
    ]);
  });

  test("both are shown, starting with what needs a look", () => {
    const toasts = merged({ changed: ["growth-vision", "website-info"], contested: ["website-info"] });
    expect(toasts.map(({ title }) => title)).toEqual(["Edited in two places", "Updated from another device"]);
    expect(toasts[1]?.message).toBe("New or changed: Where you want to be.");
  });

  test("three questions are named, and the others counted", () => {
    const four = ["business-profile", "team-description", "current-tools", "booking-process"];
    expect(merged({ changed: four.slice(0, 3) })[0]?.message).toBe(
      "New or changed: Your business at a glance, Your team, The tools you use.",
    );
    expect(merged({ changed: [...four, "growth-vision"] })[0]?.message).toBe(
      "New or changed: Your business at a glance, Your team, The tools you use and 2 more.",
    );
  });
});

describe("after an opening", () => {
  const opened = (asideCount: number, record?: RecordInput) =>
    newsOfOpening(
      builtInInterview,
      { ...NONE, asideCount },
      record && { record, revision: 1, savedAt: undefined, submittedAt: undefined },
    );

  test("there is normally no notice", () => {
    expect(opened(0)).toEqual([]);
    expect(opened(0, { "booking-process": { responses: [] } })).toEqual([]);
  });

  test("unreadable data on this device is reported once, however many rows", () => {
    expect(opened(1)).toEqual([ASIDE]);
    expect(opened(3)).toEqual([ASIDE]);
  });

  test("answers to questions that are no longer asked are mentioned", () => {
    expect(opened(0, { "old-question": { responses: [] } })).toEqual([RETIRED]);
  });

  test("everything is shown, starting with what was merged", () => {
    const record = { "old-question": { responses: [] } };
    const loaded = { record, revision: 1, savedAt: undefined, submittedAt: undefined };
    const news = { changed: ["website-info"], contested: [], asideCount: 1 };
    const titles = newsOfOpening(builtInInterview, news, loaded).map(({ title }) => title);
    expect(titles).toEqual(["Updated from another device", ASIDE.title, RETIRED.title]);
  });
});
