import { type Language, offeredLanguage } from "#contract/languages.ts";
import { rememberedChoice } from "../ui/device-choices.ts";

/** Keeps the app on the device, so that it opens offline (docs/decisions/0011-offline.md). Served as /sw.js. */
declare const self: ServiceWorkerGlobalScope;
/** Addresses of the build's files, inserted by scripts/build.ts. */
declare const BUILD_FILES: string[];

const OWN_CACHES = "firsthand-";
/** The name changes with the contents. The server fills in {{…}} when it starts (server/pages/site.ts). */
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
    // with any other query, too
    if (pathname === "/") event.respondWith(answerPage(request, new URLSearchParams(search)));
  } else if (isKept(pathname + search)) event.respondWith(answer(request, request));
});

/** Answers in the language that the address asks for, or else in the one chosen here, or else in the browser's. */
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

/** Marks the page, so that the first paint shows the lock's button and nothing moves. */
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

/** All or nothing: if one file is missing, the earlier worker stays. */
async function fillCache(): Promise<void> {
  // the cache may exist from an interrupted installation or from before a rollback, and would then count as old
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  // `integrity`, because a server that has just been replaced may send the pages of another version
  const pages = PAGES.map(
    ([language, hash]) => new Request(pageIn(language), { cache: "reload", integrity: `sha256-${hash}` }),
  );
  // otherwise, the cache could store a gateway's sign-in page in the place of a file
  const files = KEPT.map((address) => new Request(address, { redirect: "error" }));
  try {
    await cache.addAll([...pages, ...files]);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Keeps the cache before this one, for pages that are still open. */
async function dropOldCaches(): Promise<void> {
  const names = await caches.keys(); // the oldest first
  const earlier = names.filter((name) => name.startsWith(OWN_CACHES) && name !== CACHE);
  await Promise.all(earlier.slice(0, -1).map((name) => caches.delete(name)));
}

/** Also true for files and interviews outside this worker's list, which a page older than this worker may ask for. */
function isKept(address: string): boolean {
  return address.startsWith("/assets/") || address.startsWith(INTERVIEW) || KEPT.includes(address);
}

async function answer(key: RequestInfo, request: Request): Promise<Response> {
  // a device whose storage is broken may still be online
  const kept = await find(key).catch(() => undefined);
  return kept ?? fetch(request);
}

async function find(key: RequestInfo): Promise<Response | undefined> {
  // the answers vary only by their compression, which is undone by now
  const here = await caches.match(key, { ignoreVary: true, cacheName: CACHE });
  return here ?? caches.match(key, { ignoreVary: true });
}
