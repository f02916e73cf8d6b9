import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { enterConsole, line, pageTitle } from "../support/browser/console-journey.ts";
import { test as base, expect, type Site } from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { startSite } from "../support/service/site-process.ts";

/** How far clients get, how long they take, and where they pause. */

/** A separate server, because these clients would disturb the lists in other test files. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

const sends = { headers: { "x-firsthand-console": "1" } };
const chart = (page: Page, name: string) => page.getByRole("table", { name });
const row = (page: Page, name: string, heading: string) =>
  chart(page, name)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: heading, exact: true }) });
const cells = (page: Page, name: string, heading: string) => row(page, name, heading).getByRole("cell");
const filters = (page: Page) => page.getByRole("search", { name: "Filter the overview" });
const loading = (page: Page) => page.getByRole("main").getByRole("status").filter({ hasText: "Loading..." });

const FUNNEL = "How far clients get";
const PAUSES = "Where clients pause";

async function addClient(page: Page, site: Site, name: string) {
  const response = await page.request.post(`${site.url}/v1/manage/clients`, { ...sends, data: { name } });
  const { data } = (await response.json()) as { data: { clientId: string; accessKey: string } };
  return { ...data, clientName: name };
}

/** A manager with six clients: one at each earlier step, and two who have submitted. */
async function enterWithClients(page: Page, site: Site) {
  await enterConsole(page, site);
  await addClient(page, site, "Never Came");
  const opened = await addClient(page, site, "Only Looked");
  await page.request.post(`${site.url}/v1/auth/exchange`, { data: { key: opened.accessKey } });
  const began = await addClient(page, site, "Just Began");
  await site.saveAs(began, {
    "customer-acquisition": { responses: [{ id: "a", content: "By word of mouth." }] },
  });
  const submitted = ["Done One", "Done Two", "Done Three"];
  for (const name of submitted)
    await site.saveAs(
      await addClient(page, site, name),
      fullRecord(() => "All of it."),
      { submit: true },
    );
}

const openOverview = async (page: Page, query = "") => {
  await page.goto(`/console/overview${query}`);
  await expect(pageTitle(page, "Overview")).toBeVisible();
};

test("the funnel counts each step, names the largest drop, and each number links to its clients and back", async ({
  page,
  site,
}) => {
  await enterWithClients(page, site);
  await openOverview(page);
  const steps = { Invited: 6, Opened: 5, Began: 4, "Half answered": 3, Submitted: 3 };
  for (const [step, count] of Object.entries(steps))
    await expect(cells(page, FUNNEL, step).first()).toHaveText(String(count));
  await expect(cells(page, FUNNEL, "Opened")).toHaveText(["5", "", "83%", "83%"]);
  await expect(cells(page, FUNNEL, "Approved")).toHaveText(["0", "", "0%", "0%"]);
  await expect(
    page.getByText("The largest drop is between Submitted and Approved: 3 of 3 clients."),
  ).toBeVisible();

  await page.getByRole("link", { name: "Began: 4 clients" }).click();
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await expect(line(page, "Just Began")).toBeVisible();
  await expect(line(page, "Only Looked")).toHaveCount(0);
  await page.getByRole("button", { name: "Remove filter: Reached Began" }).click();
  await expect(line(page, "Only Looked")).toBeVisible();
  await page.goBack();
  await expect(line(page, "Only Looked")).toHaveCount(0);
  await page.goBack();
  await expect(cells(page, FUNNEL, "Began").first()).toHaveText("4");
});

test("days are medians, and questions are grouped by section and link to the clients who pause there", async ({
  page,
  site,
}) => {
  await enterWithClients(page, site);
  await openOverview(page);
  await expect(cells(page, "How long clients take", "Invited – Opened")).toHaveText(["5", "", "0"]);
  await expect(cells(page, "How long clients take", "Submitted – Approved")).toHaveText([
    "0",
    "",
    "–too few clients",
  ]);
  await expect(page.getByText("Of the 4 clients who began")).toBeVisible();
  await expect(chart(page, PAUSES).getByRole("row")).toHaveCount(1 + 13 + 6);
  const paused = chart(page, PAUSES).getByRole("link", { name: /^Paused here, .+: 1 client$/ });
  await paused.click();
  await expect(line(page, "Just Began")).toBeVisible();
  await expect(line(page, "Done One")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Remove filter: Paused here / })).toBeVisible();
});

test("this week's numbers link to the clients of those days", async ({ page, site }) => {
  await enterWithClients(page, site);
  await openOverview(page);
  const week = chart(page, "Invited and submitted by week");
  await week.getByRole("link", { name: /^Submitted, .+: 3 clients$/ }).click();
  await expect(line(page, "Done Three")).toBeVisible();
  await expect(line(page, "Just Began")).toHaveCount(0);
  await page.goBack();
  await week.getByRole("link", { name: /^Invited, .+: 6 clients$/ }).click();
  await expect(line(page, "Never Came")).toBeVisible();
});

test("the bar filters everything, is in the address, and Back undoes one step", async ({ page, site }) => {
  await enterWithClients(page, site);
  await openOverview(page);
  await filters(page).getByLabel("Invited").selectOption("30");
  await expect(page).toHaveURL(/overview\?period=30$/);
  await page.reload();
  await expect(filters(page).getByLabel("Invited")).toHaveValue("30");
  await filters(page).getByLabel("Invited").selectOption("own");
  const last = filters(page).getByLabel("To", { exact: true });
  await last.fill("2020-01-31");
  const first = filters(page).getByLabel("From", { exact: true });
  await first.fill("2020-01-01");
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-31$/);
  await expect(page.getByText("No clients match these filters.")).toBeVisible();
  await expectAccessible(page, "an overview without clients");
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(filters(page).getByLabel("Invited")).toHaveValue("30");
  await expect(cells(page, FUNNEL, "Invited").first()).toHaveText("6");
  // invalid values in the address are ignored
  await openOverview(page, "?period=ages&from=x&manager=");
  await expect(cells(page, FUNNEL, "Invited").first()).toHaveText("6");
});

test("a manager without clients reads what to do, with the bar above", async ({ page, site }) => {
  await enterConsole(page, site);
  await openOverview(page);
  await expect(page.getByText("No clients invited yet.")).toBeVisible();
  await expect(filters(page)).toBeVisible();
});

test("administrators see account managers side by side, and others do not", async ({ page, site }) => {
  await enterWithClients(page, site);
  await openOverview(page);
  await expect(chart(page, FUNNEL)).toBeVisible();
  await expect(chart(page, "Invited and submitted by account manager")).toHaveCount(0);
  await expect(filters(page).getByLabel("Manager")).toHaveCount(0);
  await enterConsole(page, site, "administrator", "Ada Long");
  await addClient(page, site, "Ada's own");
  await openOverview(page);
  await expect(cells(page, "Invited and submitted by account manager", "Ada Long").first()).toHaveText("1");
  await filters(page).getByLabel("Manager").selectOption("me");
  await expect(cells(page, FUNNEL, "Invited").first()).toHaveText("1");
});

test("bars of a table are equally wide, beside numbers in separate columns", async ({ page, site }) => {
  await enterWithClients(page, site);
  await openOverview(page);
  await expect(chart(page, FUNNEL)).toBeVisible();
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const table of await page.getByRole("table").all()) {
      const widths = await table
        .locator("svg")
        .evaluateAll((tracks) => tracks.map((track) => Math.round(track.getBoundingClientRect().width)));
      expect(new Set(widths).size).toBe(1);
      expect(widths[0]).toBeGreaterThan(24);
    }
  }
});

for (const colorScheme of ["light", "dark"] as const)
  test(`nothing is cut off and no one is excluded on a phone, in ${colorScheme} colors`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await enterWithClients(page, site);
    await openOverview(page);
    await expect(row(page, FUNNEL, "Approved")).toBeVisible();
    await expect(chart(page, PAUSES).getByRole("row")).toHaveCount(1 + 13 + 6);
    await expectNoOverflow(page, "the overview");
    await expectAccessible(page, "the overview");
    const link = page.getByRole("link", { name: "Opened: 5 clients", exact: true });
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  });

test("while it loads, a placeholder has its shape", async ({ page, site }) => {
  await enterConsole(page, site);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/v1/manage/overview?*", async (route) => {
    await released;
    await route.continue();
  });
  await openOverview(page);
  await expect(loading(page)).toHaveAttribute("data-shape", "overview");
  release();
  await expect(loading(page)).toHaveCount(0);
});

test("all numbers can be downloaded as a table", async ({ page, site }) => {
  await enterWithClients(page, site);
  await openOverview(page, "?period=30");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^overview_\d{4}-\d\d-\d\d\.csv$/);
  expect(download.url()).toContain("/overview/export?days=30");
});
