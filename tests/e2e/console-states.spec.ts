import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/console-axe.ts";
import { enterConsole, hold, line, pageTitle } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { shareOf } from "../support/faults/faults.ts";

/** Each page of the console while it loads, after a failure, and when it is empty. */

/** An unanswered call fails after this number of tries (console/api/queries.ts). */
const TRIES = 3;
const CLIENTS = "**/v1/manage/clients?*";
/** The name sorts first, because only visible rows are rendered. */
const FIRST = "AAA Bakery";
const loading = (page: Page) => page.getByRole("main").getByRole("status").filter({ hasText: "Loading..." });
const again = (page: Page) => page.getByRole("button", { name: "Try again" });

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a page shows a placeholder while loading, then the content in its place", async ({ page, site }) => {
  const { clientId } = await site.addClient(FIRST);
  await enterConsole(page, site, "administrator");
  let release = await hold(page, CLIENTS);
  await page.reload();
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await expect(loading(page)).toHaveAttribute("data-shape", "clients");
  await expectAccessible(page, "loading");
  release();
  await expect(line(page, FIRST).first()).toBeVisible();
  await expect(loading(page)).toHaveCount(0);

  release = await hold(page, `**/v1/manage/clients/${clientId}`);
  await page.goto(`/console/clients/${clientId}`);
  await expect(loading(page)).toHaveAttribute("data-shape", "client");
  release();
  await expect(pageTitle(page, FIRST)).toBeVisible();
  release = await hold(page, "**/v1/manage/mails*");
  await page.goto("/console/mail");
  await expect(loading(page)).toHaveAttribute("data-shape", "table");
  release();
  await expect(page.getByText("No emails yet")).toBeVisible();
});

const PAGES = [
  ["", CLIENTS, FIRST],
  ["overview", "**/v1/manage/overview?*", "Where clients pause"],
  ["mail", "**/v1/manage/mails*", "No emails yet"],
  ["managers", "**/v1/manage/managers", "Mia Lopes"],
  ["webhooks", "**/v1/manage/webhooks", "No webhooks yet"],
  ["audit", "**/v1/manage/audit?*", "signed in"],
  ["account/sessions", "**/v1/manage/me/sessions", "This session"],
] as const;
for (const [place, calls, shown] of shareOf(PAGES, { every: 3, turn: 0 })) {
  test(`/console/${place} says why it has nothing to show, and tries again on a press`, async ({
    page,
    site,
  }) => {
    await site.addClient(FIRST);
    await enterConsole(page, site, "administrator");
    // calls succeed only after the press, because pages also retry automatically
    await page.route(calls, async (route) => {
      // a page that is navigating away counts as not pressed
      const isPressed = page.evaluate(() => "pressed" in document.documentElement.dataset).catch(() => false);
      if (await isPressed) await route.continue();
      else
        await route.fulfill({
          status: 503,
          json: { code: "NOT_READY", message: "Not now.", requestId: "r" },
        });
    });
    await page.goto(`/console/${place}`);
    const failure = page.getByRole("main").getByRole("alert").filter({ hasText: "Not now." });
    await expect(failure.first()).toBeVisible();
    await expect(loading(page)).toHaveCount(0);
    await expectAccessible(page, place, { looks: [{ width: 390, colorScheme: "dark" }] });
    await page.evaluate(() => {
      const press = () => {
        document.documentElement.dataset.pressed = "";
      };
      addEventListener("click", press, { capture: true });
    });
    await again(page).first().click();
    await expect(page.getByRole("main").getByText(shown).first()).toBeVisible();
    await expect(failure).toHaveCount(0);
  });
}

test("answers that fail to load are not shown as missing answers", async ({ page, site, client }) => {
  await site.saveAs(client, { "website-vision": { responses: [{ content: "Take bookings." }] } });
  await enterConsole(page, site, "administrator");
  const record = `**/v1/manage/clients/${client.clientId}/record`;
  await page.route(record, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`/console/clients/${client.clientId}`);
  await expect(pageTitle(page, client.clientName)).toBeVisible();
  await expect(again(page)).toBeVisible();
  await page.unroute(record);
  await again(page).click();
  await expect(page.getByText("Take bookings.")).toBeVisible();
});

test("when the server is gone, a client's page keeps its content, says so once, and continues when it is back", async ({
  page,
  site,
  client,
}) => {
  await site.saveAs(client, { "website-vision": { responses: [{ content: "Take bookings." }] } });
  await enterConsole(page, site, "administrator");
  await page.goto(`/console/clients/${client.clientId}`);
  await expect(page.getByText("Take bookings.")).toBeVisible();
  const failures = new Map<string, number>();
  await page.route("**/v1/manage/**", (route) => {
    const { pathname } = new URL(route.request().url());
    failures.set(pathname, (failures.get(pathname) ?? 0) + 1);
    return route.abort();
  });
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("We can’t reach the server.");
  await expect(page.getByText("Take bookings.")).toBeVisible();
  // client, follow-ups, notes and mails have all failed for good
  await expect.poll(() => [...failures.values()].filter((times) => times >= TRIES).length).toBeGreaterThan(3);
  await expect(alert).toHaveCount(1);
  await page.unroute("**/v1/manage/**");
  await expect(alert).toHaveCount(0);
});

test("without a connection it says that the content may be old, and updates automatically", async ({
  page,
  context,
  site,
}) => {
  await site.addClient(FIRST);
  await enterConsole(page, site, "administrator");
  await expect(line(page, FIRST).first()).toBeVisible();
  await context.setOffline(true);
  const notice = page.getByText("You’re offline");
  await expect(notice).toBeVisible();
  await expect(line(page, FIRST).first()).toBeVisible();
  await expectAccessible(page, "offline");
  const later = await site.addClient("AAA Bikes");
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(line(page, later.clientName).first()).toBeVisible();
});
