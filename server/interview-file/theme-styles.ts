import type { Logo } from "./logo.ts";
import { accentTokens, type Colors } from "./theme.ts";

type Look = { colors: Colors | undefined; logo: Logo | undefined; logoDark: Logo | undefined };

/** A logo is as high as our own mark, and no wider than a phone's header allows. */
const LOGO_HEIGHT_REM = 2;
const LOGO_MAX_WIDTH_REM = 8;

/** The provider's look as custom properties that override ours; empty if nothing differs. */
export function themeStyles({ colors, logo, logoDark }: Look): string {
  const accents = colors && accentTokens(colors);
  const light = { ...accents?.light, ...(logo && logoTokens(logo)) };
  const dark = { ...accents?.dark, ...(logoDark && logoTokens(logoDark)) };
  return [rule(light), darkRule(dark)].join("");
}

type Tokens = { [token: string]: string };

function logoTokens({ address, ratio }: Logo): Tokens {
  const width = Math.min(ratio * LOGO_HEIGHT_REM, LOGO_MAX_WIDTH_REM);
  return { "--logo": `url("${address}")`, "--logo-width": `${width.toFixed(2)}rem`, "--own-mark": "none" };
}

function rule(tokens: Tokens): string {
  const declarations = Object.entries(tokens).map(([token, value]) => `${token}:${value}`);
  return declarations.length > 0 ? `:root{${declarations.join(";")}}` : "";
}

function darkRule(tokens: Tokens): string {
  const inner = rule(tokens);
  return inner && `@media (prefers-color-scheme:dark){${inner}}`;
}
