import type { Page } from "@playwright/test";
import * as axe from "./axe.ts";

/**
 * Checks as axe.ts does, at every width, then restores the page's width, since a phone has other ways to the console's
 * pages.
 */
export async function expectAccessible(...[page, ...rest]: Parameters<typeof axe.expectAccessible>) {
  await asWideAsBefore(page, () => axe.expectAccessible(page, ...rest));
}

export async function expectNoOverflow(page: Page, state: string) {
  await asWideAsBefore(page, () => axe.expectNoOverflow(page, state));
}

async function asWideAsBefore(page: Page, look: () => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  await look();
  if (before) await page.setViewportSize(before);
}
