import { beforeAll, expect, test } from "vitest";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { durationWords } from "./duration-words.ts";

beforeAll(speakEnglish);

test.for([
  [0, "0 sec"],
  [900, "1 sec"],
  [59_400, "59 sec"],
  [59_600, "1 min 0 sec"],
  [100_000, "1 min 40 sec"],
  [300_000, "5 min 0 sec"],
] as const)("%i ms are %s", ([durationMs, words]) => {
  expect(durationWords(durationMs)).toBe(words);
});
