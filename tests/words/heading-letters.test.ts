import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { languages } from "#contract/languages.ts";
import { LETTERS } from "../../scripts/vite-serif.ts";

const MESSAGES = join(import.meta.dirname, "../../contract/messages");

test.each(languages)("the headings' font has every letter of the words in %s", (language) => {
  const words = ["client", "console", "server"].map((part) =>
    readFileSync(join(MESSAGES, part, `${language}.json`), "utf8"),
  );
  const letters = new Set(words.join("").match(/\p{L}/gu));
  expect([...letters].filter((letter) => !LETTERS.includes(letter))).toEqual([]);
});
