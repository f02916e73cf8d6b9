import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, PASSWORD, pageTitle } from "../support/browser/console-journey.ts";
import { expect, type Site, test } from "../support/browser/journey.ts";
import { mailServer } from "../support/peers/mail-server.ts";
import { startSite } from "../support/service/site-process.ts";

/** A name that DNS never resolves. */
const HOST = "mail.invalid";

async function openSettings(page: Page, site: Site): Promise<void> {
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(pageTitle(page, "Settings")).toBeVisible();
}
const part = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
const reminders = (page: Page) => part(page, "Reminders and quiet hours");
const links = (page: Page) => part(page, "Sign-in links");
const save = (at: ReturnType<typeof part>) => at.getByRole("button", { name: "Save", exact: true }).click();

test("settings of the environment are shown with their variables, and a test shows that mail arrives", async ({
  openContext,
}) => {
  const server = await mailServer();
  const site = await startSite({
    FIRSTHAND_SMTP_URL: `smtp://localhost:${server.port}`,
    FIRSTHAND_MAIL_FROM: "Brightside <hello@brightside.invalid>",
    FIRSTHAND_REMINDERS: "on",
    FIRSTHAND_QUIET_HOURS: "21-7 America/Chicago",
  });
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await openSettings(page, site);
  await expect(page.getByText("Set by FIRSTHAND_SMTP_URL on the server. Change it there.")).toBeVisible();
  await expect(page.getByRole("button", { name: /mail server$/ })).toHaveCount(0);
  const automatic = page.getByRole("checkbox", { name: "Send reminders automatically" });
  await expect(automatic).toBeChecked();
  await expect(automatic).toBeDisabled();
  await expect(page.getByLabel("Your time zone")).toHaveValue("America/Chicago");
  await expect(page.getByLabel("From", { exact: true })).toBeDisabled();

  await page.getByRole("button", { name: "Check and send me a test" }).click();
  await expect(page.getByText(/^Sent to administrator-.*@example\.com\./)).toBeVisible();
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await expect(row("Connection")).toContainText("OK");
  await expect(row("Sign-in")).toContainText("Not checked");
  await expect(row("Test email")).toContainText("The mail server accepted the test email.");
  expect(server.onlyMail().mail.subject).toBe("Test email from Brightside Onboarding");
  await expectAccessible(page, "settings that the environment sets");
  await expectNoOverflow(page, "settings that the environment sets");
  expect(server.problems).toEqual([]);
  await site.close();
  await server.close();
});

test("a mail server is set with the password of the account, checked and removed", async ({
  openContext,
}) => {
  const site = await startSite();
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await openSettings(page, site);
  await expect(page.getByText("No mail server yet. Without one, we send no email.")).toBeVisible();
  await page.getByRole("button", { name: "Set up mail server" }).click();
  await dialog(page).getByLabel("Host").fill("10.0.0.1");
  await dialog(page).getByLabel("User name").fill("onboarding");
  await dialog(page).getByLabel("Mail server password").fill("a password of the mail server");
  await dialog(page).getByLabel("Sender address").fill("hello@acme.invalid");
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await expectAccessible(page, "the form of a mail server");
  await save(dialog(page));
  await expect(page.getByText(/^This host has a private or reserved address/)).toBeVisible();
  await dialog(page).getByLabel("Host").fill(HOST);
  await save(dialog(page));
  await expect(dialog(page)).toHaveCount(0);
  await expect(part(page, "Mail server")).toContainText(HOST);
  await expect(part(page, "Mail server")).toContainText("Last changed by Ada");
  await expect(page.locator("body")).not.toContainText("a password of the mail server");

  await page.getByRole("button", { name: "Check and send me a test" }).click();
  await expect(page.getByText("The test wasn’t sent. The results show why.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Connection" })).toContainText(
    "We can’t find a mail server with that name.",
  );
  await expectAccessible(page, "a mail server that is not there");
  await expectNoOverflow(page, "a mail server that is not there");

  await page.getByRole("button", { name: "Remove mail server" }).click();
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Remove mail server" }).click();
  await expect(page.getByText("No mail server yet. Without one, we send no email.")).toBeVisible();
  await site.close();
});

test("reminders, quiet hours and link lifetimes are saved, and an earlier value is restored from the audit log", async ({
  openContext,
}) => {
  const site = await startSite();
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await openSettings(page, site);
  await page.getByRole("checkbox", { name: "Send reminders automatically" }).check();
  await page.getByLabel("Client hasn’t started").fill("1, 2, soon");
  await save(reminders(page));
  await expect(reminders(page).getByText(/^Use up to 5 whole numbers from 0 to 60/)).toBeVisible();
  await page.getByLabel("Client hasn’t started").fill("1, 2, 4, 8, 16");
  await page.getByLabel("From", { exact: true }).selectOption({ label: "9 PM" });
  await page.getByLabel("Your time zone").selectOption("America/Chicago");
  await save(reminders(page));
  await expect(reminders(page).getByRole("status")).toHaveText("Saved.");
  await page.getByLabel("Other links work for (days)").fill("31");
  await save(links(page));
  await expect(links(page).getByText("Use a whole number from 1 to 30.")).toBeVisible();
  await page.getByLabel("Other links work for (days)").fill("3");
  await save(links(page));
  await expect(links(page).getByRole("status")).toHaveText("Saved.");

  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Send reminders automatically" })).toBeChecked();
  await expect(page.getByLabel("Client hasn’t started")).toHaveValue("1, 2, 4, 8, 16");
  await expect(page.getByLabel("Your time zone")).toHaveValue("America/Chicago");
  await expect(page.getByLabel("Other links work for (days)")).toHaveValue("3");

  await page.getByRole("link", { name: "Audit log" }).click();
  const line = page.getByRole("listitem").filter({ hasText: "linkDays: null → invitation: 14; other: 3" });
  await line.getByRole("button", { name: "Restore" }).click();
  await expectAccessible(page, "an earlier value that may come back");
  await dialog(page).getByRole("button", { name: "Restore" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("Other links work for (days)")).toHaveValue("7");

  await reminders(page).getByRole("button", { name: "Use defaults" }).click();
  await expect(page.getByLabel("Client hasn’t started")).toHaveValue("3, 7, 14");
  await site.close();
});

test("a save over another person's change shows it first, and loses no other form", async ({
  openContext,
}) => {
  const site = await startSite();
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await openSettings(page, site);
  const other = await page.context().newPage();
  await other.goto(`${site.url}/console/settings`);
  await other.getByLabel("Other links work for (days)").fill("5");
  await save(links(other));
  await expect(links(other).getByRole("status")).toHaveText("Saved.");

  await page.getByLabel("A client counts as stalled after (days)").fill("9");
  await page.getByLabel("Other links work for (days)").fill("6");
  await save(links(page));
  await expect(links(page).getByText(/^Someone changed these settings/)).toBeVisible();
  await expect(page.getByLabel("Other links work for (days)")).toHaveValue("6");
  await links(page).getByRole("button", { name: "Show new values" }).click();
  await expect(page.getByLabel("Other links work for (days)")).toHaveValue("5");
  await expect(page.getByLabel("A client counts as stalled after (days)")).toHaveValue("9");
  await save(part(page, "Stalled clients"));
  await expect(part(page, "Stalled clients").getByRole("status")).toHaveText("Saved.");
  await site.close();
});
