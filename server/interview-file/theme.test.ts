import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wcagContrast } from "culori";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accentProblem, accentTokens, backgrounds, TEXT_CONTRAST } from "./theme.ts";

const tokensFile = readFileSync(join(import.meta.dirname, "../../web/ui/tokens.css"), "utf8");
const [lightRule = "", darkRule = ""] = tokensFile.split("@media (prefers-color-scheme: dark)");
const ours = (rule: string, token: string) => new RegExp(`${token}: (#[\\da-f]{6});`).exec(rule)?.[1];

const color = fc
  .tuple(...[0, 0, 0].map(() => fc.integer({ min: 0, max: 255 })))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`);

test("an accent color is tested on the backgrounds in the style sheet", () => {
  for (const [scheme, rule] of [
    ["light", lightRule],
    ["dark", darkRule],
  ] as const)
    expect(backgrounds[scheme]).toEqual(
      ["--paper", "--surface", "--sunken"].map((token) => ours(rule, token)),
    );
});

test("our own accent colors pass", () => {
  expect(accentProblem(ours(lightRule, "--accent") ?? "", "light")).toBeUndefined();
  expect(accentProblem(ours(darkRule, "--accent") ?? "", "dark")).toBeUndefined();
});

describe("for any color", () => {
  test("the proposed replacement passes", () => {
    fc.assert(
      fc.property(color, fc.constantFrom("light" as const, "dark" as const), (accent, scheme) => {
        const instead = /"(#[\da-f]{6})"$/.exec(accentProblem(accent, scheme) ?? "")?.[1];
        return instead === undefined || accentProblem(instead, scheme) === undefined;
      }),
    );
  });

  test("an accepted color has enough contrast as text and as background, also in its dark version", () => {
    fc.assert(
      fc.property(color, (accent) => {
        fc.pre(accentProblem(accent, "light") === undefined);
        const tokens = accentTokens({ accent });
        for (const scheme of ["light", "dark"] as const) {
          const of = (name: string) => tokens[scheme][name] ?? "";
          const pairs = [
            ...backgrounds[scheme].map((background) => [of("--accent"), background]),
            [of("--on-accent"), of("--accent")],
            [of("--on-accent"), of("--accent-strong")],
            [of("--accent-strong"), of("--accent-soft")],
          ] as [string, string][];
          for (const [one, other] of pairs)
            expect(wcagContrast(one, other), `${one} on ${other}`).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
      }),
    );
  });
});
