import type { Page } from "@playwright/test";
import {
  accessButton,
  answers,
  box,
  card,
  enterKey,
  expect,
  header,
  headerButton,
  openSection,
  save,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { watchLayoutShifts } from "../support/browser/layout-shifts.ts";
import { fullRecord } from "../support/data/full-record.ts";

/** Nothing moves that nobody has moved: what the browser counts as layout shift (CLS) is nothing, from the first paint on. */

test.beforeEach(({ page }) => watchLayoutShifts(page));

async function expectNoShift(page: Page): Promise<void> {
  // what a press has moved within half a second is the press's
  await page.waitForTimeout(600);
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
}

for (const [name, viewport] of [
  ["a wide screen", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test("through a newcomer's journey", async ({ page, client }) => {
      await page.goto("/");
      await expect(accessButton(page)).toBeVisible();
      await expectNoShift(page);
      await enterKey(page, client.accessKey);
      await expectNoShift(page);
      // by real keys: what moves while one types is the typing's
      await box(page, "team-description").click();
      await page.keyboard.type("Two of us.");
      await page.keyboard.press("Enter");
      await expect(answers(page, "team-description")).toHaveCount(1);
      await answers(page, "team-description").getByRole("button", { name: "Delete answer" }).click();
      await card(page, "team-description").getByRole("button", { name: "Undo", exact: true }).click();
      await expectNoShift(page);
      await save(page);
      await expectNoShift(page);
      await openSection(page, "website");
      await expectNoShift(page);
      await headerButton(page, "Review").click();
      await expect(page.getByRole("heading", { name: "Review your answers" })).toBeVisible();
      await expectNoShift(page);
      await headerButton(page, "Submit").click();
      await page.getByRole("button", { name: "Submit anyway" }).click();
      await expect(toast(page, "Submission Complete!")).toBeVisible();
      await expectNoShift(page);
    });

    test("when somebody comes back, on a slow line, to everything answered", async ({
      page,
      client,
      site,
    }) => {
      await site.saveAs(client, fullRecord());
      await page.route("**/v1/onboarding", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 800));
        await route.continue();
      });
      await signIn(page, client);
      await expect(header(page)).toContainText("100% Completed");
      await expectNoShift(page);
    });
  });
}

test("control: movement is noticed", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => {
    const late = document.createElement("p");
    late.textContent = "Late";
    document.querySelector("h1")?.before(late);
  });
  await expect.poll(() => page.evaluate(() => window.layoutShifts.length)).toBe(1);
});
