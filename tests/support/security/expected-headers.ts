import { expect } from "vitest";

/** The headers of every answer of every kind (promise P27), written out here independently of the server. */
const EXPECTED: { [name: string]: string } = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "microphone=(self), on-device-speech-recognition=(self), camera=(), geolocation=(), payment=(), usb=()",
};

/** The policy of both apps, and of every answer that is not a page. */
const APP_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types firsthand";
/** The policy of the console's page, which frames the preview of an interview. */
const CONSOLE_POLICY = `${APP_POLICY}; frame-src 'self'`;
/** The policy of that preview: only the console may frame it, and it makes no calls. */
const PREVIEW_POLICY = APP_POLICY.replace("connect-src 'self'", "connect-src 'none'").replace(
  "frame-ancestors 'none'",
  "frame-ancestors 'self'",
);
const PREVIEW_HEADERS = { ...EXPECTED, "x-frame-options": "SAMEORIGIN" };
/** The client's page comes with the styles of its first screen. */
const STYLED = /^text\/html\b/;
const ONE_STYLE = /(?<=style-src 'self') 'sha256-[\w+/]{43}='/;
/**
 * The policy of pages that bring their own style, show the provider's logo and run no script; only the opt-out has a
 * form, and only the page before a shared brief has a script.
 */
const PAGE_POLICY =
  /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; (?:script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; )?(?:img-src 'self'; )?base-uri 'none'; form-action '(?:none|self)'; frame-ancestors 'none'$/;
/** The policy of the API reference, whose styles are a file of this server. */
const REFERENCE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CACHING = ["no-store", "no-cache", "public, max-age=31536000, immutable"];
/** Headers that would reveal what the server is made of, or let another origin read. */
const NEVER = /^(?:access-control-.*|server|x-powered-by|via|x-aspnet.*)$/;

/** What is wrong with the headers of an answer; undefined if nothing is. */
export function headersFault(headers: Headers): string | undefined {
  const header = headers.get("content-security-policy") ?? "none";
  const isPage = STYLED.test(headers.get("content-type") ?? "");
  const policy = isPage ? header.replace(ONE_STYLE, "") : header;
  const isPreview = isPage && policy === PREVIEW_POLICY;
  const expected = Object.entries(isPreview ? PREVIEW_HEADERS : EXPECTED);
  const wrong = expected.find(([name, value]) => headers.get(name) !== value);
  if (wrong) return `${wrong[0]}: ${headers.get(wrong[0])}`;
  const known = isPage ? [APP_POLICY, CONSOLE_POLICY, PREVIEW_POLICY, REFERENCE_POLICY] : [APP_POLICY];
  if (!known.includes(policy) && !PAGE_POLICY.test(policy)) return `content-security-policy: ${policy}`;
  const caching = headers.get("cache-control") ?? "none";
  if (!CACHING.includes(caching)) return `cache-control: ${caching}`;
  const [name] = [...headers.keys()].filter((each) => NEVER.test(each));
  return name && `the header ${name}`;
}

/**
 * Expects safe headers. Cookies are not checked: only the console's sign-in, sign-in links and shared briefs set one.
 */
export function expectSafeHeaders(headers: Headers, cacheControl: string | RegExp = "no-store"): void {
  expect(headersFault(headers)).toBeUndefined();
  expect(headers.get("cache-control")).toMatch(cacheControl);
}
