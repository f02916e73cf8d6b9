import { expect, test } from "vitest";
import { probeAfter } from "./probes.ts";

const question = { probes: ["How many hours?", "Who fills in?"] };
const typed = (content: string) => ({ type: "text" as const, content });
const spoken = (duration?: number, content = "") => ({
  type: "audio" as const,
  content,
  ...(duration !== undefined && { duration }),
});
const words = (count: number) => typed(Array.from({ length: count }, () => "word").join(" "));

test.each([
  ["no answer", [], undefined],
  ["14 words", [words(14)], 0],
  ["15 words", [words(15)], undefined],
  ["two thin answers", [words(3), words(4)], 1],
  ["thin answers that say enough together", [words(8), words(7)], undefined],
  ["a short sentence after a long answer", [words(40), words(2)], undefined],
  ["more thin answers than probes", [words(1), words(1), words(1)], undefined],
  ["speech of 7.9 seconds", [spoken(7_900)], 0],
  ["speech of 8 seconds", [spoken(8_000)], undefined],
  ["speech of unknown length", [spoken()], undefined],
  ["long speech of few words", [spoken(20_000, "Only me.")], 0],
  ["short speech of many words", [spoken(5_000, words(20).content)], undefined],
  ["a reason", [{ ...typed("I don't know"), reason: "unknown" as const }], undefined],
])("%s", (_name, answers, place) => {
  expect(probeAfter(question, answers)).toBe(place);
});

test("a question without probes asks nothing", () => {
  expect(probeAfter({}, [words(1)])).toBeUndefined();
});
