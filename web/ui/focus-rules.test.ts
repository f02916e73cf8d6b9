import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "..");
const styles = globSync("**/*.css", { cwd: WEB });

/** Selectors that style everything within an element by where the focus is. */
function broadFocusRules(css: string): string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, "").match(/[^{};]+(?=\{)/g) ?? [];
  return selectors
    .map((selector) => selector.trim())
    .filter((selector) => /:(?:has\([^{]*:focus|focus-within)[^{,]*[ >]\*/.test(selector));
}

test("a broad rule is found", () => {
  expect(broadFocusRules("main:has(:focus-visible) .questions > * { transition: none; }")).toHaveLength(1);
  expect(broadFocusRules(".box:focus-within * { color: red; }")).toHaveLength(1);
  expect(broadFocusRules(".chip:has(:focus-visible) { outline: 2px solid; }")).toEqual([]);
  expect(broadFocusRules(".composer:focus-within > .toolbar { opacity: 1; } .list > * { gap: 0; }")).toEqual(
    [],
  );
});

test("no move of the focus makes a browser restyle the whole interview", () => {
  expect(styles.length).toBeGreaterThan(50);
  for (const path of styles) expect(broadFocusRules(readFileSync(join(WEB, path), "utf8")), path).toEqual([]);
});
