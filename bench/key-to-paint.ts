import type { Page } from "@playwright/test";

export const THROTTLE = 4;
const KEYS = 60;
const KEY_EVERY_MS = 60;

/** Slows the page's processor, also after it navigates. */
export async function slowProcessor(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
}

/** The milliseconds from each key's event time to the next frame. */
export async function timeKeys(page: Page, selector: string): Promise<number[]> {
  await page.locator(selector).evaluate((box) => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    box.addEventListener("keydown", (event) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        // after the frame's own work: layout and paint
        channel.port1.onmessage = () => times.push(performance.now() - event.timeStamp);
        channel.port2.postMessage(undefined);
      });
    });
  });
  await page.locator(selector).focus();
  const words = "the quick brown fox jumps over it ".repeat(2).slice(0, KEYS);
  await page.keyboard.type(words, { delay: KEY_EVERY_MS });
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes);
}
