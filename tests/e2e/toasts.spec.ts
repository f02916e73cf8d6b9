import type { Locator, Page } from "@playwright/test";
import {
  answer,
  box,
  expect,
  header,
  headerButton,
  holdClock,
  menu,
  signIn,
  type TestClient,
  test,
  toast,
} from "../support/browser/journey.ts";
import { shareOf } from "../support/faults/faults.ts";

/** Toasts appear only where nothing is read, typed or pressed. */

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
];

async function edgesOf(each: Locator) {
  const place = await each.boundingBox();
  if (!place) throw new Error(`${String(each)} should be seen`);
  return { ...place, right: place.x + place.width, bottom: place.y + place.height };
}

type Edges = Awaited<ReturnType<typeof edgesOf>>;
const overlap = (one: Edges, other: Edges) =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;

/** A few pixels of a toast's background, which a dialog's backdrop would darken. */
async function paperOf(page: Page, message: Locator): Promise<string> {
  const { x, bottom } = await edgesOf(message);
  const clip = { x: Math.round(x) + 30, y: Math.round(bottom) - 8, width: 4, height: 4 };
  return (await page.screenshot({ clip })).toString("base64");
}

/** Signs in with a held clock, so that no toast disappears while a slow machine measures it. */
async function signInHeld(page: Page, client: TestClient): Promise<void> {
  await page.clock.install();
  await signIn(page, client);
  await holdClock(page);
}

async function failToSave(page: Page): Promise<Locator> {
  await page.route("**/v1/onboarding", (route) => route.abort());
  await headerButton(page, "Save").click();
  const failed = toast(page, "Save Failed");
  await expect(failed).toHaveCount(1);
  await page.clock.runFor(100);
  await expect(failed).toHaveCSS("opacity", "1");
  return failed;
}

for (const viewport of shareOf(SIZES, { every: 4, turn: 0 })) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("a toast covers neither the header nor the lower bar, the tips or the field in use", async ({
      page,
      client,
    }) => {
      await signInHeld(page, client);
      const field = box(page, "team-description");
      await field.fill("We are two");
      await field.press("Enter");
      const failed = await failToSave(page);
      await field.click();
      const edges = await edgesOf(failed);
      expect(overlap(edges, await edgesOf(header(page)))).toBe(false);
      expect(overlap(edges, await edgesOf(headerButton(page, "Save")))).toBe(false);
      expect(overlap(edges, await edgesOf(field))).toBe(false);
      expect(edges.bottom).toBeLessThanOrEqual(viewport.height);
      expect(edges.right).toBeLessThanOrEqual(viewport.width);
      if (viewport.width < 1200) {
        expect(edges.height).toBeLessThanOrEqual(140);
      } else {
        const tips = page.getByRole("complementary", { name: "Tips" });
        const questions = page.getByRole("main");
        expect(edges.y).toBeGreaterThanOrEqual((await edgesOf(tips)).bottom);
        expect(overlap(edges, await edgesOf(questions))).toBe(false);
      }
    });

    test("a toast is above the scrim of a dialog", async ({ page, client }) => {
      await signInHeld(page, client);
      const failed = await failToSave(page);
      const clear = await paperOf(page, failed);
      await headerButton(page, "Submit").click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await paperOf(page, failed)).toBe(clear);
    });
  });
}

test("the same failure twice is one toast, and a success replaces it", async ({ page, client }) => {
  await signInHeld(page, client);
  await box(page, "team-description").fill("We are two");
  await box(page, "team-description").press("Enter");
  await failToSave(page);
  await headerButton(page, "Save").click();
  await expect(toast(page, "Save Failed")).toHaveCount(1);
  await page.unroute("**/v1/onboarding");
  await headerButton(page, "Save").click();
  await expect(toast(page, "Progress Saved")).toBeVisible();
  await expect(toast(page, "Save Failed")).toHaveCount(0);
});

test("no toast appears under the finger during a press", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  await headerButton(page, "Save").click();
  const saved = toast(page, "Progress Saved");
  await expect(saved).toHaveCSS("opacity", "1");
  const { x, y, right, bottom } = await edgesOf(saved);
  await header(page).getByRole("button", { name: "Menu" }).click();
  await expect(menu(page)).toBeVisible();
  const middle = [(x + right) / 2, (y + bottom) / 2] as const;
  const isToast = () =>
    page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest("section") !== null, middle);
  await page.mouse.move(...middle);
  const before = await isToast();
  await page.mouse.down();
  expect(await isToast()).toBe(before);
  await page.mouse.up();
});
