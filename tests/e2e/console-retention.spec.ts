import type { Page } from "@playwright/test";
import { DAY_MS } from "#contract/instants.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { startSite } from "../support/service/site-process.ts";

/** The console setting for erasing inactive clients. */

const part = (page: Page) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Inactive clients", exact: true }) });
const field = (page: Page) => page.getByLabel("Erase a client after (days)");
const save = (page: Page) => part(page).getByRole("button", { name: "Save", exact: true }).click();
const saved = (page: Page) => expect(part(page).getByRole("status")).toHaveText("Saved.");

test("a shorter time says when it starts and which clients it affects, links to them, and can be canceled", async ({
  openContext,
}) => {
  const site = await startSite();
  const page = await (await openContext({ baseURL: site.url })).newPage();
  for (let each = 1; each <= 12; each++)
    await site.addClient(`Client ${String(each).padStart(2, "0")}`, Date.now() - 200 * DAY_MS);
  await site.addClient("Not so long ago", Date.now() - DAY_MS);
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(field(page)).toHaveAttribute("placeholder", "Never");
  for (const wrong of ["0", "-1", "1.5", "soon", "36501"]) {
    await field(page).fill(wrong);
    await save(page);
    await expect(
      part(page).getByRole("alert").getByText("Use a whole number from 1 to 36500."),
    ).toBeVisible();
  }

  await field(page).fill("100");
  await save(page);
  await saved(page);
  await expect(field(page)).toHaveValue("");
  await expect(part(page)).toContainText(
    /From \w+ \d+, \d{4} at .*, we erase clients after 100 days without activity\. Until then, we erase no one\./,
  );
  await expect(part(page)).toContainText("12 clients would be erased on that day.");
  await expect(part(page).getByRole("listitem")).toHaveCount(11);
  await expect(part(page).getByRole("listitem").last()).toHaveText("and 2 more");
  await expectAccessible(page, "a shorter time that waits");
  await expectNoOverflow(page, "a shorter time that waits");
  await part(page).getByRole("link", { name: "Client 03" }).click();
  await expect(pageTitle(page, "Client 03")).toBeVisible();
  await page.goBack();

  await part(page).getByRole("button", { name: "Cancel this change" }).click();
  await saved(page);
  await expect(part(page).getByText(/we erase clients after/)).toHaveCount(0);
  // the pressed button has disappeared
  await expect(part(page).getByRole("button", { name: "Save", exact: true })).toBeFocused();

  await page.getByRole("link", { name: "Audit log" }).click();
  const line = page.getByRole("listitem").filter({ hasText: "nextDays: 100" }).first();
  await line.getByRole("button", { name: "Restore" }).click();
  await expect(dialog(page)).toContainText("A shorter time starts in seven days.");
  await expectAccessible(page, "a shorter time that may come back");
  await dialog(page).getByRole("button", { name: "Restore" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(part(page).getByRole("button", { name: "Cancel this change" })).toBeVisible();
  await site.close();
});

test("a time set by the server's environment is locked, and looks locked", async ({ openContext }) => {
  const site = await startSite({ FIRSTHAND_RETENTION_DAYS: "730" });
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.goto("/console/settings");
  await expect(field(page)).toBeDisabled();
  await expect(field(page)).toHaveValue("730");
  await expect(
    page.getByText("Set by FIRSTHAND_RETENTION_DAYS on the server. Change it there."),
  ).toBeVisible();
  const colorOf = (label: string) =>
    page
      .getByLabel(label, { exact: true })
      .locator("xpath=..")
      .evaluate((frame) => getComputedStyle(frame).backgroundColor);
  expect(await colorOf("Erase a client after (days)")).not.toBe(await colorOf("Support phone"));
  await site.close();
});
