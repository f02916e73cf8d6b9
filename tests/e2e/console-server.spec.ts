import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect } from "../support/browser/journey.ts";
import { press, test } from "../support/browser/mailed-console.ts";

/** The checks run in a separate process, which has to start and yields to the server. */
const CHECKING = { timeout: 30_000 };

test("an administrator sees what fails on the server, what to do, and that it works again", async ({
  mailed: { site, server, page },
}) => {
  await enterConsole(page, site, "administrator");
  const rail = page.getByRole("navigation").first();
  await rail.getByRole("link", { name: "Server" }).click();
  await expect(pageTitle(page, "Server")).toBeVisible();
  await expect(page.getByText("No check failed.")).toBeVisible(CHECKING);
  const checks = page.getByRole("list", { name: "Check results" }).getByRole("listitem");
  const check = (name: string) => checks.filter({ has: page.getByText(name, { exact: true }) });
  await expect(check("Mail")).toContainText("OK");
  await expect(check("Backups")).toContainText(
    "The server makes one each night at 3 AM, in the provider's time zone.",
  );

  server.answerWith((step) => (step === "connect" ? 554 : undefined));
  await press(page, "Check again");
  await expect(page.getByText("1 check failed.")).toBeVisible(CHECKING);
  await expect(checks.first()).toContainText("Mail");
  await expect(checks.first()).toContainText("Failed");
  await expect(rail.getByRole("link", { name: "Server 1" })).toBeVisible();
  await expectAccessible(page, "the checks of the server");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the checks on a phone");
  await page.setViewportSize({ width: 1280, height: 720 });

  server.answerWith(() => undefined);
  await press(page, "Check again");
  await expect(page.getByText("No check failed.")).toBeVisible(CHECKING);
  await expect(rail.getByRole("link", { name: "Server", exact: true })).toBeVisible();
});

test("an account manager has no such page, and requests no checks", async ({ site, page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await enterConsole(page, site, "manager");
  await expect(page.getByRole("link", { name: "Overview" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Server" })).toBeHidden();
  await page.goto(`${site.url}/console/server`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  expect(asked).toContain("/v1/manage/clients");
  expect(asked).not.toContain("/v1/manage/checks");
});
