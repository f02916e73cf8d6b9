import { readFileSync } from "node:fs";
import { aSave } from "../../server/storage/storage.suite.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { test as base, expect, type Site } from "../support/browser/journey.ts";
import { type MailServer, mailServer } from "../support/peers/mail-server.ts";
import { startSite } from "../support/service/site-process.ts";

/** One action on many clients, with a mail server that accepts the resulting mails. */

/** Covers the time that bulk mails are held back (BULK_MAIL_HELD_SECONDS) and the time to send them. */
const HELD_MS = 60_000;
const CLIENTS = 22;

const test = base.extend<{ mailed: { site: Site; server: MailServer } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  mailed: async ({}, use) => {
    const server = await mailServer();
    const site = await startSite({
      FIRSTHAND_SMTP_URL: `smtp://localhost:${server.port}`,
      FIRSTHAND_MAIL_FROM: "Brightside <hello@brightside.example>",
    });
    await use({ site, server });
    await site.close();
    await server.close();
    expect(server.problems).toEqual([]);
  },
});

test("22 clients are reminded in three actions, which can be undone while the mails are held", async ({
  mailed: { site, server },
  openContext,
}) => {
  test.setTimeout(150_000);
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site);
  const rows = Array.from({ length: CLIENTS }, (_, place) => `Shop ${place},shop-${place}@example.com`);
  const added = await page.request.post(`${site.url}/v1/manage/clients/import`, {
    headers: { "x-firsthand-console": "1" },
    data: { csv: ["name,email", ...rows, "Shop without an address,"].join("\n") },
  });
  expect(added.status()).toBe(200);
  await page.reload();
  const says = (words: string) => page.getByRole("status").filter({ hasText: words });
  const remindAll = async () => {
    await page.keyboard.press("Control+a");
    await expect(page.getByRole("toolbar")).toHaveAccessibleName(`${CLIENTS + 1} selected`);
    await page.keyboard.press("r");
    await expect(says(`${CLIENTS} reminded, 1 skipped`)).toBeVisible();
  };

  await page.getByRole("link", { name: /^All clients/ }).click();
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(CLIENTS + 1);
  await remindAll();
  await page.getByRole("button", { name: "Show" }).click();
  await expect(dialog(page)).toContainText("No email address");
  await expect(dialog(page).getByRole("listitem")).toHaveText(["Shop without an address"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(says("Undone")).toBeVisible();

  await remindAll();
  await expect.poll(() => server.taken.length, { timeout: HELD_MS }).toBe(CLIENTS);
  // no mail of the undone action was sent
  expect(new Set(server.recipients()).size).toBe(CLIENTS);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("submitted clients are approved with one button, and that can be undone", async ({
  mailed: { site },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  for (const [nth, name] of ["Rosa's Bakery", "Ben's Bikes", "Cara's Cars"].entries()) {
    const { clientId } = await site.addClient(name);
    const submission = nth < 2 ? { submissionId: `of ${name}` } : {};
    await site.storage.records.save(aSave("a", { clientId, at: Date.now(), ...submission }));
  }
  await page.getByRole("link", { name: /^All clients/ }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(3);
  const says = (words: string) => page.getByRole("status").filter({ hasText: words });
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("toolbar")).toHaveAccessibleName("3 selected");
  await page.getByRole("toolbar").getByRole("button", { name: "Approve" }).click();
  await expect(says("2 approved, 1 skipped")).toBeVisible();
  await expectAccessible(page, "after approving many");
  await expect(page.getByRole("row").filter({ hasText: "Rosa's Bakery" })).toContainText("Approved");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(dialog(page)).toContainText("Not submitted yet");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(says("Undone")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Rosa's Bakery" })).toContainText("Submitted");
});

test("clients are deleted by confirming their number, and a minute is left to stop it", async ({
  mailed: { site },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  for (const name of ["Rosa's Bakery", "Ben's Bikes"]) await site.addClient(name);
  await page.getByRole("link", { name: /^All clients/ }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  const says = (words: string) => page.getByRole("status").filter({ hasText: words });
  await page.keyboard.press("Control+a");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "all acts of an administrator on a phone");
  const bar = page.getByRole("toolbar");
  const erase = bar.getByRole("button", { name: "Erase" });
  await expect(erase).toBeInViewport({ ratio: 1 });
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    // one line, with every button in view
    expect((await bar.boundingBox())?.height).toBeLessThan(60);
    await expect(erase).toBeInViewport({ ratio: 1 });
    expect(
      await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await erase.click();
  await expect(dialog(page)).toContainText("You have 60 seconds to stop it");
  await expectAccessible(page, "the dialog that deletes many");
  const count = dialog(page).getByLabel("Type 2, the number of clients");
  await count.fill("1");
  await count.press("Enter");
  await expect(count).toBeFocused();
  await expect(dialog(page)).toBeVisible();
  await count.fill("2");
  await count.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect(says("2 clients will be erased in a minute")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(says("Stopped: 0 erased")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page.getByRole("rowheader")).toHaveCount(2);
});

test("selected clients are exported to a file, and no others", async ({ mailed: { site }, openContext }) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  for (const name of ["Rosa's Bakery", "Ben's Bikes"]) await site.addClient(name);
  await page.getByRole("link", { name: /^All clients/ }).click();
  await page.getByRole("checkbox", { name: "Select Rosa's Bakery" }).click();
  await page.getByRole("toolbar").getByRole("button", { name: "Export" }).click();
  await expectAccessible(page, "the dialog that exports many");
  const download = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "JSON" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^clients_[\d-]{10}\.json$/);
  const exported = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(exported).toMatchObject([{ clientName: "Rosa's Bakery" }]);
  await expect(dialog(page)).toHaveCount(0);
  // the selection stays, because another action may follow
  await expect(page.getByRole("toolbar")).toHaveAccessibleName("1 selected");
});
