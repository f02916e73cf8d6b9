import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { type Interview, questionsOfKind } from "#contract/interview/interview.ts";
import type { SearchPassage } from "#contract/manage/search.ts";
import { termsOf } from "#contract/manage/search-terms.ts";
import { findInClient } from "./find-in-client.ts";
import { needlesOf } from "./find-terms.ts";
import { searchedEntries } from "./searched-entries.ts";

const SAVED_AT = Date.parse("2026-11-03T14:00:00.000Z");
const bytes = (text: string) => new TextEncoder().encode(text);

type Written = { followUp?: string; note?: string };

function find(
  query: string,
  record: object,
  { followUp, note }: Written = {},
  interviews = [builtInInterview],
) {
  const entries = searchedEntries(interviews);
  const client = {
    record: { savedAt: SAVED_AT, bytes: bytes(JSON.stringify(record)) },
    followUps: followUp ? [{ question: "team-description", at: 1, bytes: bytes(followUp) }] : [],
    notes: note ? [{ at: 2, bytes: bytes(note) }] : [],
  };
  const found = findInClient(client, {
    needles: needlesOf(termsOf(query), entries),
    entries: new Map(entries.map((entry) => [entry.name, entry])),
  });
  return found && { ...found, passages: found.passages() };
}

const answered = (...contents: string[]) => ({
  "customer-acquisition": {
    section: "leads-booking",
    question: "customer-acquisition",
    responses: contents.map((content, place) => ({
      type: "text",
      content,
      timestamp: "2026-11-02T10:00:00Z",
      id: `a${place}`,
    })),
  },
});
const tools = (selectedTools: string[], customTools = "") => ({
  "tool-selection": { selectedTools, customTools, toolRatings: {} },
});
const markedIn = ({ text, marks }: SearchPassage) => marks.map(([from, to]) => text.slice(from, to));

describe("a match is found", () => {
  test.each([
    ["without its accents", "Nuestro café está en Peñasco", "cafe penasco", ["café", "Peñasco"]],
    ["with other accents", "We sell coffee in Penasco", "peñásco", ["Penasco"]],
    ["with accents as separate characters", "un cafe\u0301 con leche", "café", ["cafe\u0301"]],
    ["by the beginning of a word", "We write invoices", "INVOI", ["invoi"]],
    ["as a phrase", "one annual\n  invoice a year", '"annual invoice"', ["annual\n  invoice"]],
    ["as a phrase without its end", "one annual invoice", '"annual inv', ["annual inv"]],
    ["from right to left", "אנחנו אופים לחם טרי", "לחם", ["לחם"]],
    ["in Arabic, with marks", "نحن نبيع الخُبز", "الخبز", ["الخُبز"]],
    ["as an emoji", "Open late🥐🥐", "🥐", ["🥐🥐"]],
    ["in Japanese, without spaces", "請求書は日曜日に書きます", "日曜日", ["日曜日"]],
    ["in Latin letters beside Chinese", "我们用QuickBooks记账", "quickbooks", ["QuickBooks"]],
    ["in Korean", "우리는 빵을 팝니다", "빵을", ["빵을"]],
    ["in Greek, with a last sigma", "Η ΟΔΟΣ", "οδος", ["ΟΔΟΣ"]],
    ["in a ligature", "a ﬁne day", "fine", ["ﬁne"]],
    ["with a phone's apostrophe", "We don’t answer", "don't", ["don’t"]],
    ["as markup", "<script>alert(1)</script>", "<script>", ["<script>"]],
    ["with a backslash", "C:\\Invoices\\2026", "c:\\invoices\\2026", ["C:\\Invoices\\2026"]],
    ["between quotes", 'We say "soon" a lot', "soon", ["soon"]],
    ["with signs", "We code in C++ here", "c++", ["C++"]],
    [
      "more than once, of several words",
      "flour and water, flour",
      "flour water",
      ["flour", "water", "flour"],
    ],
  ])("%s", (_what, text, query, marked) => {
    const found = find(query, answered(text));
    expect(found?.passages.map(({ text: shown }) => shown)).toEqual([text]);
    expect(found?.passages.flatMap(markedIn)).toEqual(marked);
  });

  test.each([
    ["in the middle of a word", "Reinvoicing is slow", "voicing"],
    ["as a phrase in another order", "an invoice, annual", '"annual invoice"'],
    ["as a pattern", "plain text", ".*"],
    ["as the name of a field", "plain text", "content"],
    ["as the id of a question", "plain text", "customer-acquisition"],
    ["where one of the words is missing", "flour", "flour water"],
  ])("but not %s", (_what, text, query) => {
    expect(find(query, answered(text))).toBeUndefined();
  });
});

describe("a choice is found", () => {
  test("by its label, which counts three times as much as a word", () => {
    const found = find("quickbooks", tools(["xero", "quickbooks"]));
    expect(found).toMatchObject({ score: 30, more: 0 });
    expect(found?.passages).toMatchObject([
      { question: "current-tools", kind: "choice", at: "2026-11-03T14:00:00.000Z", text: "QuickBooks" },
    ]);
    expect(find("quickb", tools(["quickbooks"]))?.score).toBe(18);
    expect(find("quickbooks", tools(["other"], "Quickbooks Desktop"))?.score).toBe(30);
    expect(find("quickbooks", answered("We love QuickBooks"))?.score).toBe(10);
    expect(find("quickbooks", tools(["xero"]))).toBeUndefined();
  });

  test("not by its value", () => {
    const profile = { "business-profile": { employees: "1", locations: "1", revenue: "<500k" } };
    expect(find("<500k", profile)).toBeUndefined();
  });

  test("in another language once, in the words of the search", () => {
    const picker = questionsOfKind(builtInInterview, "tool-picker")[0];
    const french: Interview = JSON.parse(
      JSON.stringify(builtInInterview).replaceAll('"label":"QuickBooks"', '"label":"Livres rapides"'),
    );
    expect(picker?.tools.some(({ label }) => label === "QuickBooks")).toBe(true);
    const found = find("rapides", tools(["quickbooks"]), {}, [builtInInterview, french]);
    expect(found?.passages.map(({ text }) => text)).toEqual(["Livres rapides"]);
  });

  test("of an earlier interview, whose question is no longer asked", () => {
    const entry = { section: "s", question: "long-gone", responses: [{ content: "flour" }] };
    expect(find("flour", { gone: entry })?.passages).toMatchObject([{ question: "long-gone" }]);
  });
});

test("words are found in answers, follow-ups and notes together", () => {
  const found = find("telephone supplier prefers", answered("Orders come by telephone"), {
    followUp: "Which supplier?",
    note: "Prefers a call",
  });
  expect(found?.passages.map(({ kind, question }) => [kind, question])).toEqual([
    ["answer", "customer-acquisition"],
    ["note", null],
    ["follow-up", "team-description"],
  ]);
});

test("the three best passages are shown, and the others counted", () => {
  const found = find("flour", answered("flourish", "flours", "flour", "flouring", "water"));
  expect(found).toMatchObject({ score: 10, more: 1 });
  expect(found?.passages).toHaveLength(3);
  expect(found?.passages[0]?.text).toBe("flour");
});

test("a device with a fast clock does not make its answers newer", () => {
  const record = JSON.parse(JSON.stringify(answered("flour")).replace("2026-11-02", "2036-11-02"));
  expect(find("flour", record)?.newest).toBe(SAVED_AT);
});

describe("a long text is cut around the match,", () => {
  const FAMILY = "👨‍👩‍👧";
  test.each([
    ["between words", "one two three ".repeat(60), "four five six ".repeat(60)],
    ["between characters", `${FAMILY}é\u0301`.repeat(60), `${FAMILY}n\u0303`.repeat(60)],
    ["also in a heap of marks", `a${"\u0301".repeat(900)} `, ` b${"\u0301".repeat(900)}`],
    ["and where there are no spaces", "長".repeat(500), "い".repeat(500)],
  ])("%s", (_where, before, after) => {
    const text = `${before} Zielwort ${after}`;
    const [passage] = find("zielwort", answered(text))?.passages ?? [];
    expect(passage?.text.length).toBeLessThanOrEqual(160);
    expect(passage?.text).toMatch(/^….*…$/su);
    expect(text).toContain(passage?.text.slice(1, -1));
    expect(passage?.text.isWellFormed()).toBe(true);
    expect(passage && markedIn(passage)).toEqual(["Zielwort"]);
  });

  test("at its beginning and at its end", () => {
    expect(find("zielwort", answered(`Zielwort ${"x ".repeat(200)}`))?.passages[0]?.text).toMatch(
      /^Zielwort.*[^…]…$/,
    );
    expect(find("zielwort", answered(`${"x ".repeat(200)}Zielwort`))?.passages[0]?.text).toMatch(
      /^…[^…]*Zielwort$/,
    );
  });
});
