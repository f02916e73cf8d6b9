import { rememberChoice, rememberedChoice } from "../../ui/device-choices.ts";

/**
 * The ids of the passkeys that were added in this browser: random, and telling nothing of whose they are. The service worker
 * shows a page with a lock where there are any, and `data-lock` on the page shows the button.
 */

const MOST = 10;

export async function knownLocks(): Promise<string[]> {
  return (await rememberedChoice("lock"))?.split(" ").filter(Boolean) ?? [];
}

/** The newest first, so that a shared device has room for everyone who uses it now. */
export async function rememberLocks(ids: readonly string[]): Promise<void> {
  const others = (await knownLocks()).filter((id) => !ids.includes(id));
  await write([...ids, ...others].slice(0, MOST));
}

/** This one, or all. */
export async function forgetLock(id?: string): Promise<void> {
  await write(id === undefined ? [] : (await knownLocks()).filter((each) => each !== id));
}

async function write(ids: readonly string[]): Promise<void> {
  await rememberChoice("lock", ids.join(" ")).catch(() => undefined);
  const { dataset } = document.documentElement;
  if (ids.length > 0) dataset.lock = "";
  else delete dataset.lock;
}
