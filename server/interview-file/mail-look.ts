import type { Logo } from "./logo.ts";
import { accentTokens, type Colors, ownAccent } from "./theme.ts";

/** What a mail looks like: the provider's colors and logo. */
export type MailLook = {
  /** `#rrggbb`, readable with `onAccent` on it. */
  light: MailColors;
  dark: MailColors;
  /** A PNG that the mail brings along: mail programs draw no SVG. */
  logo: { png: Buffer; ratio: number } | undefined;
};
export type MailColors = { accent: string; onAccent: string };

/** A mail grows by a third more than its logo, and stays small. */
const LOGO_MAX_BYTES = 40 * 1024;

/** Ours where the provider has no colors. A logo that is an SVG or too large is left out: their name stands there. */
export function mailLookOf({
  colors = { accent: ownAccent.light, accentDark: ownAccent.dark },
  logo,
}: {
  colors: Colors | undefined;
  logo: Logo | undefined;
}): MailLook {
  const { light, dark } = accentTokens(colors);
  return {
    light: colorsOf(light),
    dark: colorsOf(dark),
    logo: logo && fitsMail(logo) ? { png: logo.content, ratio: logo.ratio } : undefined,
  };
}

export function fitsMail({ type, content }: Logo): boolean {
  return type === "image/png" && content.length <= LOGO_MAX_BYTES;
}

function colorsOf(tokens: { [token: string]: string }): MailColors {
  return { accent: tokens["--accent"] ?? "", onAccent: tokens["--on-accent"] ?? "" };
}
