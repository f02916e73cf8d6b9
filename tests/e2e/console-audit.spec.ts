import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { enterByLink, enterConsole, invite, pageTitle } from "../support/browser/console-journey.ts";
import { test as base, expect } from "../support/browser/journey.ts";
import { type Site, startSite } from "../support/service/site-process.ts";

/** The audit log as administrators read it. */

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

const sends = { headers: { "x-firsthand-console": "1" } };
const lines = (page: Page) => page.getByRole("main").getByRole("listitem");
const line = (page: Page, text: string | RegExp) => lines(page).filter({ hasText: text });
const filters = (page: Page) => page.getByRole("search", { name: "Filter the audit log" });

async function addClient(page: Page, site: Site, name: string): Promise<string> {
  const response = await page.request.post(`${site.url}/v1/manage/clients`, { ...sends, data: { name } });
  const { data } = (await response.json()) as { data: { clientId: string } };
  return data.clientId;
}

async function openAudit(page: Page, query = "") {
  await page.goto(`/console/audit${query}`);
  await expect(pageTitle(page, "Audit log")).toBeVisible();
}

test("lines are sentences grouped by day, with a time, and link to their client or account", async ({
  page,
  site,
}) => {
  // signed in with a real browser, so that the session has a browser's name
  await enterByLink(page, await invite(site, "administrator", "Ada Byron"));
  const clientId = await addClient(page, site, "Rosa's Bakery");
  await openAudit(page);
  const added = line(page, "Ada Byron added Rosa's Bakery");
  await expect(added.getByRole("time")).toHaveText(/^\d{1,2}:\d\d:\d\d\s[AP]M$/);
  await expect(added).toContainText("from 127.0.0.0/24");
  await expect(added).toContainText(/Chrome on \w+/);
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "full" }).format(new Date());
  await expect(page.getByRole("heading", { level: 2, name: today })).toBeVisible();
  await expectAccessible(page, "the audit log");
  await expectNoOverflow(page, "the audit log");
  await added.getByText("Details").click();
  await expect(added.getByText("client.added")).toBeVisible();
  await expectAccessible(page, "a line with its details");
  await expectNoOverflow(page, "a line with its details");
  await added.getByRole("link", { name: "Rosa's Bakery", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/console/clients/${clientId}$`));
});

test("filters are in the address, and Back removes them", async ({ page, site }) => {
  await enterConsole(page, site, "administrator", "Ben Ito");
  const clientId = await addClient(page, site, "Harbor Dental");
  await addClient(page, site, "Someone Else");
  await openAudit(page);
  await filters(page).getByLabel("What", { exact: true }).selectOption({ label: "Keys and links" });
  await expect(page).toHaveURL(/\?group=keys$/);
  await expect(line(page, "created an access key for Harbor Dental")).toBeVisible();
  await expect(line(page, "Ben Ito added Harbor Dental")).toHaveCount(0);
  await filters(page).getByLabel("Who", { exact: true }).selectOption({ label: "An operator on the server" });
  await expect(line(page, "Harbor Dental")).toHaveCount(0);
  await page.goBack();
  await expect(line(page, "created an access key for Harbor Dental")).toBeVisible();
  await page.goBack();
  const added = line(page, "Ben Ito added Harbor Dental");
  await added.getByText("Details").click();
  await added.getByRole("link", { name: "Show only Harbor Dental" }).click();
  await expect(page).toHaveURL(new RegExp(`client=${clientId}`));
  await expect(line(page, "Someone Else")).toHaveCount(0);
  await expect(lines(page)).toHaveCount(2);
  await filters(page).getByRole("button", { name: "Remove filter: Client Harbor Dental" }).click();
  await expect(line(page, "added Someone Else")).toBeVisible();
  await filters(page).getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByText("Nothing here yet. Try fewer filters.")).toBeVisible();
  await expectAccessible(page, "an audit log without lines");
});

test("automatic mail is shown on request, and earlier lines on a press", async ({ page, site }) => {
  await enterConsole(page, site, "administrator", "Cleo Park");
  const at = Date.now();
  for (let count = 0; count < 105; count++)
    await site.storage.audit.record({ at, kind: "token.added", actor: "operator", detail: `at_${count}` });
  await site.storage.audit.record({ at, kind: "mail.sent", actor: "nobody", detail: "ml_1 digest" });
  await openAudit(page, "?actor=operator&group=programs");
  await expect(lines(page)).toHaveCount(100);
  await page.getByRole("button", { name: "Show earlier" }).click();
  await expect(lines(page)).toHaveCount(105);
  await expect(page.getByRole("button", { name: "Show earlier" })).toHaveCount(0);
  await openAudit(page, "?group=mail");
  await expect(page.getByText("Nothing here yet. Try fewer filters.")).toBeVisible();
  await page.getByLabel("Show automatic mail").check();
  await expect(line(page, "Email sent: Morning summary")).toBeVisible();
  await expect(page).toHaveURL(/mail=all/);
});

test("the filtered lines are downloaded as a CSV", async ({ page, site }) => {
  await enterConsole(page, site, "administrator", "Dora Lind");
  await addClient(page, site, "=Formula Ltd");
  await openAudit(page, "?group=clients");
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^audit_\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toContain("'=Formula Ltd");
  expect(text).not.toContain("manager.signed-in");
});

test("it is in Spanish for a Spanish reader, and readable in the dark scheme", async ({ page, site }) => {
  await enterConsole(page, site, "administrator", "Eva Ruiz");
  await addClient(page, site, "Panadería Sol");
  await page.emulateMedia({ colorScheme: "dark" });
  await openAudit(page);
  await expectAccessible(page, "the audit log in the dark");
  await page.getByRole("link", { name: "Eva Ruiz", exact: true }).first().click();
  await page.getByRole("link", { name: "Español", exact: true }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Auditoría", exact: true }).click();
  await expect(line(page, "Eva Ruiz agregó a Panadería Sol")).toBeVisible();
});
