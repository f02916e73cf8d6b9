import { expect, test } from "vitest";
import en from "#contract/messages/console/en.json?compiled";
import { activateLanguage, addWords } from "../../web/ui/language/spoken-language.ts";
import { nameOfCopy } from "./name-of-copy.ts";

addWords("en", en);
activateLanguage("en");

test("a copy gets a unique name that is not too long", () => {
  expect(nameOfCopy("Salon", [])).toBe("Copy of Salon");
  expect(nameOfCopy("Salon", ["copy of salon", "Copy of Salon 2"])).toBe("Copy of Salon 3");
  expect(nameOfCopy("x".repeat(60), [])).toHaveLength(60);
});
