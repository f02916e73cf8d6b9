import { describe, expect, test } from "vitest";
import { fingerprint } from "../hash.ts";
import { builtInInterview } from "../interview/built-in-interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import type { ToolSelectionEntry } from "../interview/kinds/tool-selection.ts";
import type { WebsiteEntry } from "../interview/kinds/website.ts";
import { ANSWER_MAX_LENGTH, ANSWERS_PER_QUESTION_MAX, CUSTOM_TOOLS_MAX_LENGTH } from "../limits.ts";
import { mergeRecords } from "./merge.ts";
import { type ClientRecord, recordSchema } from "./record.ts";

const NAME = "booking-process";
const NOW = "2026-03-01T12:00:00.000Z";
const LATER = "2026-03-02T12:00:00.000Z";

const text = (id: string, content = id, fields: Partial<RecordedAnswer> = {}): RecordedAnswer => ({
  type: "text",
  content,
  timestamp: NOW,
  id,
  ...fields,
});
const take = (id: string, content: string) => text(id, content, { type: "audio" });
const written = (responses: RecordedAnswer[]): ClientRecord => ({
  [NAME]: { section: "leads-booking", question: NAME, responses },
});
const merge = (base: ClientRecord | undefined, mine: ClientRecord, theirs: ClientRecord) =>
  mergeRecords(builtInInterview, { base, mine, theirs });
const answersOf = ({ record }: { record: ClientRecord }) =>
  (record[NAME] as WrittenEntry | undefined)?.responses ?? [];
const contentsOf = (merged: { record: ClientRecord }) => answersOf(merged).map(({ content }) => content);

type Lists = { base?: RecordedAnswer[]; mine: RecordedAnswer[]; theirs: RecordedAnswer[] };
const mergeLists = ({ base, mine, theirs }: Lists) =>
  merge(base && written(base), written(mine), written(theirs));

describe("an answer that one side", () => {
  test("added is present, and theirs come first", () => {
    const merged = mergeLists({ base: [], mine: [text("a")], theirs: [text("b")] });
    expect(contentsOf(merged)).toEqual(["b", "a"]);
    expect(merged.contested).toEqual([]);
    expect(merged.leftOver).toEqual({});
  });

  test("deleted is removed, whichever side deleted it", () => {
    const both = [text("a"), text("b")];
    const edited = [text("a"), text("b", "edited")];
    expect(contentsOf(mergeLists({ base: both, mine: [text("b")], theirs: edited }))).toEqual(["edited"]);
    expect(contentsOf(mergeLists({ base: both, mine: edited, theirs: [text("b")] }))).toEqual(["edited"]);
  });

  test("edited has the new words, whichever side edited it", () => {
    const base = [text("a"), text("b")];
    const mine = [text("a", "mine"), text("b")];
    const theirs = [text("a"), text("b", "theirs")];
    const merged = mergeLists({ base, mine, theirs });
    expect(contentsOf(merged)).toEqual(["mine", "theirs"]);
    expect(merged.contested).toEqual([]);
  });
});

describe("an edit beats a deletion", () => {
  test("on the other side", () => {
    const base = [text("a"), text("b")];
    const theirs = [text("b", "theirs")];
    const mine = [text("a", "mine")];
    expect(contentsOf(mergeLists({ base, mine, theirs }))).toEqual(["theirs", "mine"]);
  });

  test("but a new timestamp is not an edit", () => {
    const later = [text("a", "a", { timestamp: LATER })];
    const other = [text("b")];
    expect(contentsOf(mergeLists({ base: [text("a")], mine: later, theirs: other }))).toEqual(["b"]);
    expect(contentsOf(mergeLists({ base: [text("a")], mine: other, theirs: later }))).toEqual(["b"]);
  });
});

describe("an answer that both sides changed differently", () => {
  const edits = { base: [text("a")], mine: [text("a", "mine")], theirs: [text("a", "theirs"), text("b")] };
  const forkedId = fingerprint(JSON.stringify(["a", "mine"]));

  test("stays as theirs, with mine right after it under an id made from id and words", () => {
    const merged = mergeLists(edits);
    expect(answersOf(merged)).toEqual([text("a", "theirs"), text(forkedId, "mine"), text("b")]);
    expect(merged.contested).toEqual([NAME]);
  });

  test("is kept twice also without a base", () => {
    const { mine, theirs } = edits;
    expect(contentsOf(mergeLists({ mine, theirs }))).toEqual(["theirs", "mine", "b"]);
  });

  test("is not added again by a second merge, whichever side merged first", () => {
    const base = written(edits.base);
    const mine = written(edits.mine);
    const theirs = written(edits.theirs);
    const { record } = merge(base, mine, theirs);
    expect(merge(base, mine, record).record).toEqual(record);
    expect(merge(base, theirs, record).record).toEqual(record);
    expect(contentsOf(merge(base, record, mine))).toEqual(["theirs", "mine", "b"]);
    expect(contentsOf(merge(base, record, theirs))).toEqual(["theirs", "b", "mine"]);
  });

  test("is kept again when the kept version was edited meanwhile", () => {
    const { base, mine } = edits;
    const theirs = [text("a", "theirs"), text(forkedId, "edited")];
    const merged = mergeLists({ base, mine, theirs });
    expect(contentsOf(merged)).toEqual(["theirs", "mine", "edited"]);
    expect(merge(written(base), written(mine), merged.record).record).toEqual(merged.record);
  });

  test("is kept when the other version was deleted", () => {
    const kept = text(forkedId, "mine");
    const merged = mergeLists({
      base: [text("a"), kept],
      mine: [text("a", "mine"), kept],
      theirs: [text("a", "theirs")],
    });
    expect(answersOf(merged)).toEqual([text("a", "theirs"), kept]);
  });

  test("is one answer when only its time or its source differs", () => {
    const mine = [text("a", "new", { timestamp: LATER, source: "dictated" })];
    const theirs = [text("a", "new", { source: "typed" })];
    const merged = mergeLists({ base: [text("a")], mine, theirs });
    expect(answersOf(merged)).toEqual(theirs);
    expect(merged.contested).toEqual([]);
  });

  test("takes their timestamp when only the time differs", () => {
    const mine = [text("a", "a", { timestamp: LATER }), text("b")];
    const theirs = [text("a", "a", { timestamp: "2026-03-03T12:00:00.000Z" })];
    expect(answersOf(mergeLists({ base: [text("a")], mine, theirs }))).toEqual([...theirs, text("b")]);
  });
});

describe("a transcript that arrived on one side", () => {
  test("fills the recording, and is not contested", () => {
    const pending = [take("t", ""), text("a")];
    const filled = [take("t", "We call back."), text("b")];
    for (const base of [undefined, [], [take("t", "")]]) {
      const mine = mergeLists({ ...(base && { base }), mine: filled, theirs: pending });
      const theirs = mergeLists({ ...(base && { base }), mine: pending, theirs: filled });
      expect(contentsOf(mine)).toEqual(["We call back.", "a", "b"]);
      expect(contentsOf(theirs)).toEqual(["We call back.", "b", "a"]);
      expect([...mine.contested, ...theirs.contested]).toEqual([]);
    }
  });

  test("stays beside a different one", () => {
    const lists = {
      base: [take("t", "")],
      mine: [take("t", "We call.")],
      theirs: [take("t", "We called.")],
    };
    expect(contentsOf(mergeLists(lists))).toEqual(["We called.", "We call."]);
  });
});

test("answers come in their order, followed by those that only this device has, in its order", () => {
  const base = [text("a"), text("b")];
  const mine = [text("z"), text("b"), text("y"), text("a")];
  const theirs = [text("c"), text("b"), text("a")];
  expect(contentsOf(mergeLists({ base, mine, theirs }))).toEqual(["c", "b", "a", "z", "y"]);
});

test("a question that only one side changed is as on that side, including order and time", () => {
  const base = [text("a"), text("b")];
  const touched = [text("b"), text("c"), text("a", "a", { timestamp: LATER })];
  expect(answersOf(mergeLists({ base, mine: touched, theirs: base }))).toEqual(touched);
  expect(answersOf(mergeLists({ base, mine: base, theirs: touched }))).toEqual(touched);
});

describe("more answers than a question allows", () => {
  const many = (count: number, start: string, make: (id: string, content: string) => RecordedAnswer = text) =>
    Array.from({ length: count }, (_, place) => make(`${start}${place}`, `${start}${place}`));
  const half = ANSWERS_PER_QUESTION_MAX / 2;
  const full = many(ANSWERS_PER_QUESTION_MAX, "their ");

  test("are joined from the end, as many as necessary", () => {
    const merged = mergeLists({ base: [], mine: many(3, "my "), theirs: full });
    const answers = answersOf(merged);
    expect(answers).toHaveLength(ANSWERS_PER_QUESTION_MAX);
    expect(answers.slice(0, -1)).toEqual(full.slice(0, -1));
    expect(answers.at(-1)).toEqual(text("their 199", "their 199\n\nmy 0\n\nmy 1\n\nmy 2"));
    expect(merged.leftOver).toEqual({});
  });

  test("are not joined again by merging again", () => {
    const mine = written([text("their 0", "edited"), ...many(3, "my ")]);
    const { record } = merge(undefined, mine, written(full));
    expect(merge(undefined, mine, record).record).toEqual(record);
    expect(merge(undefined, record, record).record).toEqual(record);
  });

  test("that fit are not joined", () => {
    const mine = many(half, "my ");
    const theirs = many(half, "their ");
    expect(answersOf(mergeLists({ base: [], mine, theirs }))).toEqual([...theirs, ...mine]);
  });

  test("and too long to be joined are left over, starting with the last", () => {
    const long = (id: string) => text(id, id.padEnd(ANSWER_MAX_LENGTH / 2, "."));
    const theirs = many(ANSWERS_PER_QUESTION_MAX, "their ", long);
    const merged = mergeLists({ base: [], mine: [long("mine")], theirs });
    expect(answersOf(merged)).toEqual(theirs);
    expect(merged.leftOver).toEqual({ [NAME]: [long("mine")] });
  });

  test("and not next to each other are left over, but no recording while there is a text", () => {
    const theirs = [text("only text"), ...many(ANSWERS_PER_QUESTION_MAX - 1, "their ", take)];
    const merged = mergeLists({ base: [], mine: [take("mine", "")], theirs });
    expect(answersOf(merged)).toEqual([...theirs.slice(1), take("mine", "")]);
    expect(merged.leftOver).toEqual({ [NAME]: [text("only text")] });
  });

  test("and only recordings are left over too, so that the record can be saved", () => {
    const theirs = many(ANSWERS_PER_QUESTION_MAX, "their ", take);
    const merged = mergeLists({ base: [], mine: [take("mine", "")], theirs });
    expect(recordSchema(builtInInterview).safeParse(merged.record).success).toBe(true);
    expect(merged.leftOver).toEqual({ [NAME]: [take("mine", "")] });
  });
});

describe("a field of a form", () => {
  const website = (url: string, satisfaction?: number): ClientRecord => ({
    "website-form": satisfaction === undefined ? { url } : { url, satisfaction },
  });
  const mergedWebsite = (...sides: Parameters<typeof merge>) => {
    const { record, contested } = merge(...sides);
    return [...Object.values(record["website-form"] as WebsiteEntry), ...contested];
  };

  test("that only one side changed has that side's value, also an empty one", () => {
    const base = website("a", 3);
    expect(mergedWebsite(base, website("b", 3), website("a", 9))).toEqual(["b", 9]);
    expect(mergedWebsite(base, website("a", 9), website("b", 3))).toEqual(["b", 9]);
    expect(mergedWebsite(base, website("", 4), website("a"))).toEqual(["", 4]);
    expect(mergedWebsite(base, website("a"), website("", 3))).toEqual([""]);
  });

  test("that both sides filled differently has this device's value, and is contested", () => {
    const contested = ["mine", 2, "website-form"];
    expect(mergedWebsite(website(""), website("mine", 2), website("theirs", 1))).toEqual(contested);
    expect(mergedWebsite(undefined, website("mine", 2), website("theirs", 2))).toEqual(contested);
    expect(mergedWebsite(website("a", 5), website("a", 2), website("a", 1))).toEqual([
      "a",
      2,
      "website-form",
    ]);
  });

  test("that one side changed and the other emptied keeps the changed value, and is not contested", () => {
    const base = website("a", 3);
    expect(mergedWebsite(base, website(" "), website("theirs", 4))).toEqual(["theirs", 4]);
    expect(mergedWebsite(base, website("mine", 4), website(" "))).toEqual(["mine", 4]);
  });

  test("of the business profile is merged the same way", () => {
    const profile = (employees: string, locations: string, revenue: string): ClientRecord => ({
      "business-profile": { employees, locations, revenue },
    });
    const merged = merge(profile("", "1", ""), profile("2-5", "1", "<500k"), profile("6-10", "2-3", "<500k"));
    expect(merged.record).toEqual(profile("2-5", "2-3", "<500k"));
    expect(merged.contested).toEqual(["business-profile"]);
  });
});

describe("tools", () => {
  const tools = (
    selectedTools: string[],
    toolRatings: Record<string, number> = {},
    customTools = "",
  ): ToolSelectionEntry => ({ selectedTools, customTools, toolRatings });
  const mergeTools = (
    base: ToolSelectionEntry | undefined,
    mine: ToolSelectionEntry,
    theirs: ToolSelectionEntry,
  ) => {
    const named = (entry: ToolSelectionEntry): ClientRecord => ({ "tool-selection": entry });
    const { record, contested } = merge(base && named(base), named(mine), named(theirs));
    return { entry: record["tool-selection"], isContested: contested.length > 0 };
  };
  const uncontested = (entry: ToolSelectionEntry) => ({ entry, isContested: false });

  test("that either side selected are selected, theirs first", () => {
    const merged = mergeTools(
      tools(["xero"]),
      tools(["xero", "asana", "excel"]),
      tools(["square", "excel", "xero"]),
    );
    expect(merged).toEqual(uncontested(tools(["square", "excel", "xero", "asana"])));
  });

  test("that one side deselected are removed with their rating", () => {
    const base = tools(["xero", "asana"], { xero: 5, asana: 2 });
    const without = tools(["asana"], { asana: 2 });
    const more = tools(["xero", "asana", "square"], { xero: 5, asana: 2 });
    const merged = uncontested(tools(["asana", "square"], { asana: 2 }));
    expect(mergeTools(base, without, more)).toEqual(merged);
    expect(mergeTools(base, more, without)).toEqual(merged);
  });

  test("that one side rated again stay, although the other deselected them", () => {
    const base = tools(["xero", "asana"], { xero: 5 });
    const rated = tools(["xero", "asana"], { xero: 4, asana: 1 });
    expect(mergeTools(base, tools([]), rated)).toEqual(uncontested(rated));
    expect(mergeTools(base, rated, tools([]))).toEqual(uncontested(rated));
  });

  test("that both sides deselected are removed, whatever their ratings", () => {
    const base = tools(["xero", "asana"], { xero: 5 });
    expect(mergeTools(base, tools(["asana"]), tools([], { xero: 4 }))).toEqual(uncontested(tools([])));
  });

  test("that both sides rated differently have this device's rating, and are contested", () => {
    const merged = mergeTools(
      tools(["xero"]),
      tools(["xero"], { xero: 1 }),
      tools(["xero", "asana"], { xero: 5, asana: 3 }),
    );
    expect(merged).toEqual({ entry: tools(["xero", "asana"], { xero: 1, asana: 3 }), isContested: true });
  });

  test("that the client named are removed with Other, unless they were changed meanwhile", () => {
    const base = tools(["other", "xero"], {}, "a diary");
    const gone = tools(["xero"]);
    const more = tools(["other", "xero", "asana"], {}, "a diary");
    const changed = tools(["other", "xero"], {}, "a new diary");
    const blank = tools(["other", "xero"], {}, " ");
    expect(mergeTools(base, gone, more)).toEqual(uncontested(tools(["xero", "asana"])));
    expect(mergeTools(base, more, gone)).toEqual(uncontested(tools(["xero", "asana"])));
    expect(mergeTools(base, gone, changed)).toEqual(uncontested(changed));
    expect(mergeTools(base, changed, gone)).toEqual(uncontested(tools(["xero", "other"], {}, "a new diary")));
    expect(mergeTools(base, gone, blank)).toEqual(uncontested(tools(["xero"])));
  });

  test("that the client named are one of the two texts, never both joined", () => {
    const own = (letter: string) => tools(["other"], {}, letter.repeat(CUSTOM_TOOLS_MAX_LENGTH));
    expect(mergeTools(tools([]), own("m"), own("t"))).toEqual({ entry: own("m"), isContested: true });
  });

  test("keep what both sides have, even if it belongs to no selected tool", () => {
    const odd = (selected: string[]) => tools(selected, { xero: 3 }, "a diary");
    const merged = uncontested(odd(["square", "asana"]));
    expect(mergeTools(odd([]), odd(["asana"]), odd(["square"]))).toEqual(merged);
    expect(mergeTools(odd(["xero", "other"]), odd(["asana"]), odd(["square"]))).toEqual(merged);
    expect(mergeTools(undefined, odd(["asana"]), odd(["square"]))).toEqual(merged);
  });

  test("can be named like a property that every object inherits", () => {
    const merged = mergeTools(tools([]), tools(["constructor"]), tools(["toString"], { toString: 2 }));
    expect(merged).toEqual(uncontested(tools(["toString", "constructor"], { toString: 2 })));
  });
});

describe("an entry", () => {
  test("that the interview does not define is passed on, theirs before mine", () => {
    const pets = (content: string): WrittenEntry => ({
      section: "team",
      question: "pets",
      responses: [text("a", content)],
    });
    const theirs = { "office-pets": pets("theirs"), "fax-form": { url: "none" } };
    const mine = { "office-pets": pets("mine"), parking: pets("mine") };
    const { record, contested } = merge({ snacks: pets("base") }, mine, theirs);
    expect(record).toEqual({ ...theirs, parking: pets("mine") });
    expect(contested).toEqual([]);
  });

  test("that is missing counts as empty", () => {
    const filled = { "website-form": { url: "a" }, ...written([text("a")]) };
    expect(merge(filled, {}, filled).record).toEqual({ "website-form": { url: "" } });
    expect(merge(undefined, filled, {}).record).toEqual(filled);
  });

  test("without answers is left out, and a form is there if either side has it", () => {
    const empty = { "website-form": { url: "" }, ...written([]) };
    expect(merge(empty, empty, empty).record).toEqual({ "website-form": { url: "" } });
    expect(merge(empty, {}, {}).record).toEqual({});
  });
});
