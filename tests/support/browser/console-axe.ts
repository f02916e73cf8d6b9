import type { Page } from "@playwright/test";
import * as axe from "./axe.ts";
import { asWideAsBefore } from "./look.ts";

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
