import fc from "fast-check";
import { expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";

test("each sentence is one utterance", () => {
  expect(sentencesOf("Who works with you? What does each person do?", "en")).toEqual([
    "Who works with you?",
    "What does each person do?",
  ]);
  expect(sentencesOf("¿Quién trabaja con usted? ¿De qué se encarga?", "es")).toHaveLength(2);
});

test("a long sentence is read in parts, which end at a comma if there is one", () => {
  const long = `We sell ${"bread and ".repeat(15)}cake, ${"and rolls ".repeat(10)}`.trim();
  const parts = sentencesOf(long, "en");
  expect(parts).toHaveLength(2);
  expect(parts[0]).toMatch(/cake,$/);
});

test("nothing is left out, and no part is too long", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 900 }), (text) => {
      const parts = sentencesOf(text, "en");
      const bare = (each: string) => each.replace(/\s/gu, "");
      expect(bare(parts.join(""))).toBe(bare(text));
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(200);
    }),
  );
});
