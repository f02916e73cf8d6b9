/** The first match counts, because most browsers include several names. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];
/** No real browser sends a longer one; the rest is ignored. */
const LOOKED_AT = 500;

/**
 * A device name made from the User-Agent, in our own words: enough to recognize a device, and no text from the sender.
 */
export function deviceName(userAgent: string | undefined): string | null {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}

/** The same without words that need translation, such as "iPhone, Safari". */
export function deviceLabel(userAgent: string | undefined): string | null {
  const { browser, system } = deviceOf(userAgent);
  return [system, browser].filter(Boolean).join(", ") || null;
}

function deviceOf(userAgent: string | undefined) {
  const text = (userAgent ?? "").slice(0, LOOKED_AT);
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(text))?.[1];
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
