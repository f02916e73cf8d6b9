import { describe, expect, test } from "vitest";
import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import { spokenText } from "./spoken-text.ts";

const LONG_MS = 10_000;
const SHORT_MS = 600;

describe("an engine's text becomes an answer", () => {
  test.each([
    ["as it is", "We bake bread.", "We bake bread."],
    ["on one line", " We bake\nbread.\r\n\tDaily.\u2028And cake. \n", "We bake bread. Daily. And cake."],
    ["without what cannot be seen", "We\u0000bake\u001b[31m bread", "We bake [31m bread"],
    ["with half a character made whole", "bread \ud83d", "bread \ufffd"],
    ["with its marks, where there are words too", "[laughs] We bake.", "[laughs] We bake."],
  ])("%s", (_how, text, answer) => {
    expect(spokenText(text, LONG_MS)).toBe(answer);
  });

  test("no longer than the maximum, and with no character cut in half", () => {
    expect(spokenText("ab ".repeat(ANSWER_MAX_LENGTH), LONG_MS).length).toBeLessThanOrEqual(
      ANSWER_MAX_LENGTH,
    );
    const cut = spokenText(`${"a".repeat(ANSWER_MAX_LENGTH - 1)}👍`, LONG_MS);
    expect(cut).toBe("a".repeat(ANSWER_MAX_LENGTH - 1));
  });
});

describe("an answer is empty when the engine writes", () => {
  test.each(["", " \n", "...", "[BLANK_AUDIO]", "(silence)", "♪ ♪", "*music*", "[Music] [Applause]"])(
    "%j, however long the audio was",
    (text) => {
      expect(spokenText(text, LONG_MS)).toBe("");
    },
  );

  test.each(["you", " You.", "Thank you.", "Thanks for watching!", "Thank you for watching.", "Bye-bye."])(
    "%j and the audio was nearly silent",
    (text) => {
      expect(spokenText(text, SHORT_MS)).toBe("");
      expect(spokenText(text, LONG_MS)).toBe(text.trim());
    },
  );

  test("but a real short answer stays", () => {
    expect(spokenText("Yes.", SHORT_MS)).toBe("Yes.");
    expect(spokenText("Thank you, we do.", SHORT_MS)).toBe("Thank you, we do.");
  });
});
