import type { Page } from "@playwright/test";
import type { RecordInput } from "#contract/record/record.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { card, expect, type Site, test } from "../support/browser/journey.ts";
import { written } from "../support/data/written.ts";

/** A search in all clients' answers, from the palette to the question with the answer. */

const headers = { "x-firsthand-console": "1" };

/** A client of the manager, with these saved answers. */
async function addClient(page: Page, site: Site, name: string, data: RecordInput): Promise<void> {
  const added = await page.request.post(`${site.url}/v1/manage/clients`, { headers, data: { name } });
  const { data: issued } = (await added.json()) as { data: { accessKey: string } };
  const entered = await page.request.post(`${site.url}/v1/auth/exchange`, {
    data: { key: issued.accessKey },
  });
  const { data: session } = (await entered.json()) as { data: { accessToken: string } };
  const saved = await page.request.put(`${site.url}/v1/onboarding`, {
    headers: { authorization: `Bearer ${session.accessToken}` },
    data: { data },
  });
  expect(saved.status()).toBe(200);
}

const tools = (selectedTools: string[]) => ({
  "tool-selection": { selectedTools, customTools: "", toolRatings: {} },
});
const field = (page: Page) => page.getByRole("searchbox", { name: "Words to find in answers" });
const hits = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });
const status = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

async function searchFromPalette(page: Page, query: string): Promise<void> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Search or jump" });
  await palette.fill(query);
  await expect(page.getByRole("option", { name: `Search answers for “${query}”` })).toBeVisible();
  await palette.press("Tab");
  await expect(pageTitle(page, "Search answers")).toBeVisible();
}

test("clients who use QuickBooks are found with one search, and a passage links to its question and back", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  await addClient(page, site, "Rosa's Bakery", tools(["quickbooks", "wix"]));
  await addClient(page, site, "Kit's Kites", written("My sister keeps the books in QuickBooks."));
  await addClient(page, site, "Lena's Lamps", tools(["xero"]));

  await searchFromPalette(page, "QuickBooks");
  await expect(status(page, "2 clients found")).toBeVisible();
  await expect(field(page)).toHaveValue("QuickBooks");
  await expect(hits(page)).toHaveText(["Rosa's Bakery", "Kit's Kites"]);
  await expect(page.locator("mark")).toHaveText(["QuickBooks", "QuickBooks"]);
  expect(page.url()).not.toMatch(/quickbooks/i);
  await expectAccessible(page, "a search in answers", {
    looks: [
      { width: 1440, colorScheme: "light" },
      { width: 390, colorScheme: "light" },
      { width: 390, colorScheme: "dark" },
    ],
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "a search in answers");
  await page.setViewportSize({ width: 1280, height: 720 });

  await field(page).press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: /My sister keeps/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pageTitle(page, "Kit's Kites")).toBeVisible();
  await expect(card(page, "customer-acquisition")).toBeInViewport();
  await page.goBack();
  await expect(hits(page)).toHaveText(["Rosa's Bakery", "Kit's Kites"]);
});

test("words that are in no client's name lead from the list to the answers that have them", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  await addClient(page, site, "Kit's Kites", written("My sister keeps the books in QuickBooks."));
  await page.getByRole("searchbox", { name: "Search…" }).fill("quickbooks");
  await expect(page.getByText("No clients match “quickbooks”.")).toBeVisible();
  await expectAccessible(page, "a list without a client");
  await page.getByRole("button", { name: "Search answers for “quickbooks”" }).click();
  await expect(hits(page)).toHaveText(["Kit's Kites"]);
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Search…" })).toHaveValue("quickbooks");
});

test("a reload repeats the search, a new search replaces it, and Back finds the first", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  await addClient(page, site, "Rosa's Bakery", written("We write invoices on Sunday"));
  await addClient(page, site, "Kit's Kites", written("We fly kites on Sunday"));
  await searchFromPalette(page, "invoices");
  await expect(hits(page)).toHaveText(["Rosa's Bakery"]);
  await page.reload();
  await expect(hits(page)).toHaveText(["Rosa's Bakery"]);
  await field(page).fill("kites");
  await field(page).press("Enter");
  await expect(hits(page)).toHaveText(["Kit's Kites"]);
  await field(page).fill("nobody wrote that");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(status(page, "No client found for “nobody wrote that”.")).toBeVisible();
  await expect(page.getByText(/^No client’s answers/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(hits(page)).toHaveText(["Rosa's Bakery"]);
});

test("before a search the page says what is searched, and problems are reported", async ({ page, site }) => {
  await enterConsole(page, site);
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Search answers" }).click();
  await expect(page.getByText(/^This searches your clients’ answers/)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expectAccessible(page, "an empty search in answers");
  await field(page).fill("a");
  await field(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "2 characters or more" })).toBeVisible();
  await page.route("**/v1/manage/search", (route) => route.abort());
  await field(page).fill("flour");
  await field(page).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await page.unroute("**/v1/manage/search");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(status(page, "No client found for “flour”.")).toBeVisible();
});

test("markup is shown as text", async ({ page, site }) => {
  await enterConsole(page, site);
  await addClient(page, site, "<b>Bold</b>", written('<img src=x onerror="alert(1)"> flour \u202eereh'));
  await searchFromPalette(page, "<img");
  await expect(hits(page)).toHaveText(["<b>Bold</b>"]);
  await expect(page.locator("mark")).toHaveText("<img");
  await expect(page.getByRole("main").locator("img")).toHaveCount(0);
});
