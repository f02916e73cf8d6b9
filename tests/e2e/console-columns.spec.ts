import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect, type Site, test } from "../support/browser/journey.ts";

/** The columns of the client list. */

const NAME = "Café of many columns";
const CONTACT = "Rosa Marin";
const DEFAULT = [
  "Client",
  "Status",
  "Progress",
  "What’s happening",
  "Tag",
  "Due",
  "Last activity",
  "Manager",
];

test.use({ viewport: { width: 1440, height: 800 }, contextOptions: { reducedMotion: "reduce" } });

const menuButton = (page: Page) => page.getByRole("button", { name: "Columns" });
const menu = (page: Page) => page.getByRole("menu", { name: "Columns" });
const item = (page: Page, name: string) => menu(page).getByRole("menuitemcheckbox", { name });
const sends = { headers: { "x-firsthand-console": "1" } };

const expectColumns = (page: Page, names: string[]) =>
  // the first column has the checkboxes
  expect(page.getByRole("columnheader")).toHaveText(["", ...names]);
const without = (...gone: string[]) => DEFAULT.filter((name) => !gone.includes(name));
const before = (next: string, ...more: string[]) =>
  DEFAULT.flatMap((name) => (name === next ? [...more, name] : [name]));

async function enter(page: Page, site: Site): Promise<void> {
  await enterConsole(page, site, "administrator", "Mia Lopes");
  const data = { name: NAME, email: "rosa@bakery.example", contact: CONTACT };
  const added = await page.request.post(`${site.url}/v1/manage/clients`, { ...sends, data });
  expect(added.status()).toBe(200);
  await page.reload();
  await expectColumns(page, DEFAULT);
}

async function toggle(page: Page, ...names: string[]): Promise<void> {
  await menuButton(page).click();
  for (const name of names) await item(page, name).click();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toHaveCount(0);
}

async function saveAsView(page: Page, name: string): Promise<void> {
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByRole("button", { name: "Save view" }).click();
  await expect(pageTitle(page, name)).toBeVisible();
}

test("a column is added with a press, stays after a reload, and the default can be restored", async ({
  page,
  site,
}) => {
  await enter(page, site);
  await menuButton(page).click();
  await expect(item(page, "Tag")).toBeChecked();
  await expect(item(page, "Contact")).not.toBeChecked();
  await expect(menu(page).getByRole("menuitem", { name: "Reset to default" })).toBeDisabled();
  await item(page, "Contact").click();
  await expect(item(page, "Contact")).toBeChecked();
  await item(page, "Due").click();
  await expectColumns(
    page,
    before("Tag", "Contact").filter((name) => name !== "Due"),
  );
  await expect(page.getByRole("cell", { name: CONTACT }).first()).toBeVisible();
  await expect(page.getByRole("table")).toHaveAttribute("aria-colcount", "9");

  // a click elsewhere on the page closes the menu
  await pageTitle(page, "All clients").click();
  await expect(menu(page)).toHaveCount(0);
  await page.reload();
  await expectColumns(
    page,
    before("Tag", "Contact").filter((name) => name !== "Due"),
  );
  // a filter keeps the columns of the list
  await page.getByRole("link", { name: /^Needs you/ }).click();
  await expect(pageTitle(page, "Needs you")).toBeVisible();
  await page.getByRole("link", { name: /^All clients/ }).click();
  await expectColumns(
    page,
    before("Tag", "Contact").filter((name) => name !== "Due"),
  );

  await menuButton(page).click();
  await menu(page).getByRole("menuitem", { name: "Reset to default" }).click();
  await expectColumns(page, DEFAULT);
  await expect(item(page, "Due")).toBeChecked();
  await page.reload();
  await expectColumns(page, DEFAULT);
});

test("the keyboard opens the menu, moves in it, chooses, and Esc returns to the button", async ({
  page,
  site,
}) => {
  await enter(page, site);
  const press = (key: string) => page.keyboard.press(key);
  await menuButton(page).focus();
  await press("Enter");
  await expect(item(page, "Progress")).toBeFocused();
  await press("ArrowDown");
  await press("ArrowDown");
  await expect(item(page, "Contact")).toBeFocused();
  await press("Space");
  await expect(item(page, "Contact")).toBeChecked();
  await expect(item(page, "Contact")).toBeFocused();
  await expectColumns(page, before("Tag", "Contact"));
  // in a menu, a letter finds an item; elsewhere it would be a shortcut
  await press("t");
  await expect(item(page, "Tag")).toBeFocused();
  await press("?");
  await expect(dialog(page)).toHaveCount(0);
  await press("End");
  await expect(menu(page).getByRole("menuitem")).toBeFocused();
  await press("ArrowDown");
  await expect(item(page, "Progress")).toBeFocused();
  await press("ArrowUp");
  await press("Enter");
  await expectColumns(page, DEFAULT);
  await press("Escape");
  await expect(menu(page)).toHaveCount(0);
  await expect(menuButton(page)).toBeFocused();
  await press("ArrowDown");
  await expect(item(page, "Progress")).toBeFocused();
  await press("Tab");
  await expect(menu(page)).toHaveCount(0);
});

test("Esc also closes the menu of exports, and the lines stay selected", async ({ page, site }) => {
  await enter(page, site);
  // other tests may have added a client with the same name to this server
  const box = page.getByRole("checkbox", { name: `Select ${NAME}` }).first();
  await box.check();
  // the bar for selected clients has another Export button
  const button = page.getByTitle("Export");
  await button.click();
  await expect(page.getByRole("link", { name: "a row per answer" })).toBeVisible();
  await menuButton(page).click();
  await expect(page.getByRole("link", { name: "a row per answer" })).toHaveCount(0);
  await button.click();
  await expect(menu(page)).toHaveCount(0);
  await page.getByRole("link", { name: "a row per answer" }).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "a row per answer" })).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(box).toBeChecked();
});

test("a saved view has its columns, and a change of them is saved like any other", async ({ page, site }) => {
  await enter(page, site);
  await toggle(page, "Contact", "Tag");
  const chosen = before("Tag", "Contact").filter((name) => name !== "Tag");
  await page.getByRole("button", { name: "Save as view" }).click();
  await saveAsView(page, "People");
  await expectColumns(page, chosen);
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);

  await toggle(page, "Added");
  const more = chosen.flatMap((name) => (name === "Manager" ? ["Added", name] : [name]));
  await expectColumns(page, more);
  await page.getByRole("radio", { name: /^Invited/ }).check({ force: true });
  await page.reload();
  await expectColumns(page, more);
  await page.route("**/v1/manage/views/*", (route) => route.abort());
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog(page)).toHaveAccessibleName("The view wasn’t saved");
  await page.unroute("**/v1/manage/views/*");
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);

  // the list of all clients still has its own columns
  await page.getByRole("link", { name: /^All clients/ }).click();
  await expectColumns(page, chosen);
  await page.getByRole("link", { name: /^People/ }).click();
  await expectColumns(page, more);
  await expect(page).toHaveURL(/state=invited/);
  await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0);
});

test("columns of the team's view can be changed only on the device by a manager without the right to edit it", async ({
  page,
  openContext,
  site,
}) => {
  await enter(page, site);
  await toggle(page, "Email");
  await page.getByRole("button", { name: "Save as view" }).click();
  await dialog(page).getByRole("checkbox", { name: "Share with the team" }).check();
  await saveAsView(page, "Addresses");

  const other = await (await openContext()).newPage();
  await enterConsole(other, site, "manager", "Tom Bell");
  await other.request.post(`${site.url}/v1/manage/clients`, { ...sends, data: { name: "Ann's Atelier" } });
  await other.getByRole("link", { name: /^Addresses/ }).click();
  const shared = [...without("Manager").slice(0, 4), "Email", ...without("Manager").slice(4)];
  await expectColumns(other, shared);
  await menuButton(other).click();
  await expect(item(other, "Manager")).toHaveCount(0);
  await item(other, "Email").click();
  await expectColumns(other, without("Manager"));
  await other.reload();
  await expectColumns(other, without("Manager"));
  await expect(other.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await menuButton(other).click();
  await menu(other).getByRole("menuitem", { name: "Reset to default" }).click();
  await expectColumns(other, shared);
});

test("no width makes anything scroll sideways, and columns are left out in order", async ({ page, site }) => {
  await enter(page, site);
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const heading = (name: string) => page.getByRole("columnheader", { name, exact: true });
  const expectWidth = (name: string) =>
    expect.poll(async () => Math.round((await heading(name).boundingBox())?.width ?? 0), name);
  // a browser that was just resized may still show an intermediate width
  const at = async (width: number, names: string[]) => {
    await page.setViewportSize({ width, height: 800 });
    await expectColumns(page, names);
    await expect.poll(over, `${width} px`).toBe(0);
  };
  await at(1440, DEFAULT);
  await expectWidth("Progress").toBe(108);
  await at(1279, without("Tag"));
  await at(1000, without("Tag", "Manager"));
  await at(800, without("Tag", "Manager", "Due"));
  await expectWidth("Progress").toBe(74);
  await at(720, without("Tag", "Manager", "Due"));

  await page.setViewportSize({ width: 1440, height: 800 });
  await toggle(page, "Contact", "Added");
  const two = before("Tag", "Contact").flatMap((name) => (name === "Manager" ? ["Added", name] : [name]));
  await at(1440, two);
  await expectWidth("Contact").toBe(104);
  await expectWidth("Client").toBeGreaterThanOrEqual(192);
  await at(1300, DEFAULT);
  await at(1279, without("Tag"));
  await at(1000, without("Tag", "Manager"));
  await menuButton(page).click();
  await expect(item(page, "Contact")).toHaveAccessibleName("Contact No room");
  await expect(item(page, "Contact")).toBeChecked();
  // with fewer columns, there is room
  await item(page, "Last activity").click();
  await item(page, "What’s happening").click();
  await expect(item(page, "Contact")).toHaveAccessibleName("Contact");
  await at(1000, ["Client", "Status", "Progress", "Contact", "Tag", "Due", "Manager"]);
  await at(800, ["Client", "Status", "Progress", "Due", "Manager"]);
});

test("the menu has no accessibility problem, with and without optional columns", async ({ page, site }) => {
  await enter(page, site);
  const looks = [1440, 1000].flatMap((width) => [
    { width, colorScheme: "light" as const },
    { width, colorScheme: "dark" as const },
  ]);
  await menuButton(page).click();
  await expectAccessible(page, "the menu of columns", { looks });
  await item(page, "Contact").click();
  await item(page, "Added").click();
  await expectAccessible(page, "two further columns", { looks });
});
