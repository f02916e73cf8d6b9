import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bannedInCatalogs, bannedWords, exceptions } from "./banned-words.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Longer sentences are refused in the console's catalogs. */
const SENTENCE_WORDS_MAX = 20;
const CODE = "{bench,bin,console,contract,scripts,server,tests,web}/**/*.{ts,tsx,js,css}";
const TEXTS = "{*.md,docs/**/*.md,deploy/**/*.md,contract/messages/**/*.json}";

type Finding = { place: string; line: number; words: string; instead: string };

function findingsIn(file: string): Finding[] {
  const isCatalog = file.startsWith("contract/messages/");
  const patterns = isCatalog ? [...bannedWords, ...bannedInCatalogs] : bannedWords;
  const text = exceptions.reduce(
    (left, exception) => left.replaceAll(exception.text, ""),
    readFileSync(join(ROOT, file), "utf8"),
  );
  return text.split("\n").flatMap((content, index) => {
    const said = isCatalog ? content.replace(/^\s*"[^"]*":/, "") : content;
    return patterns.flatMap(({ pattern, instead }) =>
      [...said.matchAll(pattern)].map(([words]) => ({
        place: placeOf(file),
        line: index + 1,
        words,
        instead,
      })),
    );
  });
}

/** The place of a file: a catalog by its name, all pages as "docs", code by its folder. */
function placeOf(file: string): string {
  if (file.endsWith(".json")) return file;
  if (file.endsWith(".md")) return "docs";
  return file.startsWith("server/") ? file.split("/").slice(0, 2).join("/") : (file.split("/")[0] ?? file);
}

const files = globSync([CODE, TEXTS], { cwd: ROOT })
  .filter((file) => !file.includes("node_modules/") && !file.startsWith("tests/words/"))
  .sort();
const byPlace = Map.groupBy(
  files.map((file) => ({ file, place: placeOf(file) })),
  ({ place }) => place,
);

test("the check reads catalogs, pages and code", () => {
  expect(files).toEqual(
    expect.arrayContaining([
      "README.md",
      "contract/messages/console/en.json",
      "server/cli/command.ts",
      "server/settings/settings.ts",
    ]),
  );
});

test.each([...byPlace])("%s has no banned word", (_place, members) => {
  const found = members.flatMap(({ file }) =>
    findingsIn(file).map(({ line, words, instead }) => `${file}:${line}: "${words}" (instead: ${instead})`),
  );
  expect(found).toEqual([]);
});

test("every exception is still needed, and has its reason", () => {
  const texts = files.map((file) => readFileSync(join(ROOT, file), "utf8"));
  expect(exceptions.filter(({ text }) => !texts.some((each) => each.includes(text)))).toEqual([]);
  expect(exceptions.filter(({ reason }) => reason === "")).toEqual([]);
});

describe("the console's catalog keeps sentences short:", () => {
  test.each(["en", "es"])("%s", (language) => {
    const catalog: { [id: string]: string } = JSON.parse(
      readFileSync(join(ROOT, `contract/messages/console/${language}.json`), "utf8"),
    );
    const long = Object.entries(catalog).flatMap(([id, text]) =>
      text
        .split(/(?<=[.!?:])\s/)
        .filter((sentence) => !sentence.includes(", plural,"))
        .filter((sentence) => sentence.split(/\s+/).length > SENTENCE_WORDS_MAX)
        .map((sentence) => `${id}: ${sentence}`),
    );
    expect(long).toEqual([]);
  });
});
