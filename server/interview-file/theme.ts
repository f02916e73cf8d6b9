import { converter, formatHex, interpolate, type Oklch, wcagContrast } from "culori";

/** The colors in `web/ui/tokens.css` (a test compares them); an accent must be visible on each of them. */
export const backgrounds = {
  light: ["#faf6ef", "#fffdf9", "#f3ecdf"],
  dark: ["#121715", "#1a211e", "#232b27"],
} as const;
/** Our own accent, compared by the same test. */
export const ownAccent = { light: "#1c5b4a", dark: "#8fd0b6" } as const;
const INK = { light: "#1e2723", dark: "#f1ebdf" } as const;
const ON_ACCENT = { light: "#fffdf9", dark: "#0f1f19" } as const;
/** WCAG 2.2, 1.4.3: contrast of text with its background. */
export const TEXT_CONTRAST = 4.5;
/** For an accent that we compute, so that it is as easy to read as our own. */
const CHOSEN_CONTRAST = 5.5;
/** The share of accent in its soft background, and of ink in its strong form. */
const SOFT_SHARE = { light: 0.1, dark: 0.2 } as const;
const STRONG_SHARE = 0.3;

type ColorScheme = keyof typeof backgrounds;
/** The custom properties of one color scheme, named as in `tokens.css`. */
type Tokens = { [token: string]: string };
export type Colors = { accent: string; accentDark?: string | undefined };

/** The tokens computed from a provider's accents. */
export function accentTokens({ accent, accentDark }: Colors): { [Name in ColorScheme]: Tokens } {
  const dark = accentDark ?? nearestReadable(calmed(accent), "dark", CHOSEN_CONTRAST);
  return { light: tokensOf(accent, "light"), dark: tokensOf(dark, "dark") };
}

function tokensOf(accent: string, scheme: ColorScheme): Tokens {
  return {
    "--accent": accent,
    "--accent-strong": strongOf(accent, scheme),
    "--accent-soft": softOf(accent, scheme),
    "--on-accent": ON_ACCENT[scheme],
  };
}

/** Why an accent is unreadable in this scheme; undefined if it is readable. */
export function accentProblem(accent: string, scheme: ColorScheme): string | undefined {
  const contrast = leastContrast(accent, scheme);
  if (contrast >= TEXT_CONTRAST) return undefined;
  const [much, background] = scheme === "light" ? ["light", "light"] : ["dark", "dark"];
  const instead = nearestReadable(accent, scheme, TEXT_CONTRAST);
  return `Too ${much} to be read on a ${background} background: its contrast is ${contrast.toFixed(1)} where ${TEXT_CONTRAST} is needed. The nearest that can be read is "${instead}"`;
}

/** The lowest contrast among all color pairs in which the accent is used. */
function leastContrast(accent: string, scheme: ColorScheme): number {
  const strong = strongOf(accent, scheme);
  const soft = softOf(accent, scheme);
  const pairs = [
    ...backgrounds[scheme].map((background) => [accent, background]),
    [accent, soft],
    [strong, soft],
    [INK[scheme], soft],
    [ON_ACCENT[scheme], accent],
    [ON_ACCENT[scheme], strong],
  ] as [string, string][];
  return Math.min(...pairs.map(([one, other]) => wcagContrast(one, other)));
}

function strongOf(accent: string, scheme: ColorScheme): string {
  return mixed(accent, INK[scheme], STRONG_SHARE);
}

function softOf(accent: string, scheme: ColorScheme): string {
  return mixed(backgrounds[scheme][1], accent, SOFT_SHARE[scheme]);
}

/** Mixes this share of the second color into the first. */
function mixed(one: string, other: string, share: number): string {
  return formatHex(interpolate([one, other], "oklab")(share));
}

const toOklch = converter("oklch");

function oklchOf(accent: string): Oklch {
  const color = toOklch(accent);
  if (!color) throw new Error("The schema lets through what is no color");
  return color;
}

/** A lighter accent also looks more vivid, so dark mode uses less chroma. */
const CALM_SHARE = 0.75;

function calmed(accent: string): string {
  const color = oklchOf(accent);
  return formatHex({ ...color, c: color.c * CALM_SHARE });
}

/** Bisection steps over the lightness: finer than eight bits can show. */
const STEPS = 12;

/** The nearest readable color of the same hue: darker in light mode, lighter in dark mode. */
function nearestReadable(accent: string, scheme: ColorScheme, contrast: number): string {
  const color = oklchOf(accent);
  const end = scheme === "light" ? 0 : 1;
  const at = (share: number) => formatHex({ ...color, l: color.l + (end - color.l) * share });
  if (leastContrast(at(0), scheme) >= contrast) return at(0);
  let [no, yes] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (no + yes) / 2;
    if (leastContrast(at(middle), scheme) >= contrast) yes = middle;
    else no = middle;
  }
  return at(yes);
}
