import type { Page } from "@playwright/test";

declare global {
  interface Window {
    __wakeLocks: Set<WakeLockSentinel>;
  }
}

/** Allows the page to keep the screen on; the returned function counts the locks that the page holds. */
export async function countWakeLocks(page: Page): Promise<() => Promise<number>> {
  await page.context().grantPermissions(["microphone", "screen-wake-lock"]);
  await page.addInitScript(() => {
    window.__wakeLocks = new Set();
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await request(type);
      window.__wakeLocks.add(lock);
      lock.addEventListener("release", () => window.__wakeLocks.delete(lock));
      return lock;
    };
  });
  return () => page.evaluate(() => window.__wakeLocks.size);
}
