import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const WEB = join(import.meta.dirname, "..");
const sheets = globSync("**/*.css", { cwd: WEB }).map((file) => ({
  file,
  styles: readFileSync(join(WEB, file), "utf8"),
}));

/**
 * The page's own sizes: 100% is the base of every size, 85% is for printed answers, and 0 hides half a word from view
 * only.
 */
const OF_THE_PAGE = ["100%", "85%", "0"];

test("every text size is on the scale", () => {
  const others = sheets.flatMap(({ file, styles }) =>
    [...styles.matchAll(/font-size: ([^;]+);/g)]
      .map(([, size = ""]) => size)
      .filter((size) => !/^var\(--text-\w+\)$/.test(size) && !OF_THE_PAGE.includes(size))
      .map((size) => `${file}: ${size}`),
  );
  expect(others).toEqual([]);
});

test("no shorthand adds another size", () => {
  const shorthands = sheets.flatMap(({ styles }) =>
    [...styles.matchAll(/\bfont: ([^;]+);/g)].map(([, font = ""]) => font),
  );
  expect(new Set(shorthands)).toEqual(new Set(["inherit", "100% / var(--leading) var(--font-body)"]));
});

test("the scale is 13, 15, 17, 20, 26 and 32 px, and 27 for a phone's headings", () => {
  const tokens = sheets.find(({ file }) => file.endsWith("tokens.css"))?.styles ?? "";
  const sizes = [...tokens.matchAll(/--text-[\w-]+: ([\d.]+)rem;/g)].map(([, rem]) => Number(rem) * 16);
  expect(sizes).toEqual([13, 15, 17, 20, 26, 32, 27]);
});

test("drawings are as large as the tokens say, whatever the text beside them", () => {
  const { styles = "" } = sheets.find(({ file }) => file.endsWith("Icon.module.css")) ?? {};
  expect(styles).toContain("width: var(--icon)");
  expect(styles).toContain("stroke-width: 1.7;");
});
