import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  dialog,
  enterConsole,
  openNewClient,
  pageTitle,
} from "../support/browser/console-journey.ts";
import { expect, type Site, test } from "../support/browser/journey.ts";
import { pagesOfPdf } from "../support/browser/pdf.ts";
import { fullRecord } from "../support/data/full-record.ts";

const RECIPIENT = "Ana Ruiz, Pixel & Pine";

/** Opens a client's page as a manager, and creates a share link there. */
async function share(page: Page, site: Site): Promise<string> {
  await enterConsole(page, site);
  const { accessKey } = await addClientInConsole(page, "Rosa's Bakery", "rosa@example.com");
  await page.getByRole("button", { name: "Close" }).click();
  await site.saveAs(
    { clientId: "", clientName: "", accessKey },
    fullRecord((id) => `About ${id}. `.repeat(60)),
  );
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();
  // three clicks: open the dialog, make the link, copy it
  await page.getByRole("button", { name: "Share brief" }).click();
  await dialog(page).getByLabel("Who is it for?").fill(RECIPIENT);
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  const link = await dialog(page).getByLabel("Link to the brief").inputValue();
  await page.context().grantPermissions(["clipboard-write"]);
  await dialog(page).getByText("Copy", { exact: true }).click();
  await expect(dialog(page).getByText("Copied")).toBeVisible();
  // the link may have another port, because a test's server learns its port late
  return site.url + link.slice(link.indexOf("/b/"));
}

/** The text on a sheet, with diagonal words in one piece, which pdftotext would split. */
const slantedTextOf = (pdf: string, sheet: number) =>
  execFileSync("pdftohtml", ["-xml", "-stdout", "-i", "-f", `${sheet}`, "-l", `${sheet}`, pdf], {
    encoding: "utf8",
  });

const openButton = (page: Page) => page.getByRole("button", { name: "Open brief" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function openAs(context: BrowserContext, link: string): Promise<Page> {
  const stranger = await context.newPage();
  await stranger.goto(link);
  await openButton(stranger).click();
  await expect(heading(stranger, "Rosa's Bakery")).toBeVisible();
  return stranger;
}

test("a form shows a missing value at its field, and not in the browser's own bubble", async ({
  page,
  site,
}) => {
  await openNewClient(page, site);
  await page.getByRole("button", { name: "Share brief" }).click();
  const recipient = dialog(page).getByLabel("Who is it for?");
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  await expect(recipient).toBeFocused();
  await expect(recipient).toHaveAccessibleDescription(/Please fill this in\.$/);
  await expect(dialog(page).getByRole("alert").filter({ hasText: "Please fill this in." })).toBeVisible();
  await expectAccessible(page, "a form that lacks something");
  await recipient.fill("Ana");
  await expect(dialog(page).getByText("Please fill this in.")).toHaveCount(0);
});

test("a manager shares a brief, a stranger opens it with a press, and a revoked link ends at once", async ({
  page,
  site,
  openContext,
}) => {
  const link = await share(page, site);
  const strangers = await openContext();
  const scanned = await strangers.newPage();
  await scanned.goto(link);
  await expect(openButton(scanned)).toBeEnabled();
  await expectAccessible(scanned, "the page that waits for a press");
  await expect(dialog(page).getByText("Not opened yet")).toBeVisible();
  await openButton(scanned).click();
  await expect(heading(scanned, "Rosa's Bakery")).toBeVisible();
  // the token has left the address
  expect(scanned.url()).toBe(`${site.url}/b/brief`);
  await expect(scanned.getByText(`Shared with ${RECIPIENT} by Mia Lopes`)).toBeVisible();
  await expectAccessible(scanned, "a shared brief");
  await expectNoOverflow(scanned, "a shared brief");
  await expectAccessible(page, "the dialog that shares a brief");
  await expect(dialog(page).getByText("Opened once")).toBeVisible({ timeout: 30_000 });
  await dialog(page)
    .getByRole("button", { name: `Revoke ${RECIPIENT}` })
    .click();
  await expect(dialog(page).getByRole("button", { name: `Keep link ${RECIPIENT}` })).toBeFocused();
  await expectAccessible(page, "the question before a link is revoked");
  await dialog(page)
    .getByRole("button", { name: `Revoke link ${RECIPIENT}` })
    .click();
  await expect(dialog(page).getByText("Active links")).toHaveCount(0);
  await scanned.reload();
  await expect(heading(scanned, "This link has ended")).toBeVisible();
  await expectAccessible(scanned, "a link that has ended");
  const late = await strangers.newPage();
  await late.goto(link);
  await openButton(late).click();
  await expect(heading(late, "This link has ended")).toBeVisible();
  await expect(late).toHaveTitle("This link has ended");
  await expect(openButton(late)).toHaveCount(0);
});

test("a shared brief is saved as a PDF with the recipient's name on every page", async ({
  page,
  site,
  openContext,
}) => {
  const stranger = await openAs(await openContext(), await share(page, site));
  const download = stranger.waitForEvent("download", { timeout: 60_000 });
  await stranger.getByRole("link", { name: "Save as PDF" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^rosas-bakery_brief_[\d-]{10}\.pdf$/);
  const pdf = await file.path();
  const { count } = pagesOfPdf(readFileSync(pdf));
  expect(count).toBeGreaterThan(1);
  for (let sheet = 1; sheet <= count; sheet++) expect(slantedTextOf(pdf, sheet)).toContain("Ruiz");
});

test("an incomplete link says so, and cannot be opened", async ({ site, openContext }) => {
  const stranger = await (await openContext()).newPage();
  await stranger.goto(`${site.url}/b/`);
  await expect(stranger.getByRole("status")).toContainText("This link is incomplete");
  await expect(openButton(stranger)).toBeDisabled();
});

test("closing before the link was copied needs a confirmation", async ({ page, site }) => {
  await enterConsole(page, site);
  await addClientInConsole(page, "Rosa's Bakery");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await page.getByRole("button", { name: "Share brief" }).click();
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  // a name is required
  await expect(dialog(page).getByLabel("Who is it for?")).toBeFocused();
  await dialog(page).getByLabel("Who is it for?").fill("Ana");
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  await expect(dialog(page).getByLabel("Link to the brief")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert")).toContainText("it won’t be shown again");
});
