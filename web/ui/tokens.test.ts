import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wcagContrast } from "culori";
import { describe, expect, test } from "vitest";

/** Every pair of colors that the screens put on each other, in both schemes (WCAG 2.2, 1.4.3 and 1.4.11). */

const styles = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const [light = "", dark = ""] = styles.split("@media (prefers-color-scheme: dark)");
const colorOf = (rules: string, token: string): string => {
  const found = new RegExp(`--${token}: (#[\\da-f]{6});`).exec(rules)?.[1];
  if (!found) throw new Error(`There is no color --${token}`);
  return found;
};

const BACKGROUNDS = ["paper", "surface", "sunken"];
const TEXT: [text: string, on: string[]][] = [
  ["ink", [...BACKGROUNDS, "accent-soft", "marigold-soft", "danger-soft"]],
  ["ink-muted", [...BACKGROUNDS, "accent-soft", "marigold-soft"]],
  ["accent", [...BACKGROUNDS, "accent-soft"]],
  ["accent-strong", [...BACKGROUNDS, "accent-soft"]],
  ["on-accent", ["accent", "accent-strong"]],
  ["marigold-text", [...BACKGROUNDS, "marigold-soft"]],
  ["danger", [...BACKGROUNDS, "danger-soft"]],
  ["danger-strong", [...BACKGROUNDS, "danger-soft"]],
  ["on-danger", ["danger", "danger-strong"]],
];
/**
 * Pairs for buttons, progress and voice, which have been easier to read than WCAG asks for since the scale was made.
 */
const CALM: [text: string, on: string[]][] = [
  ["on-accent", ["accent"]],
  ["accent-strong", ["accent-soft"]],
  ["accent", ["surface", "paper"]],
  ["marigold-text", ["marigold-soft", "surface"]],
  ["ink-muted", ["surface", "paper"]],
  ["danger", ["surface"]],
];
const GRAPHICS: [line: string, on: string[]][] = [
  ["control-line", BACKGROUNDS],
  ["marigold-line", BACKGROUNDS],
];

describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s scheme", (_, rules) => {
  const pairs = (table: [string, string[]][]) =>
    table.flatMap(([one, on]) => on.map((other) => [one, other]));
  const contrast = (one: string, other: string) => wcagContrast(colorOf(rules, one), colorOf(rules, other));

  test.each(pairs(TEXT) as [string, string][])("%s is readable on %s", (text, background) => {
    expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(CALM) as [string, string][])("%s is easily readable on %s", (text, background) => {
    expect(contrast(text, background)).toBeGreaterThanOrEqual(5.4);
  });

  test.each(pairs(GRAPHICS) as [string, string][])("%s is visible on %s", (line, background) => {
    expect(contrast(line, background)).toBeGreaterThanOrEqual(3);
  });
});
