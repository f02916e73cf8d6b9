/** A cache rather than localStorage, because the service worker has to read the language too. */
const CACHE = "choices";

/**
 * Choices made on this device, the number of views, and the ids of locks; nothing that was entered. They stay for the
 * next person who uses the device.
 */
type DeviceChoice = "language" | "enter" | "talk" | "shown" | "letters" | "columns" | "views" | "lock";

const entryOf = (choice: DeviceChoice) => `/choices/${choice}`;

let last = Promise.resolve();

/** Stores a choice on this device. Without storage, the choice lasts only as long as the page. */
export async function rememberChoice(choice: DeviceChoice, value: string): Promise<void> {
  // `caches` is absent on plain http
  if (!("caches" in globalThis)) return;
  const write = async () => (await caches.open(CACHE)).put(entryOf(choice), new Response(value));
  // one after another, because the earlier of two writes could otherwise end last
  last = last.then(write, write);
  return last;
}

/** Undefined if nothing was chosen here, or the cache cannot be read. */
export async function rememberedChoice(choice: DeviceChoice): Promise<string | undefined> {
  if (!("caches" in globalThis)) return undefined;
  const entry = await caches.match(entryOf(choice), { cacheName: CACHE }).catch(() => undefined);
  return entry?.text();
}
