import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages } from "#contract/languages.ts";
import { readCatalogs } from "./catalogs.ts";
import { wordsIn } from "./words.ts";

describe("a sentence of the server", () => {
  test.each([
    ["en", 1, "1 day"],
    ["en", 5, "5 days"],
    ["es", 1, "1 día"],
    ["es", 5, "5 días"],
  ] as const)("counts in %s: %i", (language, days, expected) => {
    expect(wordsIn(language).say("mail.days", { days })).toBe(expected);
  });

  test.each(["\\u0041\\x41", "{{provider}}", "{client}", "$& $1", "'{'"])(
    "keeps a name exactly: %s",
    (client) => {
      const said = wordsIn("en").say("optOut.explains", { provider: "Acme", client });
      expect(said).toBe(`Acme sends ${client} reminder emails about the onboarding interview.`);
    },
  );
});

describe("an incomplete catalog is refused with the missing name:", () => {
  const english = { greeting: "Hi", farewell: "Bye" };

  function refusal(other: { [id: string]: string } | undefined): string {
    const folder = mkdtempSync(join(tmpdir(), "firsthand-catalogs-"));
    const messages = join(folder, "contract/messages/server");
    mkdirSync(messages, { recursive: true });
    for (const language of languages) {
      const catalog = language === "en" ? english : other;
      if (catalog) writeFileSync(join(messages, `${language}.json`), JSON.stringify(catalog));
    }
    try {
      readCatalogs("server", folder);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  }

  test.each([
    ["a message that is missing", { greeting: "Hola" }, "contract/messages/server/es.json lacks farewell"],
    ["an empty message", { greeting: " ", farewell: "Adiós" }, "server/es.json lacks greeting"],
    ["a file that is missing", undefined, "contract/messages/server/es.json"],
  ])("%s", (_what, other, expected) => {
    expect(refusal(other)).toContain(expected);
  });

  test("and a complete one is accepted", () => {
    expect(refusal({ greeting: "Hola", farewell: "Adiós" })).toBe("");
  });
});
