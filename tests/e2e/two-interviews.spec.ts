import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { dialog, enterConsole, pressInMenu } from "../support/browser/console-journey.ts";
import { answer, card, enterKey, expect, save, section } from "../support/browser/journey.ts";
import { testWithSite } from "../support/browser/own-site.ts";

/** Two trades on one server: each client answers the interview that was assigned to them. */

const test = testWithSite({});
const FILE = join(import.meta.dirname, "../support/data/conditional.yaml");
type Imported = { interviewId: string };

const imported = async (site: { firsthand: (...args: string[]) => Promise<string> }, ...args: string[]) =>
  JSON.parse(await site.firsthand("interview", "import", ...args, "--publish", "--json")) as Imported;
const sections = (page: Page) =>
  page
    .locator("[data-section]")
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.section));

test("a client is added with another interview, answers it, and is moved to the standard one without losing answers", async ({
  page,
  site,
  openContext,
}) => {
  await enterConsole(page, site, "administrator");
  // with a single interview there is no choice
  await page.getByRole("button", { name: "Add client" }).click();
  await expect(dialog(page).getByRole("textbox", { name: "Name" })).toBeVisible();
  await expect(dialog(page).getByRole("combobox", { name: "Interview" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await imported(site, FILE, "--name", "Shops");
  await page.reload();
  await page.getByRole("button", { name: "Add client" }).click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill("Tilda's Tools");
  await dialog(page).getByRole("combobox", { name: "Interview" }).selectOption("Shops");
  await expectAccessible(page, "adding a client with an interview");
  await dialog(page).getByRole("button", { name: "Add and create link" }).click();
  const accessKey = await dialog(page).getByLabel("Access key (to type in)").inputValue();
  // copied first, because the dialog would otherwise ask before it closes
  await dialog(page).getByLabel("Sign-in link").press("Control+c");
  await page.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Filters" }).click();
  const chip = page.getByRole("combobox", { name: "Interview" });
  await chip.selectOption("Standard");
  await expect(page.getByRole("link", { name: "Tilda's Tools" })).toHaveCount(0);
  await chip.selectOption("Shops");
  await expect(page.getByRole("link", { name: "Tilda's Tools" })).toBeVisible();

  const shop = await (await openContext()).newPage();
  await shop.goto("/");
  await enterKey(shop, accessKey);
  await expect(card(shop, "owner")).toBeVisible();
  expect(await sections(shop)).toEqual(["shop", "site"]);
  await answer(shop, "owner", "Tilda, since 1999.");
  await save(shop);

  await page.getByRole("link", { name: "Tilda's Tools" }).click();
  await expect(page.getByText("Shops", { exact: true })).toBeVisible();
  await expect(page.getByText("Tilda, since 1999.")).toBeVisible();
  await pressInMenu(page, "More", "Change interview");
  await dialog(page).getByRole("combobox", { name: "Interview" }).selectOption("Standard");
  await expect(dialog(page)).toContainText("Tilda's Tools keeps every answer.");
  await expectAccessible(page, "changing the interview of a client");
  await dialog(page).getByRole("button", { name: "Change interview" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText("0 of 13 answered")).toBeAttached();
  await expect(page.getByRole("heading", { name: "Earlier questions" })).toBeVisible();
  await expect(page.getByText("Tilda, since 1999.")).toBeVisible();

  // the page that is still open saves answers to the questions that it shows
  await answer(shop, "owner", "And her daughter.");
  await save(shop);
  await expect(page.getByText("And her daughter.")).toBeVisible();
  await shop.reload();
  await enterKey(shop, accessKey);
  await expect(card(shop, "team-description")).toBeVisible();
  await expect(section(shop, "business-snapshot")).toBeVisible();
});
