import type { Logo } from "./logo.ts";
import { accentTokens, type Colors, ownAccent } from "./theme.ts";

/** The look of mails: the provider's colors and logo. */
export type MailLook = {
  /** `#rrggbb`; `onAccent` is readable on it. */
  light: MailColors;
  dark: MailColors;
  /** An attached PNG, because mail programs do not show SVG. */
  logo: { png: Buffer; ratio: number } | undefined;
};
export type MailColors = { accent: string; onAccent: string };

/** Encoding makes a logo a third larger in a mail, which should stay small. */
const LOGO_MAX_BYTES = 40 * 1024;

/** Our own look by default. A logo that is an SVG or too large is omitted, and the name is shown instead. */
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
