import type { Page } from "@playwright/test";
import {
  answer,
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  menu,
  openMenu,
  openSection,
  section,
  signIn,
  type TestClient,
  test,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { shareOf } from "../support/faults/faults.ts";

/** The browser's Back and Forward go through sections, review and thanks, all at one address, and nothing is lost. */

const TEAM = "team-description";

test("Back leads through sections and review, and Forward again, at one address", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  const address = page.url();
  await openSection(page, "money-admin");
  await headerButton(page, "Review").click();
  const review = page.getByRole("heading", { name: "Review your answers" });
  await expect(review).toBeFocused();
  await page.goBack();
  await expect(review).toBeHidden();
  await expect(section(page, "money-admin")).toHaveAttribute("aria-current", "step");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeFocused();
  await page.goBack();
  await expect(section(page, "business-snapshot")).toHaveAttribute("aria-current", "step");
  await page.goForward();
  await page.goForward();
  await expect(review).toBeFocused();
  expect(page.url()).toBe(address);
});

test("Back returns to the client's place on the page", async ({ page, client }) => {
  await signIn(page, client);
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  await box(page, TEAM).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, 500));
  const before = await top();
  expect(before).toBeGreaterThan(100);
  await section(page, "website").click();
  await expect(section(page, "website")).toHaveAttribute("aria-current", "step");
  await expect.poll(top).toBe(0);
  await page.goBack();
  await expect(section(page, "business-snapshot")).toHaveAttribute("aria-current", "step");
  await expect.poll(top).toBe(before);
});

test("text in the box when Back is pressed becomes an answer, and survives a reload", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await openSection(page, "website");
  await box(page, "website-vision").fill("Take bookings");
  await page.goBack();
  await expect(section(page, "business-snapshot")).toHaveAttribute("aria-current", "step");
  await page.goForward();
  await expect(answers(page, "website-vision")).toHaveText(["Take bookings"]);
  await box(page, "website-vision").fill("And show prices");
  await headerButton(page, "Submit").click();
  const missing = page.getByRole("dialog", { name: /questions to answer/ });
  await expect(missing).toBeVisible();
  await page.goBack();
  await expect(missing).toBeHidden();
  await openSection(page, "website");
  await expect(answers(page, "website-vision")).toHaveText(["Take bookings", "And show prices"]);
});

test("after a logout Back shows nothing of the interview", async ({ page, client }) => {
  await signIn(page, client);
  await openSection(page, "website");
  await answer(page, "website-vision", "Take bookings");
  await headerButton(page, "Logout").click();
  const leave = page.getByRole("button", { name: "Save and log out" });
  const key = page.getByRole("textbox", { name: "Access Key" });
  await expect(leave.or(key)).toBeVisible();
  if (await leave.isVisible()) await leave.click();
  await expect(key).toBeVisible();
  await page.goBack();
  await expect(key).toBeVisible();
  await expect(header(page)).toHaveCount(0);
});

test("from the thank-you page Back leads to the answers, and Forward to the receipt", async ({
  page,
  client,
  site,
}) => {
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  await headerButton(page, "Submit").click();
  const thanks = page.getByRole("heading", { name: /^Thank you/ });
  await expect(thanks).toBeVisible();
  await page.goBack();
  await expect(thanks).toBeHidden();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeFocused();
  await page.goForward();
  await expect(thanks).toBeVisible();
  await expect(page.getByRole("definition").last()).toHaveText(/^[0-9A-F]{3}-[0-9A-F]{3}$/);
});

test.describe("a layer over the page", () => {
  const missing = (page: Page) => page.getByRole("dialog", { name: /questions to answer/ });
  const tips = (page: Page) => page.getByRole("complementary", { name: "Tips" });
  /** Opens another section first, so that there is somewhere to go back to. */
  async function start(page: Page, client: TestClient) {
    await signIn(page, client);
    await openSection(page, "website");
    await answer(page, "website-vision", "Take bookings");
  }
  const expectSection = (page: Page, id: string) =>
    expect(section(page, id)).toHaveAttribute("aria-current", "step");

  const COVERS = {
    "the menu": {
      open: openMenu,
      shown: menu,
      close: (page: Page) => menu(page).getByRole("button", { name: "Close menu" }).click(),
    },
    "the tips": {
      async open(page: Page) {
        await (await openMenu(page)).getByRole("button", { name: "Tips" }).click();
      },
      shown: tips,
      close: (page: Page) => tips(page).getByRole("button", { name: "Close tips" }).click(),
    },
    "a dialog": {
      open: (page: Page) => headerButton(page, "Submit").click(),
      shown: missing,
      close: (page: Page) => missing(page).getByRole("button", { name: "Keep answering" }).click(),
    },
    "the enlarged editor": {
      async open(page: Page) {
        await card(page, "website-vision").getByRole("button", { name: "Edit answer" }).click();
        await page.getByRole("button", { name: "Enlarge" }).click();
      },
      shown: (page: Page) => page.getByRole("dialog", { name: "Edit answer" }),
      close: (page: Page) =>
        page
          .getByRole("dialog", { name: "Edit answer" })
          .getByRole("button", { name: "Cancel" })
          .last()
          .click(),
    },
  };
  for (const [name, { open, shown, close }] of shareOf(Object.entries(COVERS), { every: 2, turn: 0 })) {
    test.describe(name, () => {
      test.use({ viewport: { width: 390, height: 844 } });

      test("is closed by Back, and the next Back leaves the section", async ({ page, client }) => {
        await start(page, client);
        await open(page);
        await expect(shown(page)).toBeVisible();
        await expect.poll(() => page.evaluate(() => history.state.isCovered)).toBe(true);
        await page.goBack();
        await expect(shown(page)).toBeHidden();
        await expectSection(page, "website");
        await page.goBack();
        await expectSection(page, "business-snapshot");
      });

      test("that was closed by its button needs no extra Back", async ({ page, client }) => {
        await start(page, client);
        await open(page);
        await expect(shown(page)).toBeVisible();
        await close(page);
        await expect(shown(page)).toBeHidden();
        await expect.poll(() => page.evaluate(() => history.state.isCovered)).toBe(false);
        await page.goBack();
        await expectSection(page, "business-snapshot");
      });

      test("closes with two quick presses of Back, which leave the section too", async ({ page, client }) => {
        await start(page, client);
        await open(page);
        await expect(shown(page)).toBeVisible();
        // until the history has its entry for what is open, two steps back would leave the app
        await expect.poll(() => page.evaluate(() => history.state.isCovered)).toBe(true);
        await page.evaluate(() => {
          history.back();
          history.back();
        });
        await expect(shown(page)).toBeHidden();
        await expectSection(page, "business-snapshot");
        await page.goForward();
        // an answer's open editor stays open
        await expect(answers(page, "website-vision")).toContainText(["Take bookings"]);
      });
    });
  }

  test("leaves no entry when a section is chosen in it", async ({ page, client }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await start(page, client);
    await (await openMenu(page)).getByRole("button", { name: "Money & Admin" }).click();
    await expectSection(page, "money-admin");
    await page.goBack();
    await expectSection(page, "website");
    await expect(menu(page)).toBeHidden();
    await page.goBack();
    await expectSection(page, "business-snapshot");
  });

  test("leaves no entry when a question is chosen in it", async ({ page, client }) => {
    await start(page, client);
    await headerButton(page, "Submit").click();
    await missing(page).getByRole("button", { name: "The paperwork" }).click();
    await expectSection(page, "money-admin");
    await expect(box(page, "administrative-tasks")).toBeFocused();
    await page.goBack();
    await expectSection(page, "website");
    await expect(missing(page)).toBeHidden();
  });

  test("does not come back with Forward", async ({ page, client }) => {
    await start(page, client);
    await openMenu(page);
    await page.goBack();
    await expect(menu(page)).toBeHidden();
    await page.goForward();
    await expect.poll(() => page.evaluate(() => history.state.isCovered)).toBe(false);
    await expect(menu(page)).toBeHidden();
    await expectSection(page, "website");
  });
});

test("Back leads from question to question, each at its scroll position", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, client);
  const next = headerButton(page, "Next");
  const here = () => page.evaluate(() => Math.round(window.scrollY));
  await page.getByLabel("Number of Employees").selectOption("1");
  await next.click();
  await expect(box(page, TEAM)).toBeFocused();
  const atTeam = await here();
  await page.keyboard.insertText("Two of us");
  await next.click();
  await expect.poll(here).not.toBe(atTeam);
  await page.goBack();
  // the page may have grown by the answer above the box
  await expect.poll(here).toBeGreaterThanOrEqual(atTeam);
  await expect(answers(page, TEAM)).toHaveText(["Two of us"]);
  await expect(box(page, TEAM)).toBeInViewport();
  await page.goBack();
  await expect.poll(here).toBe(0);
});
