import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, line } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";

/** The columns of the list of clients: chosen by each manager, and as many as there is room for. */

const headings = (page: Page) => page.getByRole("columnheader");
const heading = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });
const button = (page: Page) => page.getByRole("button", { name: "Columns" });
const menu = (page: Page) => page.getByRole("menu", { name: "Columns" });
const item = (page: Page, name: string) =>
  menu(page).getByRole("menuitemcheckbox", { name: new RegExp(`^${name}`) });

test.beforeEach(async ({ page, site }) => {
  await enterConsole(page, site, "administrator", "Ada");
  const added = await page.request.post(`${site.url}/v1/manage/clients`, {
    headers: { "x-firsthand-console": "1" },
    data: { name: "Rosa's Bakery", contact: "Rosa Marin", email: "rosa@example.com", withKey: false },
  });
  expect(added.status()).toBe(200);
  await page.goto(`${site.url}/console/`);
  await expect(line(page, "Rosa's Bakery")).toBeVisible();
});

test("are chosen by mouse and by keyboard, and a reload keeps them", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await button(page).click();
  await item(page, "Contact").click();
  await expect(heading(page, "Contact")).toBeVisible();
  await expect(line(page, "Rosa's Bakery")).toContainText("Rosa Marin");
  // a phone has cards, and no columns
  await expectAccessible(page, "the menu of columns", {
    looks: [
      { width: 1600, colorScheme: "light" },
      { width: 1600, colorScheme: "dark" },
    ],
  });
  await page.keyboard.press("Escape");
  await expect(menu(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(item(page, "Progress")).toBeFocused();
  await page.keyboard.press("e");
  await expect(item(page, "Email")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(item(page, "Email")).toHaveAttribute("aria-checked", "true");
  await expect(line(page, "Rosa's Bakery")).toContainText("rosa@example.com");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Progress")).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.reload();
  await expect(line(page, "Rosa's Bakery")).toContainText("rosa@example.com");
  await expect(heading(page, "Progress")).toHaveCount(0);
  await button(page).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Progress")).toBeVisible();
  await expect(heading(page, "Email")).toHaveCount(0);
  await expect(menu(page).getByRole("menuitem", { name: "Reset to default" })).toBeDisabled();
});

test("are part of one's own view, once it is saved", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await button(page).click();
  await item(page, "Contact").click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save as view" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("With contacts");
  await dialog(page).getByRole("button", { name: "Save view" }).click();
  await expect(dialog(page)).toHaveCount(0);
  const view = page.getByRole("navigation").getByRole("link", { name: "With contacts" });
  await page.getByRole("link", { name: /^All clients/ }).click();
  await button(page).click();
  await menu(page).getByRole("menuitem", { name: "Reset to default" }).click();
  await page.keyboard.press("Escape");
  await expect(heading(page, "Contact")).toHaveCount(0);

  await view.click();
  await expect(heading(page, "Contact")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await button(page).click();
  await item(page, "Due").click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await page.getByRole("link", { name: /^All clients/ }).click();
  await expect(heading(page, "Due")).toBeVisible();
  await view.click();
  await expect(heading(page, "Due")).toHaveCount(0);
  await page.reload();
  await expect(heading(page, "Contact")).toBeVisible();
  await expect(heading(page, "Due")).toHaveCount(0);
});

test("leave in order where there is no room, and the list never scrolls sideways", async ({ page }) => {
  await button(page).click();
  await item(page, "Contact").click();
  await page.keyboard.press("Escape");
  for (const [width, gone] of [
    [1440, []],
    [1279, ["Contact", "Tag"]],
    [1000, ["Contact", "Tag", "Manager"]],
    [800, ["Contact", "Tag", "Manager", "Due"]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Contact", "Tag", "Manager", "Due"])
      await expect(heading(page, name), `${name} at ${width}`).toHaveCount(
        gone.includes(name as never) ? 0 : 1,
      );
    await expect(page.getByRole("table")).toHaveAttribute(
      "aria-colcount",
      String(await headings(page).count()),
    );
    await expectNoOverflow(page, `columns at ${width}`);
  }
  await button(page).click();
  await expect(item(page, "Contact")).toContainText("No room");
});
