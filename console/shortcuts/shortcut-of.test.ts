import { expect, test } from "vitest";
import { shortcutOf } from "./shortcut-of.ts";

const press = (keys: string) => {
  const parts = keys.split("+");
  return {
    key: parts.at(-1) ?? "",
    ctrlKey: parts.includes("Ctrl"),
    metaKey: parts.includes("Meta"),
    altKey: parts.includes("Alt"),
    shiftKey: parts.includes("Shift"),
  };
};
const ON = { isAfterG: false, areLettersOn: true };

test.each([
  ["ArrowDown", "down"],
  ["j", "down"],
  ["Shift+ArrowUp", "extend-up"],
  ["Enter", "open"],
  ["Ctrl+a", "select-all"],
  ["Meta+k", "palette"],
  ["Ctrl+K", "palette"],
  ["r", "remind"],
  ["/", "search"],
  ["Shift+?", "help"],
  ["g", "g"],
  ["n", "next-unread"],
  ["a", "approve"],
  ["Shift+A", "approve-read"],
  ["J", undefined],
  ["Shift+J", "next-client"],
  ["Shift+K", "previous-client"],
  ["z", undefined],
  ["Ctrl+r", undefined],
  ["Alt+j", undefined],
  ["Ctrl+Shift+k", undefined],
])("%s does %s", (keys, shortcut) => {
  expect(shortcutOf(press(keys), ON)).toBe(shortcut);
});

test("after G, a letter names a place", () => {
  expect(shortcutOf(press("n"), { ...ON, isAfterG: true })).toBe("needs-you");
  expect(shortcutOf(press("x"), { ...ON, isAfterG: true })).toBe("select");
});

test("where letters are off, the other keys still work", () => {
  const off = { ...ON, areLettersOn: false };
  expect(["j", "x", "g", "/", "?"].map((key) => shortcutOf(press(key), off))).toEqual(
    Array(5).fill(undefined),
  );
  expect(shortcutOf(press("ArrowDown"), off)).toBe("down");
  expect(shortcutOf(press("Ctrl+k"), off)).toBe("palette");
});
