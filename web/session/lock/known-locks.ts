import { rememberChoice, rememberedChoice } from "../../ui/device-choices.ts";

/**
 * The ids of the passkeys that were added in this browser: random, and without a hint of whose they are. If there are
 * any, the service worker marks the page with `data-lock`, which shows the lock's button.
 */

const MOST = 10;

export async function knownLocks(): Promise<string[]> {
  return (await rememberedChoice("lock"))?.split(" ").filter(Boolean) ?? [];
}

/** Puts the newest first, so that a shared device has room for everyone who uses it now. */
export async function rememberLocks(ids: readonly string[]): Promise<void> {
  const others = (await knownLocks()).filter((id) => !ids.includes(id));
  await write([...ids, ...others].slice(0, MOST));
}

/** Forgets this lock, or all of them. */
export async function forgetLock(id?: string): Promise<void> {
  await write(id === undefined ? [] : (await knownLocks()).filter((each) => each !== id));
}

async function write(ids: readonly string[]): Promise<void> {
  await rememberChoice("lock", ids.join(" ")).catch(() => undefined);
  const { dataset } = document.documentElement;
  if (ids.length > 0) dataset.lock = "";
  else delete dataset.lock;
}
