/** The service worker's own place to keep things: nothing else can tell it with which page to answer. */
const CACHE = "choices";

/** What was chosen on this device, how many views there are, and the ids of locks; nothing that was entered. The next person has it, too. */
type Choice = "language" | "enter" | "talk" | "shown" | "letters" | "columns" | "views" | "lock";

const entryOf = (choice: Choice) => `/choices/${choice}`;

let last = Promise.resolve();

/** Keeps a choice on this device. Where there is no storage, it holds for as long as the page is open. */
export async function rememberChoice(choice: Choice, value: string): Promise<void> {
  // absent on plain http
  if (!("caches" in globalThis)) return;
  const write = async () => (await caches.open(CACHE)).put(entryOf(choice), new Response(value));
  // one after another: of two that were begun together, the earlier may be written last
  last = last.then(write, write);
  return last;
}

/** Undefined where nothing was chosen here, or it cannot be found out. */
export async function rememberedChoice(choice: Choice): Promise<string | undefined> {
  if (!("caches" in globalThis)) return undefined;
  const entry = await caches.match(entryOf(choice), { cacheName: CACHE }).catch(() => undefined);
  return entry?.text();
}
