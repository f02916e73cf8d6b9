/**
 * The HTTP Observatory's score of one answer, by its published table (mdn/mdn-http-observatory, `charts.js`), as far as
 * an answer shows it: the redirect from HTTP to HTTPS is the proxy's. The Observatory scores a site's page; this scores
 * every answer. `headersFault` checks the deductions that this score lacks.
 */
export type HeaderScore = { score: number; grade: "A+" | "below"; points: { [rule: string]: number } };

const SIX_MONTHS_S = 15_768_000;
const PRIVATE_REFERRERS = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"];
/** Bonus points count only from this score on. */
const EXTRA_FROM = 90;

export function headerScore(headers: Headers, html = ""): HeaderScore {
  const points = {
    csp: cspPoints(headers),
    framing: framingPoints(headers),
    referrer: referrerPoints(headers),
    hsts: hstsPoints(headers),
    sniffing: headers.get("x-content-type-options") === "nosniff" ? 0 : -5,
    corp: isolationPoints(headers, "cross-origin-resource-policy", "same-origin"),
    coep: isolationPoints(headers, "cross-origin-embedder-policy", "require-corp"),
    coop: isolationPoints(headers, "cross-origin-opener-policy", "same-origin"),
    cors: headers.has("access-control-allow-credentials") ? -50 : 0,
    sri: integrityPoints(html),
  };
  const all = Object.values(points);
  const sum = (some: number[]) => some.reduce((total, each) => total + each, 0);
  const base = 100 + sum(all.filter((each) => each < 0));
  const score = base >= EXTRA_FROM ? 100 + sum(all) : base;
  return { score, grade: score >= 100 ? "A+" : "below", points };
}

/** The values of each directive; the first directive of a name counts. */
export function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const text of policy.split(";")) {
    const [name = "", ...values] = text.trim().split(/\s+/);
    if (name !== "" && !directives.has(name)) directives.set(name, values);
  }
  return directives;
}

function policyOf(headers: Headers): Map<string, string[]> {
  return directivesOf(headers.get("content-security-policy") ?? "");
}

function cspPoints(headers: Headers): number {
  const policy = policyOf(headers);
  if (policy.size === 0) return -25;
  const fallback = policy.get("default-src") ?? ["*"];
  const sources = (name: string) => policy.get(name) ?? fallback;
  const isOpen = (source: string) => /^(?:\*|https?:|data:|'unsafe-(?:inline|eval|hashes)')$/.test(source);
  if ([...sources("script-src"), ...sources("object-src")].some(isOpen)) return -20;
  if (sources("style-src").some(isOpen)) return 0;
  const isClosed = fallback.length === 1 && fallback[0] === "'none'";
  const forms = policy.get("form-action") ?? ["*"];
  return isClosed && forms.every((source) => ["'none'", "'self'"].includes(source)) ? 10 : 5;
}

function framingPoints(headers: Headers): number {
  const ancestors = policyOf(headers).get("frame-ancestors");
  if (ancestors?.every((source) => ["'none'", "'self'"].includes(source))) return 5;
  return ["DENY", "SAMEORIGIN"].includes(headers.get("x-frame-options") ?? "") ? 0 : -20;
}

function referrerPoints(headers: Headers): number {
  const policy = headers.get("referrer-policy");
  if (policy === null) return 0;
  return PRIVATE_REFERRERS.includes(policy) ? 5 : -5;
}

function hstsPoints(headers: Headers): number {
  const text = headers.get("strict-transport-security") ?? "";
  const seconds = Number(/^max-age=(\d+)/.exec(text)?.[1] ?? -1);
  if (seconds < 0) return -20;
  return seconds >= SIX_MONTHS_S ? 0 : -10;
}

function isolationPoints(headers: Headers, name: string, strictest: string): number {
  return headers.get(name) === strictest ? 10 : 0;
}

/** Only scripts count, and a page without scripts gets no points. */
function integrityPoints(html: string): number {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)];
  const isForeign = ([, address = ""]: RegExpExecArray) => /^(?:[a-z]+:)?\/\//i.test(address);
  const isChecked = ([tag]: RegExpExecArray) => /\bintegrity="sha(?:256|384|512)-[\w+/=]+"/.test(tag);
  if (scripts.some((script) => isForeign(script) && !isChecked(script))) return -5;
  return scripts.length > 0 && scripts.every(isChecked) ? 5 : 0;
}
