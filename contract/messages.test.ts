import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "vitest";
import { type MessageCatalog, missingIds } from "./catalog.ts";
import { languages } from "./languages.ts";
import clientEn from "./messages/client/en.json" with { type: "json" };
import { specifiedMessages } from "./specified-messages.ts";

/** The folder of the catalogs, three for each language. */
const FOLDER = join(import.meta.dirname, "messages");
const files = globSync("*/*.json", { cwd: FOLDER });
const NAMES = ["client", "console", "server"];
const catalogOf = (name: string, language: string): MessageCatalog =>
  JSON.parse(readFileSync(join(FOLDER, name, `${language}.json`), "utf8"));

/** The names of the placeholders in a message, including those inside its plural forms. */
function placeholdersOf(compiled: CompiledMessage): string[] {
  if (typeof compiled === "string") return [];
  return compiled.flatMap((token) => {
    if (typeof token === "string") return [];
    const [name, , forms] = token;
    const inside = forms && typeof forms === "object" ? Object.values(forms) : [];
    return [
      name,
      ...inside.flatMap((form) => (Array.isArray(form) ? placeholdersOf(form as CompiledMessage) : [])),
    ];
  });
}

test.each(specifiedMessages)("the string of %s is there exactly: %s", (_, id, text) => {
  expect(clientEn[id]).toBe(text);
});

test("each language has three catalogs, and no other file", () => {
  const expected = NAMES.flatMap((name) => languages.map((language) => `${name}/${language}.json`));
  expect(files.sort()).toEqual(expected.sort());
});

const catalogs = NAMES.flatMap((name) =>
  languages.map((language): [string, MessageCatalog, MessageCatalog] => [
    `${name}, ${language}`,
    catalogOf(name, language),
    catalogOf(name, "en"),
  ]),
);

describe.each(catalogs)("every message (%s)", (_, catalog, english) => {
  const messages = Object.entries(catalog);

  test("has a text", () => {
    expect(missingIds(catalog, english)).toEqual([]);
  });

  test("is there in the order of the English messages, and there are no others", () => {
    expect(Object.keys(catalog)).toEqual(Object.keys(english));
  });

  test("takes the same values as in English", () => {
    const valuesOf = (text = "") => [...new Set(placeholdersOf(compileMessage(text)))].sort().join();
    const differing = messages.filter(([id, text]) => valuesOf(text) !== valuesOf(english[id]));
    expect(differing).toEqual([]);
  });

  test("is not blank, and has no white space around it", () => {
    expect(messages.filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("has an id of words joined by dots", () => {
    expect(messages.map(([id]) => id).filter((id) => !/^[a-z]\w*(\.[\w-]+)*$/i.test(id))).toEqual([]);
  });

  test("compiles, and leaves no brace behind", () => {
    const texts = messages.map(([id, text]) => [id, JSON.stringify(compileMessage(text, (raw) => raw))]);
    const plain = messages.filter(([, text]) => typeof compileMessage(text) === "string");
    expect(texts).toHaveLength(messages.length);
    expect(plain.filter(([, text]) => /[{}]/.test(text))).toEqual([]);
  });

  test("names its placeholders in camel case", () => {
    const names = messages.flatMap(([, text]) => placeholdersOf(compileMessage(text)));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^[a-z][a-zA-Z]*$/.test(name))).toEqual([]);
  });

  test("that counts has a form for one and a form for all other numbers", () => {
    const counting = messages.filter(([, text]) => text.includes("plural"));
    // a plural form may have placeholders
    const form = String.raw`\{(?:[^{}]|\{\w+\})*\}`;
    const forms = new RegExp(String.raw`\{\w+, plural, (=0 ${form} )?one ${form} other ${form}\}`);
    expect(counting.filter(([, text]) => !forms.test(text))).toEqual([]);
  });

  test("has no straight apostrophe, which would quote the placeholder after it", () => {
    // product §7 fixes the text of this button for outside checks, and it has no placeholder
    const checked = messages.filter(([id]) => id !== "website.none");
    expect(checked.filter(([, text]) => text.includes("'"))).toEqual([]);
  });

  test("holds no markup", () => {
    expect(messages.filter(([, text]) => /<[a-z/!]/i.test(text))).toEqual([]);
  });
});
