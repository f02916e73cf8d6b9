import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";

/** A list of clients that is longer than what is fetched at once. */

const CLIENTS = 120;

const names = (page: Page) => page.getByRole("main").getByRole("rowheader");
const more = (page: Page) => page.getByRole("button", { name: "Show more" });
const says = (page: Page, shown: number, total = CLIENTS) =>
  page.getByRole("status").filter({ hasText: `Showing ${shown} of ${total} clients` });

test.use({ contextOptions: { reducedMotion: "reduce" } });

test.beforeEach(async ({ page, site }) => {
  await enterConsole(page, site);
  const rows = Array.from({ length: CLIENTS }, (_, place) => `Shop ${String(place).padStart(3, "0")}`);
  const added = await page.request.post(`${site.url}/v1/manage/clients/import`, {
    headers: { "x-firsthand-console": "1" },
    data: { csv: ["name", ...rows].join("\n") },
  });
  expect(added.status()).toBe(200);
});

test("goes on by the keyboard, says how far, and is as long after a reload and on the way back", async ({
  page,
}) => {
  await page.reload();
  await expect(says(page, 50)).toBeVisible();
  await expect(names(page)).toHaveCount(50);
  await expectAccessible(page, "a list with more", { looks: [{ width: 390, colorScheme: "dark" }] });
  await more(page).focus();
  await page.keyboard.press("Enter");
  await expect(says(page, 100)).toBeVisible();
  await expect(names(page)).toHaveCount(100);
  await expect(more(page)).toBeFocused();
  await expect(page).toHaveURL(/[?&]shown=100$/);

  await page.reload();
  await expect(names(page)).toHaveCount(100);
  await page.getByRole("link", { name: "Shop 099" }).click();
  await expect(pageTitle(page, "Shop 099")).toBeVisible();
  await page.goBack();
  await expect(names(page)).toHaveCount(100);

  await more(page).focus();
  await page.keyboard.press("Enter");
  await expect(says(page, CLIENTS)).toBeVisible();
  await expect(names(page).nth(CLIENTS - 1)).toHaveText("Shop 119");
  await expect(more(page)).toHaveCount(0);
  // the button went with the last clients, and the focus goes on from there
  await expect(says(page, CLIENTS)).toBeFocused();

  await page.getByRole("button", { name: "Client", exact: true }).click();
  await expect(names(page).first()).toHaveText("Shop 119");
  await expect(says(page, 50)).toBeVisible();
  await expect(page).toHaveURL(/\?direction=down$/);
  await page.goBack();
  await expect(says(page, CLIENTS)).toBeVisible();
});

test("keeps what is there when the next ones do not come, and tries again by a press", async ({ page }) => {
  await page.reload();
  await expect(says(page, 50)).toBeVisible();
  const refused = { status: 503, json: { code: "UNAVAILABLE", message: "Not now.", requestId: "r" } };
  const after = /\/v1\/manage\/clients\?.*after=/;
  await page.route(after, (route) => route.fulfill(refused));
  await more(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Not now." })).toBeVisible();
  await expect(names(page)).toHaveCount(50);
  await page.unroute(after);
  await more(page).click();
  await expect(names(page)).toHaveCount(100);
  await expect(page.getByRole("alert").filter({ hasText: "Not now." })).toHaveCount(0);
});

test("stays up to date as a whole, and an address of before still has its search", async ({ page, site }) => {
  await page.goto(`${site.url}/console/?search=shop+11&page=2&shown=100`);
  await expect(says(page, 10, 10)).toBeVisible();
  await expect(more(page)).toHaveCount(0);
  await page.goto(`${site.url}/console/?shown=100`);
  await expect(says(page, 100)).toBeVisible();
  const csv = "name\nShop 000a";
  const headers = { "x-firsthand-console": "1" };
  await page.request.post(`${site.url}/v1/manage/clients/import`, { headers, data: { csv } });
  await expect(says(page, 100, CLIENTS + 1)).toBeVisible();
  await expect(names(page).nth(1)).toHaveText("Shop 000a");
});
