import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { markup } from "#contract/markup.ts";
import { readConfig } from "../settings/config.ts";
import { publicPage } from "./public-page.ts";

const tokensIn = (file: string) => {
  const styles = readFileSync(join(import.meta.dirname, file), "utf8");
  const schemes = styles.split("@media (prefers-color-scheme: dark)");
  const namesAndValues = (rules = "") =>
    [...rules.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, ...pair]) => pair);
  return schemes.map((rules) => new Map(namesAndValues(rules) as [string, string][]));
};

test("its design tokens are those of the screens, in both color schemes", () => {
  const [ours, theirs] = [tokensIn("public-page.css"), tokensIn("../../web/ui/tokens.css")];
  const colorsOf = (rules: Map<string, string> = new Map()) =>
    [...rules].filter(([, value]) => value.startsWith("#"));
  for (const scheme of [0, 1])
    for (const [token, value] of colorsOf(ours[scheme]))
      expect([token, theirs[scheme]?.get(token)]).toEqual([token, value]);
});

describe("of a provider with their own colors", () => {
  const { provided, ...config } = readConfig({ FIRSTHAND_PROVIDER_NAME: "Park & Sons" });
  const theme = ':root{--accent:#0000aa;--logo:url("/logo.svg");--own-mark:none}';
  const owner = { ...config, provided: { ...provided, theme } };
  const content = markup`<h1>Hello</h1>`;
  const page = publicPage({ owner, language: "en", title: "Hello", content });

  test("it has them after ours, with their logo and name", () => {
    expect(page.html.indexOf(theme)).toBeGreaterThan(page.html.indexOf("--accent: #1c5b4a"));
    expect(page.html).toContain("Park &amp; Sons");
    expect(page.policy).toContain("img-src 'self'");
  });

  test("its policy allows each style sheet by its hash, and nothing else runs", () => {
    const styles = [...page.html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = ""]) => style);
    expect(styles).toHaveLength(2);
    for (const style of styles) expect(page.policy).toContain(`'sha256-${hash("sha256", style, "base64")}'`);
    expect(page.policy).toMatch(/^default-src 'none'/);
    expect(page.policy).toContain("form-action 'none'");
  });

  test("a form can be sent only to this server", () => {
    expect(publicPage({ owner, language: "en", title: "Hello", content, hasForm: true }).policy).toContain(
      "form-action 'self'",
    );
  });
});
