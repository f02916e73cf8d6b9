import { type Language, offeredLanguage } from "#contract/languages.ts";
import { rememberedChoice } from "../ui/device-choices.ts";

/** Keeps the app on the device, so that it opens without a connection (decision 11). Served as /sw.js. */
declare const self: ServiceWorkerGlobalScope;
/** Addresses of the build's files; scripts/build.ts brings them. */
declare const BUILD_FILES: string[];

const OWN_CACHES = "firsthand-";
/** Named for all that is in it. The server fills in {{…}} when it starts (server/pages/site.ts). */
const CACHE = `${OWN_CACHES}{{version}}`;
const INTERVIEW = "/v1/interview?hash=";
/** The provider's logo. */
const PROVIDED_FILES = "{{providedFiles}}".split(" ").filter((address) => address !== "");
/** By language: the fingerprint of the page, and the hash of the interview. */
const PAGES = pairsIn("{{pages}}");
const INTERVIEWS = pairsIn("{{interviews}}").map(([, hash]) => INTERVIEW + hash);
const KEPT = [...BUILD_FILES, ...PROVIDED_FILES, ...INTERVIEWS];
const pageIn = (language: Language) => `/?language=${language}`;

/** "en:one es:other" */
function pairsIn(text: string): [language: Language, value: string][] {
  return text.split(" ").map((pair) => pair.split(":") as [Language, string]);
}

self.addEventListener("install", (event) => {
  event.waitUntil(fillCache().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), dropOldCaches()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    // whatever else stands behind the question mark
    if (pathname === "/") event.respondWith(answerPage(request, new URLSearchParams(search)));
  } else if (isKept(pathname + search)) event.respondWith(answer(request, request));
});

/** In the language that the address asks for, else in the one that was chosen here, else in the browser's. */
async function answerPage(request: Request, asked: URLSearchParams): Promise<Response> {
  const chosen = await rememberedChoice("language");
  const wishes = [asked.get("language") ?? "", chosen ?? "", ...navigator.languages];
  const offered = PAGES.map(([language]) => language);
  const [page, lock] = await Promise.all([
    answer(pageIn(offeredLanguage(wishes, offered)), request),
    rememberedChoice("lock"),
  ]);
  return lock ? withLock(page) : page;
}

/** Shows from the first paint on that the lock of this device signs in here, so that nothing moves. */
async function withLock(page: Response): Promise<Response> {
  const text = (await page.text()).replace("<html ", '<html data-lock="" ');
  const { status, statusText, headers } = page;
  return new Response(text, { status, statusText, headers: withoutLength(headers) });
}

function withoutLength(headers: Headers): Headers {
  const others = new Headers(headers);
  for (const name of ["content-length", "content-encoding"]) others.delete(name);
  return others;
}

/** All or nothing: where one file is missing, the worker before this one stays. */
async function fillCache(): Promise<void> {
  // there already after an installation that was cut off, or before a rollback; then it would count as old
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  // a server that has just been replaced sends other pages than those this worker is for
  const pages = PAGES.map(
    ([language, hash]) => new Request(pageIn(language), { cache: "reload", integrity: `sha256-${hash}` }),
  );
  // else the cache would store the page of a gateway that asks for a sign-in in a file's place
  const files = KEPT.map((address) => new Request(address, { redirect: "error" }));
  try {
    await cache.addAll([...pages, ...files]);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** The cache before this one stays for the pages that are still open. */
async function dropOldCaches(): Promise<void> {
  const names = await caches.keys(); // the oldest first
  const earlier = names.filter((name) => name.startsWith(OWN_CACHES) && name !== CACHE);
  await Promise.all(earlier.slice(0, -1).map((name) => caches.delete(name)));
}

/** A page that is older than this worker asks for files and an interview that are not in its list. */
function isKept(address: string): boolean {
  return address.startsWith("/assets/") || address.startsWith(INTERVIEW) || KEPT.includes(address);
}

async function answer(key: RequestInfo, request: Request): Promise<Response> {
  // a device whose storage is broken may still be online
  const kept = await find(key).catch(() => undefined);
  return kept ?? fetch(request);
}

async function find(key: RequestInfo): Promise<Response | undefined> {
  // the answers vary by their compression only, which is undone by now
  const here = await caches.match(key, { ignoreVary: true, cacheName: CACHE });
  return here ?? caches.match(key, { ignoreVary: true });
}
