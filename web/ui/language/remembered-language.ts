/** Of the service worker's own: nothing else can tell it which page to answer with. */
const CACHE = "language";
const ENTRY = "/language";

/** Keeps on this device which language was chosen. Without storage it holds for the page alone, and stands in its address. */
export async function rememberLanguage(language: string): Promise<void> {
  // absent on plain http
  if (!("caches" in globalThis)) return;
  const cache = await caches.open(CACHE);
  await cache.put(ENTRY, new Response(language));
}

/** The language that was chosen here; undefined where none was. */
export async function rememberedLanguage(): Promise<string | undefined> {
  const entry = await caches.match(ENTRY, { cacheName: CACHE });
  return entry?.text();
}
