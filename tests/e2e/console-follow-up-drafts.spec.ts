import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/console-axe.ts";
import { enterConsole, openNewClient, pageTitle } from "../support/browser/console-journey.ts";
import { card, expect, test } from "../support/browser/journey.ts";

/** The draft of a follow-up is available on every device of its manager. */

const QUESTION = "team-description";
const KEPT = "Draft saved. Only you see it.";
const box = (page: Page) => card(page, QUESTION).getByLabel("What would you like to know?");
const kept = (page: Page) => card(page, QUESTION).getByRole("status").filter({ hasText: KEPT });

const press = (page: Page, name: RegExp) => card(page, QUESTION).getByRole("button", { name }).click();

async function open(page: Page): Promise<void> {
  await card(page, QUESTION)
    .getByRole("button", { name: /^Follow up/ })
    .click();
}

/** Opens a second browser context that is signed in as the same manager. */
async function onAnotherDevice(page: Page): Promise<Page> {
  const state = await page.context().storageState();
  const context = await page.context().browser()?.newContext({ storageState: state });
  if (!context) throw new Error("There is no browser");
  const other = await context.newPage();
  await other.goto(page.url());
  return other;
}

test("typed text is there again after a reload, and on another device", async ({ page, site }) => {
  await openNewClient(page, site);
  await open(page);
  await box(page).fill("Which days are ");
  await expect(kept(page)).toBeVisible();
  await expectAccessible(page, "a draft");
  await page.reload();
  await expect(box(page)).toHaveValue("Which days are ");
  await expect(kept(page)).toBeVisible();
  const other = await onAnotherDevice(page);
  await expect(box(other)).toHaveValue("Which days are ");
  await other.context().close();
});

test("text typed in the second before a page is left is saved", async ({ page, site }) => {
  await openNewClient(page, site);
  const address = page.url();
  await open(page);
  await box(page).fill("Which days");
  await page.goto("about:blank");
  await page.goto(address);
  await expect(box(page)).toHaveValue("Which days");
});

test("a sent follow-up is no longer a draft, here and on another device", async ({ page, site }) => {
  await openNewClient(page, site);
  await open(page);
  await box(page).fill("Which days are quiet?");
  await expect(kept(page)).toBeVisible();
  const other = await onAnotherDevice(page);
  await expect(box(other)).toHaveValue("Which days are quiet?");
  await card(page, QUESTION).getByRole("button", { name: "Send follow-up" }).click();
  await expect(card(page, QUESTION).getByRole("listitem").last()).toContainText("Which days are quiet?");
  await expect(box(page)).toHaveCount(0);
  await expect(box(other)).toHaveCount(0);
  await page.reload();
  await expect(card(page, QUESTION).getByRole("button", { name: /^Withdraw/ })).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await other.context().close();
});

test("a deleted draft is gone after a reload", async ({ page, site }) => {
  await openNewClient(page, site);
  await open(page);
  await box(page).fill("Which days");
  await expect(kept(page)).toBeVisible();
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await card(page, QUESTION).getByRole("button", { name: "Delete draft" }).click();
  expect((await deleted).status()).toBe(200);
  await page.reload();
  await expect(card(page, QUESTION).getByRole("button", { name: /^Follow up/ })).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});

test("words being typed stay when another device was faster, and both versions are visible", async ({
  page,
  site,
}) => {
  await openNewClient(page, site);
  await open(page);
  await box(page).fill("Which days");
  await expect(kept(page)).toBeVisible();
  const other = await onAnotherDevice(page);
  await expect(box(other)).toHaveValue("Which days");
  await other.context().setOffline(true);
  await box(other).fill("Which days are slow?");
  await expect(card(other, QUESTION).getByRole("status")).toContainText("isn’t saved yet");
  await box(page).fill("Which months are quiet?");
  await expect(kept(page)).toBeVisible();
  await other.context().setOffline(false);
  await expect(card(other, QUESTION).getByText("Which months are quiet?")).toBeVisible();
  await expect(box(other)).toHaveValue("Which days are slow?");
  await expectAccessible(other, "two drafts");
  // both devices show the newer draft
  await expect(box(page)).toHaveValue("Which days are slow?");
  await card(other, QUESTION).getByRole("button", { name: "Use that text" }).click();
  await expect(box(other)).toHaveValue("Which months are quiet?");
  await expect(box(page)).toHaveValue("Which months are quiet?");
  await other.context().close();
});

test("a draft is visible only to its manager", async ({ page, site }) => {
  await openNewClient(page, site);
  const address = page.url();
  await open(page);
  await box(page).fill("Which days");
  await expect(kept(page)).toBeVisible();
  await page.context().clearCookies();
  await enterConsole(page, site, "administrator", "Ada");
  await page.goto(address);
  await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();
  await expect(card(page, QUESTION).getByRole("button", { name: /^Follow up/ })).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});

test("the slower manager keeps the words, and sees why only while the other follow-up is open", async ({
  page,
  site,
  openContext,
}) => {
  await openNewClient(page, site);
  const other = await (await openContext()).newPage();
  await enterConsole(other, site, "administrator", "Ada");
  await other.goto(page.url());
  await open(other);
  await box(other).fill("Since when?");
  // the second page learns nothing of the change until its own was refused
  await other.route("**/follow-ups", (route) => route.abort());
  await open(page);
  await box(page).fill("Which days are quiet?");
  await press(page, /^Send follow-up/);
  await expect(card(page, QUESTION).getByRole("listitem").last()).toContainText("Which days are quiet?");
  await press(other, /^Send follow-up/);
  const refusal = card(other, QUESTION)
    .getByRole("alert")
    .filter({ hasText: "already has an open follow-up" });
  await expect(refusal).toBeVisible();
  await other.unroute("**/follow-ups");
  await expect(card(other, QUESTION).getByRole("listitem").last()).toContainText("Which days are quiet?");
  await expect(refusal).toBeVisible();
  await expect(box(other)).toHaveValue("Since when?");
  await press(page, /^Withdraw/);
  await expect(card(other, QUESTION)).toContainText("withdrew the follow-up");
  await expect(refusal).toHaveCount(0);
  await press(other, /^Send follow-up/);
  await expect(card(other, QUESTION).getByRole("listitem").last()).toContainText("Since when?");
  await expect(box(other)).toHaveCount(0);
});
