import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  dialog,
  enterByLink,
  invite,
  openLink,
  PASSWORD,
  pageTitle,
  signInToConsole,
} from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { appCode, wrongCode } from "../support/data/authenticator.ts";
import { startSite } from "../support/service/site-process.ts";

const PERIOD_MS = 30_000;

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const codeField = (page: Page) => page.getByLabel("Code from your app");
const recoveryCodes = (page: Page) =>
  page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
const failure = (page: Page) => page.getByRole("alert");
const WRONG = "This code is wrong or was already used. Wait for the next code and try again.";

/** The phone's secret, and a code that was not used yet, so that no test waits half a minute for the next one. */
async function scanned(page: Page) {
  const secret = (await page.getByLabel("Secret (to type in)").inputValue()).replaceAll(" ", "");
  return {
    secret,
    first: () => appCode(secret, Date.now()),
    next: () => appCode(secret, Date.now() + PERIOD_MS),
    wrong: () => wrongCode(secret, Date.now()),
  };
}

/** Sets the name of a session's device; an empty name removes it. */
async function nameDevice(page: Page, row: Locator, name: string): Promise<void> {
  await row.getByRole("button", { name: /^Rename/ }).click();
  await expectAccessible(page, "the name of a device");
  await expectNoOverflow(page, "the name of a device");
  await page.getByLabel("Your name for this device").fill(name);
  await press(page, "Save name");
  await expect(page.getByRole("dialog")).toBeHidden();
}

async function openAccount(page: Page, tab: "Security" | "Signed in" = "Security"): Promise<void> {
  await page.getByRole("link", { name: "Mia Lopes" }).click();
  await page.getByRole("link", { name: tab }).click();
  await expect(pageTitle(page, "Mia Lopes")).toBeVisible();
}

/** Goes from the password to the recovery codes. */
async function setUp(page: Page) {
  await page.getByLabel("Your password").fill(PASSWORD);
  await press(page, "Continue");
  await expect(page.getByRole("img", { name: "QR code for the secret" })).toBeVisible();
  const phone = await scanned(page);
  const used = phone.first();
  await codeField(page).fill(used);
  await press(page, "Turn on");
  await expect(recoveryCodes(page)).toHaveCount(10);
  return { ...phone, used, recovery: await recoveryCodes(page).allTextContents() };
}

async function withFactor(page: Page) {
  await openAccount(page);
  await press(page, "Set up a second factor");
  const phone = await setUp(page);
  await press(page, "I saved the codes");
  await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();
  return phone;
}

async function enterRecovery(page: Page, code: string | undefined): Promise<void> {
  await press(page, "Use a recovery code");
  await page.getByLabel("Recovery code", { exact: true }).fill(code ?? "");
  await press(page, "Sign in");
}

test("a manager sets it up with password and first code, and keeps the recovery codes", async ({
  page,
  site,
}) => {
  await enterByLink(page, await invite(site));
  await openAccount(page);
  await press(page, "Set up a second factor");
  await page.getByLabel("Your password").fill("not my password");
  await press(page, "Continue");
  await expect(failure(page)).toHaveText("Your current password is wrong.");
  await page.getByLabel("Your password").fill(PASSWORD);
  await press(page, "Continue");
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page, "secret to be scanned");
  await expectNoOverflow(page, "secret to be scanned");
  const phone = await scanned(page);
  await codeField(page).fill(phone.wrong());
  await codeField(page).press("Enter");
  await expect(failure(page)).toHaveText(WRONG);
  await codeField(page).fill(phone.first());
  await codeField(page).press("Enter");
  await expect(recoveryCodes(page)).toHaveCount(10);
  await expect(page.getByRole("list", { name: "Recovery codes" })).toBeFocused();
  await expectAccessible(page, "recovery codes");
  await expectNoOverflow(page, "recovery codes");
  const codes = await recoveryCodes(page).allTextContents();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download codes" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  for (const code of codes) expect(file).toContain(code);
  await press(page, "I saved the codes");
  await expect(page.getByText(/^On since/)).toBeVisible();
  await expectAccessible(page, "account with a second factor");
});

test("from then on a manager signs in with password and a one-time code", async ({ page, site }) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  const phone = await withFactor(page);
  await press(page, "Sign out");
  await signInToConsole(page, mia.email);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page, "second step");
  await expectNoOverflow(page, "second step");
  await codeField(page).fill(phone.used);
  await press(page, "Sign in");
  await expect(failure(page)).toHaveText(WRONG);
  await codeField(page).fill(phone.next());
  await press(page, "Sign in");
  await expect(pageTitle(page, "Mia Lopes")).toBeVisible();
});

test("half a sign-in opens nothing: a reload starts over, other pages show nothing, and a recovery code completes it", async ({
  page,
  site,
  context,
}) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  const { recovery } = await withFactor(page);
  await press(page, "Sign out");
  await signInToConsole(page, mia.email);
  await expect(codeField(page)).toBeVisible();
  // only the cookie of a known browser is left, which does not sign anyone in
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["firsthand-known"]);
  await page.goto("/console/managers");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signInToConsole(page, mia.email);
  await press(page, "Start over");
  await signInToConsole(page, mia.email);
  await enterRecovery(page, recovery[0]?.toLowerCase());
  await openAccount(page);
  await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();

  await press(page, "Sign out");
  await signInToConsole(page, mia.email);
  await enterRecovery(page, recovery[0]);
  await expect(failure(page)).toHaveText(WRONG);
});

test("new recovery codes and turning off need password and code", async ({ page, site }) => {
  await enterByLink(page, await invite(site));
  const phone = await withFactor(page);
  await press(page, "Create new codes");
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByLabel("Code from your app").fill(phone.next());
  await expectAccessible(page, "new recovery codes");
  await dialog(page).getByRole("button", { name: "Create new codes" }).click();
  await expect(recoveryCodes(page)).toHaveCount(10);
  const renewed = await recoveryCodes(page).allTextContents();
  expect(renewed).not.toContain(phone.recovery[0]);
  await press(page, "I saved the codes");

  await press(page, "Turn off");
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await press(page, "Use a recovery code");
  const turnOff = dialog(page).getByRole("button", { name: "Turn off" });
  await dialog(page)
    .getByLabel("Recovery code", { exact: true })
    .fill(phone.recovery[1] ?? "");
  await turnOff.click();
  await expect(dialog(page).getByRole("alert")).toHaveText(WRONG);
  await expectAccessible(page, "turning off");
  await dialog(page)
    .getByLabel("Recovery code", { exact: true })
    .fill(renewed[1] ?? "");
  await turnOff.click();
  await expect(page.getByRole("button", { name: "Set up a second factor" })).toBeVisible();
});

test("a link that sets a password does not bypass it", async ({ page, site }) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  const { next } = await withFactor(page);
  const { managerId } = (await site.storage.managers.findByEmail(mia.email)) ?? { managerId: "" };
  const printed = await site.firsthand("manager", "link", managerId, "--json");
  await openLink(page, new URL((JSON.parse(printed) as { link: string }).link).hash.replace("#link=", ""));
  await expect(codeField(page)).toBeVisible();
  await codeField(page).fill(next());
  await press(page, "Sign in");
  await expect(pageTitle(page, "All clients")).toBeVisible();
});

test("an administrator removes it for a manager who lost the phone, whose open tab is signed out", async ({
  page,
  site,
  openContext,
}) => {
  const mia = await invite(site, "manager", "Mia Lopes");
  const mias = await (await openContext()).newPage();
  await enterByLink(mias, mia);
  await withFactor(mias);
  const ada = await invite(site, "administrator", "Ada");
  await enterByLink(page, ada);
  await page.getByRole("link", { name: "Team" }).click();
  const row = page.getByRole("row").filter({ hasText: mia.email });
  await expect(row.getByRole("cell", { name: "On", exact: true })).toBeVisible();
  await expectNoOverflow(page, "account managers");
  await row.getByRole("button", { name: "Edit" }).click();
  await expectAccessible(page, "account of another manager");
  const removing = dialog(page).getByRole("button", { name: "Remove second factor" });
  await removing.click();
  await dialog(page).getByLabel("Your password").fill("another password");
  await removing.click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Your current password is wrong.");
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await removing.click();
  await expect(dialog(page).getByRole("button", { name: "Remove second factor" })).toHaveCount(0);
  await expect(row.getByRole("cell", { name: "Off", exact: true })).toBeVisible();
  // the tab notices without a press, and its page comes back after signing in
  await expect(mias.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signInToConsole(mias, mia.email);
  await mias.getByRole("link", { name: /^All clients/ }).click();
  await expect(pageTitle(mias, "All clients")).toBeVisible();

  await dialog(page).getByRole("button", { name: "End all sessions" }).click();
  await expect(dialog(page).getByText("One session ended.")).toBeVisible();
  await expect(mias.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  const own = page.getByRole("row").filter({ hasText: ada.email });
  await own.getByRole("button", { name: "Edit" }).click();
  await expect(dialog(page).getByRole("button", { name: "End all sessions" })).toHaveCount(0);
});

test("a manager who must have a second factor sets it up before anything else", async ({ openContext }) => {
  const site = await startSite({ FIRSTHAND_REQUIRE_SECOND_FACTOR: "administrators" });
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await openLink(page, (await invite(site, "administrator", "Ada")).token);
  const title = page.getByRole("heading", { name: "Set up a second factor" });
  await expect(title).toBeVisible();
  await expectAccessible(page, "led to a second factor");
  await expectNoOverflow(page, "led to a second factor");
  await page.goto("/console/managers");
  await expect(title).toBeVisible();
  await setUp(page);
  await press(page, "I saved the codes");
  await expect(pageTitle(page, "Team")).toBeVisible();

  const bens = await (await openContext({ baseURL: site.url })).newPage();
  await enterByLink(bens, await invite(site, "manager", "Ben"));
  await site.close();
});

test("a manager's own sessions are listed and ended, one or all others, also in another browser (P40)", async ({
  page,
  site,
  openContext,
}) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  const signInElsewhere = async () => {
    const other = await (await openContext()).newPage();
    await other.goto("/console/");
    await signInToConsole(other, mia.email);
    await expect(pageTitle(other, "All clients")).toBeVisible();
    return other;
  };
  const others = [await signInElsewhere(), await signInElsewhere()];
  const newest = await signInElsewhere();
  await openAccount(page, "Signed in");
  const table = page.getByRole("region", { name: "Where you’re signed in" });
  const rows = table.getByRole("row");
  await expect(rows).toHaveCount(5);
  await expectAccessible(page, "account with sessions");
  await expectNoOverflow(page, "account with sessions");
  await expect(rows.nth(1)).toContainText("Chrome on Linux");
  await expect(rows.nth(1)).toContainText("This session");
  await expect(rows.nth(1).getByRole("button")).toHaveText(["Rename Chrome on Linux"]);
  await nameDevice(page, rows.nth(1), "My laptop");
  await expect(rows.nth(1).getByRole("rowheader")).toHaveText("My laptopChrome on Linux, This session");
  await expect(rows.nth(2)).not.toContainText("My laptop");
  await nameDevice(page, rows.nth(1), "");
  await expect(rows.nth(1).getByRole("rowheader")).toHaveText("Chrome on LinuxThis session");
  await expect(rows.nth(2)).toContainText("127.0.0.0/24");
  await rows.nth(2).getByRole("button", { name: "End session Chrome on Linux" }).click();
  await expect(rows).toHaveCount(4);
  await expect(table).toBeFocused();
  // the page may have noticed already, so it is reloaded in any case
  await newest.reload();
  await expect(newest.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await press(page, "End other sessions");
  const outcome = page.getByText("2 other sessions ended.");
  await expect(outcome).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(outcome).toBeFocused();
  for (const other of others) {
    await other.reload();
    await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  }
  await page.reload();
  await expect(pageTitle(page, "Mia Lopes")).toBeVisible();
});
