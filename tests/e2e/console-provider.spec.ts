import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { startSite } from "../support/service/site-process.ts";

/** How clients see the provider, as set in the console. */

const part = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
const form = (page: Page, field: string) =>
  page.locator("form").filter({ has: page.getByLabel(field, { exact: true }) });

async function save(page: Page, field: string) {
  await form(page, field).getByRole("button", { name: "Save", exact: true }).click();
}

async function saved(page: Page, field: string) {
  await save(page, field);
  await expect(form(page, field).getByRole("status")).toHaveText("Saved.");
}

/** An administrator on the settings page, and a client's browser. */
async function openBoth(openContext: (options: { baseURL: string }) => Promise<BrowserContext>) {
  const site = await startSite({ FIRSTHAND_PROVIDER_NAME: "" });
  const page = await (await openContext({ baseURL: site.url })).newPage();
  const client = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(pageTitle(page, "Settings")).toBeVisible();
  return { site, page, client };
}

test("name, support and privacy words reach the client's pages without a restart", async ({
  openContext,
}) => {
  const { site, page, client } = await openBoth(openContext);
  await page.getByLabel("Company name").fill("Harbor & Sons");
  await saved(page, "Company name");
  await page.getByLabel("Support email").fill("help@harbor.example");
  await saved(page, "Support email");
  await page.getByLabel("Your words, in English").fill("We never sell answers.\n\nAsk us anything.");
  await saved(page, "Your words, in English");

  await client.goto("/");
  await expect(client).toHaveTitle(/Harbor & Sons/);
  await client.goto("/privacy");
  await expect(client.getByText("We never sell answers.")).toBeVisible();
  await expect(client.getByRole("link", { name: "help@harbor.example" })).toBeVisible();
  const manifest = await (await client.request.get(`${site.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: "Harbor & Sons" });
  await page.reload();
  await expect(page).toHaveTitle(/Harbor & Sons/);

  await part(page, "Name and color").getByRole("button", { name: "Use defaults" }).first().click();
  await expect(page.getByLabel("Company name")).toHaveValue("Firsthand");
  await client.goto("/");
  await expect(client).toHaveTitle(/Firsthand/);
  await site.close();
});

test("a readable accent colors the client's pages, and an unreadable one is refused", async ({
  openContext,
}) => {
  const { site, page, client } = await openBoth(openContext);
  await page.getByLabel("Accent color", { exact: true }).fill("#ffee88");
  await save(page, "Accent color");
  await expect(form(page, "Accent color").getByText(/^Too light to be read/)).toBeVisible();
  await expectAccessible(page, "an accent that cannot be read");
  await expectNoOverflow(page, "an accent that cannot be read");
  await page.getByLabel("Accent color", { exact: true }).fill("#7a1f4b");
  await saved(page, "Accent color");
  await client.goto("/");
  const accent = await client.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--accent"),
  );
  expect(accent.trim()).toBe("#7a1f4b");
  await site.close();
});

test("a name that the server's environment sets is locked", async ({ openContext }) => {
  const site = await startSite({ FIRSTHAND_PROVIDER_NAME: "Brightside" });
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.goto("/console/settings");
  await expect(page.getByLabel("Company name")).toBeDisabled();
  await expect(page.getByText("Set by FIRSTHAND_PROVIDER_NAME on the server.")).toBeVisible();
  await site.close();
});
