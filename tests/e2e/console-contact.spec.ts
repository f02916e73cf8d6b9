import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, openNewClient, pageTitle } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import type { Site } from "../support/service/site-process.ts";

/** A client's contact details, and the provider's own fields. */

// the tests of a worker share the site
test.afterEach(async ({ site }) => {
  for (const { fieldId } of await site.storage.fields.list()) await site.storage.fields.drop(fieldId, []);
});

const CLIENT = "Rosa's Bakery";
const contact = (page: Page) =>
  page.getByRole("region", { name: "Contact" }).or(page.locator("section", { has: heading(page) }));
const heading = (page: Page) => page.getByRole("heading", { level: 2, name: "Contact", exact: true });
const edit = (page: Page) => page.getByRole("button", { name: "Edit details" });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save" });

async function addField(site: Site, name: string, kind: "text" | "number" | "date" | "choice") {
  const options = kind === "choice" ? ["Starter", "Growth"] : [];
  const field = { fieldId: `fd_${name.toLowerCase()}`, name, kind, options };
  await site.storage.fields.add(field, Date.now(), []);
  return field;
}

async function administrator(browser: Browser, site: Site, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.goto(address);
  return page;
}

test("a manager enters contact details of a client that survive a reload", async ({ page, site }) => {
  await openNewClient(page, site);
  await expect(contact(page)).not.toContainText("Phone");
  await edit(page).click();
  await dialog(page).getByLabel("Phone").fill("+1 (555) 010-2030");
  await dialog(page).getByLabel("Website").fill("javascript:alert(1)");
  await save(page).click();
  await expect(dialog(page).getByRole("alert").first()).toContainText("web address");
  await dialog(page).getByLabel("Website").fill("rosasbakery.example/shop");
  await dialog(page).getByLabel("Contact person").fill("Rosa Marin");
  await dialog(page).getByLabel("Tags").fill("Spring, SEO");
  await expectAccessible(page, "the dialog of a client's contact");
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await expect(contact(page)).toContainText("Rosa Marin");
  await expect(contact(page).getByRole("link", { name: "+1 (555) 010-2030" })).toHaveAttribute(
    "href",
    "tel:+15550102030",
  );
  await expect(contact(page).getByRole("link", { name: /rosasbakery/ })).toHaveAttribute(
    "href",
    "https://rosasbakery.example/shop",
  );
  for (const tag of ["SEO", "Spring"])
    await expect(contact(page).getByText(tag, { exact: true }).last()).toBeVisible();
  await expectAccessible(page, "a client with contact");
});

test("custom fields are made by an administrator and filled by managers", async ({ page, site, browser }) => {
  await openNewClient(page, site);
  const admin = await administrator(browser, site, `${site.url}/console/settings`);
  const part = admin.locator("section", { has: admin.getByRole("heading", { name: "Custom fields" }) });
  await part.getByRole("button", { name: "Add field" }).click();
  await dialog(admin).getByLabel("Name").fill("Plan");
  await dialog(admin).getByLabel("Type").selectOption("Choice");
  await dialog(admin).getByLabel("Options").fill("Starter\nGrowth\n\nGrowth");
  await expectAccessible(admin, "a new field");
  await dialog(admin).getByRole("button", { name: "Add field" }).click();
  await expect(part.getByRole("listitem")).toContainText("Choice: Starter, Growth");
  await expectAccessible(admin, "own fields in the settings");
  await admin.context().close();
  await addField(site, "Ring", "text");
  await addField(site, "Budget", "number");
  await addField(site, "Start", "date");
  await page.reload();
  await edit(page).click();
  await dialog(page).getByLabel("Plan").selectOption("Growth");
  await dialog(page).getByLabel("Ring").fill("Ring twice");
  await dialog(page).getByLabel("Budget").fill("1200.5");
  await dialog(page).getByLabel("Start").fill("2026-12-01");
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  for (const words of ["Growth", "Ring twice", "1,200.5", "December 1, 2026"])
    await expect(contact(page)).toContainText(words);
});

test("a field renamed or deleted under an open page does not break it", async ({ page, site }) => {
  const ring = await addField(site, "Ring", "text");
  const budget = await addField(site, "Budget", "number");
  await openNewClient(page, site);
  await edit(page).click();
  await dialog(page).getByLabel("Ring").fill("Ring twice");
  await dialog(page).getByLabel("Budget").fill("7");
  await site.storage.fields.change({ ...ring, name: "Doorbell" }, []);
  await site.storage.fields.drop(budget.fieldId, []);
  await expect(dialog(page).getByLabel("Doorbell")).toHaveValue("Ring twice");
  await expect(dialog(page).getByLabel("Budget")).toHaveCount(0);
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(contact(page)).toContainText("Doorbell");
  await site.storage.fields.drop(ring.fieldId, []);
  await expect(contact(page)).not.toContainText("Doorbell");
  await expect(pageTitle(page, CLIENT)).toBeVisible();
});

test("two managers who change different facts both keep theirs", async ({ page, site, browser }) => {
  await openNewClient(page, site);
  await edit(page).click();
  await dialog(page).getByLabel("Phone").fill("555 0100");
  const admin = await administrator(browser, site, page.url());
  await edit(admin).click();
  await dialog(admin).getByLabel("Contact person").fill("Rosa Marin");
  await save(admin).click();
  await expect(contact(admin)).toContainText("Rosa Marin");
  await save(page).click();
  await expect(contact(page)).toContainText("555 0100");
  await expect(contact(page)).toContainText("Rosa Marin");
  await admin.context().close();
});

test("on a phone nothing scrolls sideways", async ({ page, site }) => {
  await addField(site, "W".repeat(60), "text");
  await openNewClient(page, site);
  await page.setViewportSize({ width: 390, height: 844 });
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await edit(page).click();
  await dialog(page).getByLabel("W".repeat(60)).fill("w".repeat(300));
  const isDialogWide = dialog(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await isDialogWide).toBe(false);
  await dialog(page)
    .getByLabel("Website")
    .fill(`${"long".repeat(40)}.example`);
  await save(page).click();
  await expect(contact(page)).toContainText("w".repeat(300));
  expect(await isWide()).toBe(false);
  await expectAccessible(page, "a client with contact on a phone");
});

test("a table brings the provider's notes on each client, and shows which of them an update changes", async ({
  page,
  site,
}) => {
  await addField(site, "Plan", "choice");
  await enterConsole(page, site);
  const paste = async (table: string) => {
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await dialog(page).getByLabel("Or paste rows from a spreadsheet").fill(table);
    await dialog(page).getByRole("button", { name: "Use these rows" }).click();
  };
  await paste(`Business\tMobile\tLevel\n${CLIENT}\t555 0102\tgrowth\n`);
  await expect(dialog(page).getByLabel("Field for “Mobile”")).toHaveValue("phone");
  const level = dialog(page).getByLabel("Field for “Level”");
  await level.focus();
  await level.selectOption({ label: "Plan" });
  await expect(level).toHaveValue(/./);
  await expect(level).toBeFocused();
  await dialog(page).getByRole("button", { name: "Import 1 client" }).click();
  await expect(dialog(page).getByText("1 added")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await paste(`Business\tPlan\n${CLIENT}\tStarter\n`);
  await dialog(page)
    .getByLabel(/^Line 2/)
    .selectOption("Update");
  await dialog(page).getByRole("button", { name: "Import 1 client" }).click();
  await expect(dialog(page).getByText("1 updated")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: CLIENT }).click();
  await expect(contact(page)).toContainText("555 0102");
  await expect(contact(page)).toContainText(/Plan\s*Starter/);
});

test("a custom field is a column and a filter, also after a rename, and deleting it breaks nothing", async ({
  page,
  site,
}) => {
  const { fieldId } = await addField(site, "Plan", "choice");
  // wide enough for one more column
  await page.setViewportSize({ width: 1600, height: 900 });
  await enterConsole(page, site);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await dialog(page)
    .getByLabel("Or paste rows from a spreadsheet")
    .fill("Business\tPlan\nAster\tStarter\nBegonia\tGrowth\n");
  await dialog(page).getByRole("button", { name: "Use these rows" }).click();
  await dialog(page).getByRole("button", { name: "Import 2 clients" }).click();
  await expect(dialog(page).getByRole("status")).toContainText("2 added");
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Plan" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Plan" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Begonia/ })).toContainText("Growth");
  await page.getByRole("combobox", { name: "Custom field" }).selectOption("Plan: Starter");
  await expect(page.getByRole("rowheader")).toHaveText(["Aster"]);
  await expectAccessible(page, "a list with an own field");

  await site.storage.fields.change({ fieldId, name: "Level", kind: "choice", options: ["Growth"] }, []);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Level" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Custom field" })).toHaveValue(`${fieldId}:Starter`);
  await expect(page.getByRole("rowheader")).toHaveText(["Aster"]);

  await site.storage.fields.drop(fieldId, []);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Custom field" }).locator("option").last()).toHaveText(
    "a deleted field",
  );
  await expect(page.getByRole("columnheader", { name: "Level" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Custom field" }).selectOption("any");
  await expect(page.getByRole("rowheader")).toHaveCount(2);
});
