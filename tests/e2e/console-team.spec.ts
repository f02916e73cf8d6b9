import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  dialog,
  enterByLink,
  enterConsole,
  expectSecretStays,
  invite,
  line,
  PASSWORD,
  pageTitle,
  signInToConsole,
} from "../support/browser/console-journey.ts";
import { expect, test as plain } from "../support/browser/journey.ts";
import { atSizes } from "../support/browser/look.ts";
import { press, test } from "../support/browser/mailed-console.ts";
import { appCode } from "../support/data/authenticator.ts";
import type { MailServer } from "../support/peers/mail-server.ts";
import type { Site } from "../support/service/site-process.ts";

const NEW_PASSWORD = "another horse, another battery";
const PERIOD_MS = 30_000;

/** The link in the newest mail to this address, without its origin, because the server may have another port. */
async function mailedLink(server: MailServer, email: string, count = 1): Promise<string> {
  const mails = () => server.taken.filter(({ to }) => to.includes(email));
  await expect.poll(() => mails().length).toBe(count);
  const html = mails().at(-1)?.mail.html ?? "";
  return `/console/#link=${/#link=(fhl_[\w-]{43})/.exec(html)?.[1]}`;
}

/** Opens another page first, because a change of the fragment alone does not load a page. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
}

/** Opens the team page from an administrator's page. */
async function openTeam(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Team" }).click();
  await expect(pageTitle(page, "Team")).toBeVisible();
}

async function enterAs(page: Page, site: Site, role: "manager" | "administrator", name: string) {
  await page.context().clearCookies();
  await enterConsole(page, site, role, name);
}

test("a colleague is invited by mail, and signs in with its link and a password", async ({
  mailed: { site, server, page },
  openContext,
}) => {
  await enterAs(page, site, "administrator", "Ada Byron");
  await openTeam(page);
  await press(page, "Add account manager");
  await dialog(page).getByLabel("Name", { exact: true }).fill("Ben Ito");
  await dialog(page).getByLabel("Email address").fill("ben@example.com");
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await expectAccessible(page, "an invitation of a colleague");
  await expectNoOverflow(page, "an invitation of a colleague");
  await press(page, "Send invite");
  await expect(dialog(page).getByRole("status")).toHaveText(
    "We’re emailing ben@example.com a link to set a password. It works for 3 days after it’s sent.",
  );
  await expectAccessible(page, "an invitation on its way");
  await press(page, "Done");
  await expect(line(page, "Ben Ito")).toContainText("Invited");

  const link = await mailedLink(server, "ben@example.com");
  const bens = await (await openContext({ baseURL: site.url })).newPage();
  // opening the link, as a mail scanner does, does not use it up
  await open(bens, link);
  await open(bens, link);
  await bens.getByLabel("New password").fill(NEW_PASSWORD);
  expect(new URL(bens.url()).hash).toBe("");
  await expectAccessible(bens, "a first password");
  await press(bens, "Set password and sign in");
  await expect(pageTitle(bens, "All clients")).toBeVisible();

  await press(bens, "Sign out");
  await open(bens, link);
  await bens.getByLabel("New password").fill(PASSWORD);
  await press(bens, "Set password and sign in");
  await expect(bens.getByRole("alert")).toContainText("This link was already used or has expired.");
});

test("a link is mailed again, or shown when mail does not arrive", async ({
  mailed: { site, server, page },
}) => {
  await enterAs(page, site, "administrator", "Ada Byron");
  const { email } = await invite(site, "manager", "Ben Ito");
  await openTeam(page);
  const edit = line(page, "Ben Ito").getByRole("button", { name: "Edit" });
  await edit.click();
  await expect(dialog(page).getByRole("button", { name: "Create password link" })).toBeVisible();
  await press(page, "Send invite again");
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await expectAccessible(page, "a colleague’s account");
  await expectNoOverflow(page, "a colleague’s account");
  await press(page, "Send invite again");
  await expect(dialog(page).getByRole("status")).toContainText(email);
  expect(await mailedLink(server, email)).toMatch(/fhl_/);
  await press(page, "Done");

  await edit.click();
  await press(page, "Create password link");
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await press(page, "Create password link");
  await expectSecretStays(page, "Password link");
  await dialog(page).getByLabel("Password link").press("Control+c");
  await press(page, "Close");
});

test("a forgotten password is replaced through a mailed link, and the second factor is still required", async ({
  mailed: { site, server, page },
  openContext,
}) => {
  const mia = await invite(site, "manager", "Mia Lopes");
  await page.context().clearCookies();
  await page.goto(`${site.url}/console/`);
  const other = await (await openContext({ baseURL: site.url })).newPage();
  await enterByLink(other, mia);
  await other.getByRole("link", { name: "Mia Lopes" }).click();
  await other.getByRole("link", { name: "Security" }).click();
  await press(other, "Set up a second factor");
  await other.getByLabel("Your password").fill(PASSWORD);
  await press(other, "Continue");
  const secret = (await other.getByLabel("Secret (to type in)").inputValue()).replaceAll(" ", "");
  await other.getByLabel("Code from your app").fill(appCode(secret, Date.now()));
  await press(other, "Turn on");
  await press(other, "I saved the codes");

  await press(page, "Forgot password?");
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expectAccessible(page, "a forgotten password");
  await expectNoOverflow(page, "a forgotten password");
  await page.getByLabel("Email address").fill("nobody@example.com");
  await press(page, "Email me a link");
  const said = (email: string) =>
    `If ${email} has an account with a password, we’re sending a link. It works for 1 hour. ` +
    "Nothing there? Check your spam folder, or ask an administrator.";
  await expect(page.getByRole("status")).toHaveText(said("nobody@example.com"));
  await press(page, "Back to sign-in");
  await press(page, "Forgot password?");
  await page.getByLabel("Email address").fill(mia.email);
  await press(page, "Email me a link");
  await expect(page.getByRole("status")).toHaveText(said(mia.email));
  await expectAccessible(page, "a link on its way");

  await open(page, await mailedLink(server, mia.email));
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await press(page, "Set password and sign in");
  await expect(page.getByLabel("Code from your app")).toBeVisible();
  // until the code is entered, the old session continues
  await other.reload();
  await expect(pageTitle(other, "Mia Lopes")).toBeVisible();
  await page.getByLabel("Code from your app").fill(appCode(secret, Date.now() + PERIOD_MS));
  await press(page, "Sign in");
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(server.taken.flatMap(({ to }) => to)).not.toContain("nobody@example.com");
});

test("a former manager’s clients move in two presses", async ({ mailed: { site, page }, openContext }) => {
  await enterAs(page, site, "manager", "Pat Leaver");
  for (const name of ["Rosa's Bakery", "Ben's Bikes"]) {
    await addClientInConsole(page, name);
    await press(page, "Close");
  }
  const toms = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(toms, site, "manager", "Tom Reyes");
  await enterAs(page, site, "administrator", "Ada Byron");
  await openTeam(page);
  const edit = line(page, "Pat Leaver").getByRole("button", { name: "Edit" });
  await expectWithin(390, page, edit);
  await edit.click();
  await expectHintNextToItsButton(page, "For a lost or stolen computer.", "End all sessions");

  await press(page, /^Revoke$/);
  await expect(dialog(page).getByLabel("New account manager")).toBeFocused();
  await expectAccessible(page, "whom to hand over to");
  await expectNoOverflow(page, "whom to hand over to");
  // no colleague is preselected
  await press(page, "Revoke and hand over 2 clients");
  await expect(dialog(page).getByRole("button", { name: "Reactivate" })).toHaveCount(0);
  await dialog(page)
    .getByLabel("New account manager")
    .selectOption({ label: await colleague(page, "Tom Reyes") });
  await press(page, "Revoke and hand over 2 clients");
  await expect(dialog(page).getByRole("button", { name: "Reactivate" })).toBeVisible();
  await toms.reload();
  await expect(line(toms, "Rosa's Bakery")).toBeVisible();
  await expect(line(toms, "Ben's Bikes")).toBeVisible();
});

/** At this width, the element is reached without scrolling sideways. */
async function expectWithin(width: number, page: Page, element: Locator): Promise<void> {
  const sides = () =>
    element.evaluate((own) => {
      const { left, right } = own.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && document.documentElement.scrollWidth <= innerWidth;
    });
  await atSizes(page, [{ width, height: 844 }], (size) => expect.poll(sides, size).toBe(true));
}

/** The hint is below its button, and nearer to it than to the next one. */
async function expectHintNextToItsButton(page: Page, hint: string, button: string): Promise<void> {
  await expect(dialog(page).getByText(hint)).toBeVisible();
  // measured at once, because the dialog may still be moving
  const [above, below] = await dialog(page).evaluate(
    (own, names) => {
      const buttons = [...own.querySelectorAll("button")];
      const place = buttons.findIndex(({ textContent }) => textContent === names.button);
      const text = [...own.querySelectorAll("p")].find(({ textContent }) =>
        textContent.startsWith(names.hint),
      );
      const [first, second] = buttons.slice(place).map((one) => one.getBoundingClientRect());
      const { top = 0, bottom = 0 } = text?.getBoundingClientRect() ?? {};
      return [top - (first?.bottom ?? 0), (second?.top ?? 0) - bottom];
    },
    { hint, button },
  );
  expect(above).toBeGreaterThanOrEqual(0);
  expect(below).toBeGreaterThan(above);
}

/** The full label of a colleague in the select. */
async function colleague(page: Page, name: string): Promise<string> {
  const labels = await dialog(page).getByLabel("New account manager").getByRole("option").allTextContents();
  return labels.find((label) => label.startsWith(name)) ?? "";
}

plain("without a mail server, a forgotten password leads to an administrator", async ({ page, site }) => {
  await page.goto(`${site.url}/console/`);
  await press(page, "Forgot password?");
  await page.getByLabel("Email address").fill("mia@example.com");
  await press(page, "Email me a link");
  await expect(page.getByRole("status")).toHaveText(
    "Email isn’t set up here. Ask an administrator for a password link.",
  );
});

plain("what was typed for a password can be looked at", async ({ page, site }) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  await press(page, "Sign out");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("not the one");
  await expect(password).toHaveAttribute("type", "password");
  const show = page.getByRole("button", { name: "Show password" });
  await show.click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page, "a password that is shown");
  await show.click();
  await expect(password).toHaveAttribute("type", "password");
  await signInToConsole(page, mia.email);
  await expect(pageTitle(page, "All clients")).toBeVisible();
});

plain("one’s own account has four tabs, each with an address", async ({ page, site }) => {
  await enterConsole(page, site);
  await page.getByRole("link", { name: "Mia Lopes" }).click();
  const tabs = page.getByRole("navigation", { name: "Your account" }).getByRole("link");
  await expect(tabs).toHaveText(["Profile", "Security", "Signed in", "API tokens"]);
  for (const [place, path] of ["", "/security", "/sessions", "/tokens"].entries()) {
    await tabs.nth(place).click();
    await expect(page).toHaveURL(`${site.url}/console/account${path}`);
    await expect(tabs.nth(place)).toHaveAttribute("aria-current", "page");
    await expectAccessible(page, `account${path}`);
    await expectNoOverflow(page, `account${path}`);
  }
  await page.goBack();
  await expect(tabs.nth(2)).toHaveAttribute("aria-current", "page");
  await page.goto(`${site.url}/console/account/profile`);
  await expect(pageTitle(page, "Page not found")).toBeVisible();
});
