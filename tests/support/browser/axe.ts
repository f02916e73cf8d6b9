import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { shareOf } from "../faults/faults.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Look = { width: number; colorScheme: "light" | "dark" };
/** Colors hardly depend on the width, so not every width is checked in both color schemes. */
const LOOKS: Look[] = [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
];
export const DARK_DESKTOP: Look = { width: 1280, colorScheme: "dark" };

type Options = {
  looks?: Look[];
  /** Reopens something that closes automatically. */
  show?: () => Promise<unknown>;
};

/**
 * Expects no accessibility faults on the page as it is, on a desktop and a phone, in light and dark. CI checks each
 * state in only one of these looks, since a check takes longer than most tests.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  { looks = LOOKS, show }: Options = {},
): Promise<void> {
  for (const { width, colorScheme } of shareOf(looks, { every: looks.length, turn: state.length })) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await show?.();
    await expectStill(page);
    // legacy mode avoids opening a separate page for each check; our pages have no frames that would need one
    const { violations } = await new AxeBuilder({ page, ...(await alreadyThere(page)) })
      .setLegacyMode()
      .options({ resultTypes: ["violations"], runOnly: { type: "tag", values: RULES } })
      .analyze();
    const faults = violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ target }) => target.join(" ")),
    }));
    expect.soft(faults, `${state}, ${width} px, ${colorScheme}`).toEqual([]);
  }
}

/** Loads the half megabyte of axe's script once for each page, not for each check. */
async function alreadyThere(page: Page): Promise<{ axeSource?: string }> {
  return (await page.evaluate(() => "axe" in window)) ? { axeSource: "0" } : {};
}

/** Waits until no color is in transition; a spinner may keep turning. */
async function expectStill(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((each) => each instanceof CSSTransition).length);
  await expect.poll(moving, { intervals: [0, 20, 50, 100] }).toBe(0);
}

/** Expects that the page never scrolls sideways at any phone width. */
export async function expectNoOverflow(page: Page, state: string): Promise<void> {
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.soft.poll(overflow, `${state}, ${width} px`).toBe(0);
  }
}
