import { describe, expect, test } from "vitest";
import { builtInInterview } from "../interview/built-in-interview.ts";
import { questionsOf } from "../interview/interview.ts";
import {
  isNoTools,
  namedCustomTools,
  noTools,
  type ToolSelectionEntry,
  withoutNoTools,
} from "../interview/kinds/tool-selection.ts";
import { isNoWebsite, type WebsiteEntry } from "../interview/kinds/website.ts";
import { isSkippable } from "../interview/question.ts";
import { carryOver } from "./carry-over.ts";
import { completionOf } from "./completion.ts";
import { mergeRecords } from "./merge.ts";
import {
  type ClientRecord,
  completeRecord,
  hasContent,
  hasReasonOrAuthor,
  type RecordInput,
  recordSchema,
} from "./record.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const complete = (input: RecordInput, previous?: ClientRecord) =>
  completeRecord(builtInInterview, input, { now: NOW, previous });
const tools = (
  selectedTools: string[],
  customTools = "",
  toolRatings: ToolSelectionEntry["toolRatings"] = {},
) => ({ selectedTools, customTools, toolRatings });

describe("a client without a website", () => {
  test.for(["none", "None", " NONE "])("is known by %j", (url) => {
    expect(isNoWebsite(url)).toBe(true);
  });

  test.for(["", " ", "none.com", "nonesuch", "https://none", "none yet"])("is not known by %j", (url) => {
    expect(isNoWebsite(url)).toBe(false);
  });

  test("has answered the question", () => {
    const record = complete({ "website-form": { url: "none" } });
    expect(completionOf(builtInInterview, record).complete).toEqual(["website-info"]);
  });

  const merged = (base: WebsiteEntry, mine: WebsiteEntry, theirs: WebsiteEntry) => {
    const versions = { base, mine, theirs };
    const records = Object.fromEntries(
      Object.entries(versions).map(([side, entry]) => [side, { "website-form": entry }]),
    );
    return mergeRecords(builtInInterview, records as never);
  };

  test.for([
    ["mine", { url: "none" }, { url: "https://rosa.example" }],
    ["theirs", { url: "https://rosa.example" }, { url: "none" }],
  ] as const)("who says so in %s gets the address from the other device", ([, mine, theirs]) => {
    const { record, contested } = merged({ url: "" }, mine, theirs);
    expect(record["website-form"]).toEqual({ url: "https://rosa.example" });
    expect(contested).toEqual([]);
  });

  test("still has an answer after the other device emptied the field", () => {
    const { record } = merged({ url: "https://old.example" }, { url: "" }, { url: "none" });
    expect(record["website-form"]).toEqual({ url: "none" });
  });

  test("can say so after an address was saved", () => {
    const address = { url: "https://rosa.example" };
    const { record } = merged(address, { url: "none" }, { ...address, satisfaction: 3 });
    expect(record["website-form"]).toMatchObject({ url: "none" });
  });
});

describe("a client who uses no listed tool", () => {
  test("is known by Other with the word None, and has answered the question", () => {
    expect(noTools).toEqual(tools(["other"], "None"));
    expect(isNoTools(noTools)).toBe(true);
    const record = complete({ "tool-selection": noTools });
    expect(record["tool-selection"]).toEqual(noTools);
    expect(completionOf(builtInInterview, record).complete).toEqual(["current-tools"]);
  });

  test.for([
    tools([], "None"),
    tools(["square", "other"], "None"),
    tools(["other"], "Nonesuch"),
    tools(["other"], ""),
  ])("is not known by %j", (selection) => {
    expect(isNoTools(selection)).toBe(false);
  });

  test("has no tool with that name", () => {
    expect(namedCustomTools(tools(["square", "other"], "None"))).toBe("");
    expect(namedCustomTools(tools(["other"], "Paper diary"))).toBe("Paper diary");
  });

  test("has the tools that another selection adds", () => {
    expect(withoutNoTools(tools(["square", "other"], "None", { square: 4 }))).toEqual(
      tools(["square"], "", { square: 4 }),
    );
    const named = tools(["square", "other"], "Paper diary");
    expect(withoutNoTools(named)).toBe(named);
    expect(withoutNoTools(noTools)).toBe(noTools);
  });

  const merged = (base: ToolSelectionEntry, mine: ToolSelectionEntry, theirs: ToolSelectionEntry) =>
    mergeRecords(builtInInterview, {
      base: { "tool-selection": base },
      mine: { "tool-selection": mine },
      theirs: { "tool-selection": theirs },
    }).record["tool-selection"];

  test.for([
    ["a listed tool", tools(["square"], "", { square: 4 })],
    ["a tool in words", tools(["other"], "Paper diary")],
    ["both", tools(["other", "square"], "Paper diary")],
    ["a listed tool, beside one without a name yet,", tools(["other", "square"])],
  ] as const)("has %s from the other device", ([, real]) => {
    expect(merged(tools([]), noTools, real)).toEqual(real);
    expect(merged(tools([]), real, noTools)).toEqual(real);
  });

  test("has a selected tool that is a retired option", () => {
    const stored = { "tool-selection": tools(["fax"]) };
    const carried = carryOver(builtInInterview, stored, { "tool-selection": noTools });
    expect(carried["tool-selection"]).toEqual(tools(["fax"]));
  });
});

describe("the reason for an answer without content", () => {
  const reasoned = { id: "a", content: "I don’t know", reason: "unknown" as const };
  const written = (...responses: object[]) => ({ "booking-process": { responses } }) as RecordInput;
  const reasonsIn = (record: ClientRecord) => {
    const entry = record["booking-process"];
    return entry && "responses" in entry ? entry.responses.map(({ reason }) => reason) : [];
  };
  const schema = recordSchema(builtInInterview);

  test.for(["not-applicable", "unknown", "in-person"])("can be %s", (reason) => {
    expect(schema.safeParse(written({ content: "x", reason })).success).toBe(true);
  });

  test.for(["", "Unknown", "toString", "<b>", null, 1, {}, ["unknown"]])("is never %j", (reason) => {
    expect(schema.safeParse(written({ content: "x", reason })).success).toBe(false);
  });

  test("is left out where a save has none", () => {
    expect(complete(written({ id: "a", content: "x" }))).toEqual({
      "booking-process": {
        section: "leads-booking",
        question: "booking-process",
        responses: [{ type: "text", content: "x", timestamp: NOW, id: "a" }],
      },
    });
  });

  test("completes its question", () => {
    const record = complete(written(reasoned));
    expect(completionOf(builtInInterview, record).complete).toEqual(["booking-process"]);
  });

  test("stays with its answer when an older page saves without it", () => {
    const previous = complete(written(reasoned));
    expect(hasReasonOrAuthor(previous)).toBe(true);
    const { reason: _left, ...bare } = reasoned;
    expect(reasonsIn(complete(written(bare), previous))).toEqual(["unknown"]);
    expect(reasonsIn(complete(written({ ...bare, content: "By phone" }), previous))).toEqual([undefined]);
    expect(reasonsIn(complete(written({ ...bare, id: "b" }), previous))).toEqual([undefined]);
  });

  test("stays in a merge of answers added on two devices", () => {
    const mine = complete(written(reasoned));
    const theirs = complete(written({ id: "b", content: "By phone" }));
    const { record } = mergeRecords(builtInInterview, { base: undefined, mine, theirs });
    expect(reasonsIn(record)).toEqual([undefined, "unknown"]);
  });
});

describe("a form that doesn't apply", () => {
  const profile = { employees: "", locations: "", revenue: "" };
  const marked: RecordInput = {
    "business-profile": { notApplicable: true },
    "tool-selection": { notApplicable: true },
    "website-form": { notApplicable: true },
  };

  test("is complete, and counts as content", () => {
    const record = complete(marked);
    expect(completionOf(builtInInterview, record).complete).toEqual([
      "business-profile",
      "current-tools",
      "website-info",
    ]);
    expect(hasContent(record)).toBe(true);
    expect(record["business-profile"]).toEqual({ ...profile, notApplicable: true });
  });

  test.for([
    ["business-profile", { employees: "1" }],
    ["tool-selection", { selectedTools: ["square"] }],
    ["website-form", { url: "https://rosa.example" }],
    ["website-form", { satisfaction: 3 }],
  ] as const)("applies again as soon as %s has %j", ([name, entry]) => {
    const record = complete({ [name]: { ...entry, notApplicable: true } } as RecordInput);
    expect(record[name]).not.toHaveProperty("notApplicable");
  });

  test.for([false, "true", 1, null, {}])("is never marked by %j", (notApplicable) => {
    for (const name of Object.keys(marked)) {
      const input = { [name]: { notApplicable } };
      expect(recordSchema(builtInInterview).safeParse(input).success).toBe(false);
    }
  });

  test.for([
    ["business-profile", { employees: "2-5" }],
    ["tool-selection", { selectedTools: ["square"] }],
    ["website-form", { url: "https://rosa.example" }],
  ] as const)("takes for %s what the other device has answered", ([name, entry]) => {
    const mark = complete({ [name]: { notApplicable: true } });
    const given = complete({ [name]: entry } as RecordInput);
    for (const [mine, theirs] of [
      [mark, given],
      [given, mark],
    ] as const) {
      expect(mergeRecords(builtInInterview, { base: undefined, mine, theirs }).record[name]).toEqual(
        given[name],
      );
    }
  });

  test("stays marked by the other device, unless this device removed the mark", () => {
    const mark = complete({ "business-profile": { notApplicable: true } });
    const none = complete({ "business-profile": {} });
    const other = complete({ "business-profile": {}, "website-form": { url: "none" } });
    const merged = (base: ClientRecord, mine: ClientRecord, theirs: ClientRecord) =>
      mergeRecords(builtInInterview, { base, mine, theirs }).record["business-profile"];
    expect(merged(none, other, mark)).toEqual(mark["business-profile"]);
    expect(
      merged(mark, none, { ...mark, ...other, "business-profile": { ...profile, notApplicable: true } }),
    ).toEqual(profile);
  });
});

describe("skipping a question", () => {
  const questionOf = (id: string) => {
    const question = questionsOf(builtInInterview).find((each) => each.id === id);
    if (!question) throw new Error(`No question ${id}`);
    return question;
  };

  test("is offered for free answers unless disabled, and for forms where enabled", () => {
    for (const [id, absent] of [
      ["team-description", true],
      ["business-profile", false],
    ] as const) {
      expect(isSkippable(questionOf(id))).toBe(absent);
      expect(isSkippable({ ...questionOf(id), canSkip: true })).toBe(true);
      expect(isSkippable({ ...questionOf(id), canSkip: false })).toBe(false);
    }
  });
});
