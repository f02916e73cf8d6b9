import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { shareOf } from "../faults/faults.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Look = { width: number; colorScheme: "light" | "dark" };
/** Colors hardly depend on the width, so not every width needs both. */
const LOOKS: Look[] = [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
];
export const DARK_DESKTOP: Look = { width: 1280, colorScheme: "dark" };

type Options = {
  looks?: Look[];
  /** Opens again what closes automatically. */
  show?: () => Promise<unknown>;
};

/**
 * The page as it stands has no accessibility fault on a desktop or a phone, by day or by night. CI looks at each state in one
 * of these ways, as a look takes longer than most tests.
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
    // there are no frames on our pages, so the mode that opens a separate page for each look is not needed
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

/** Half a megabyte of script is read once for each page, not for each look at it. */
async function alreadyThere(page: Page): Promise<{ axeSource?: string }> {
  return (await page.evaluate(() => "axe" in window)) ? { axeSource: "0" } : {};
}

/** No color is on its way to another one; a spinner may turn. */
async function expectStill(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter((each) => each instanceof CSSTransition).length);
  await expect.poll(moving, { intervals: [0, 20, 50, 100] }).toBe(0);
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
