import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const LOOKS = [
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
  { width: 360, colorScheme: "light" },
] as const;

/**
 * The page has no accessibility fault on a desktop or a phone, by day or by night. `show` brings up again what does
 * not stay by itself.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  show?: () => Promise<unknown>,
): Promise<void> {
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await show?.();
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    const faults = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target }) => target.join(" ")),
    }));
    expect.soft(faults, `${state}, ${width} px, ${colorScheme}`).toEqual([]);
  }
}

/** At no width of a phone is there anything to scroll sideways to. */
export async function expectNoOverflow(page: Page, state: string): Promise<void> {
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.soft.poll(overflow, `${state}, ${width} px`).toBe(0);
  }
}
