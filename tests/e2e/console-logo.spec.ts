import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { enterConsole } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { startSite } from "../support/service/site-process.ts";

/** The provider's logo, set in the console. */

const REPOSITORY = join(import.meta.dirname, "../..");
const WIDE = join(REPOSITORY, "examples/veterinary/logo.svg");
const SQUARE = join(REPOSITORY, "web/public/touch-icon.png");

const part = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Logo", exact: true }) });
const button = (page: Page, name: string) => part(page).getByRole("button", { name, exact: true });
const saved = (page: Page) => expect(part(page).getByRole("status")).toHaveText("Saved.");

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  const chosen = page.waitForEvent("filechooser");
  await part(page)
    .getByRole("button", { name: /^(?:Choose|Replace) logo$/ })
    .click();
  await (await chosen).setFiles(file);
}

const aFile = (content: string, name = "logo.svg") => ({
  name,
  mimeType: "image/svg+xml",
  buffer: Buffer.from(content),
});
const logoOn = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--logo"));

test("a logo is shown on light and dark, reaches the client's pages, and is removed", async ({
  openContext,
}) => {
  const site = await startSite();
  const page = await (await openContext({ baseURL: site.url })).newPage();
  const client = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(part(page).getByText("No logo yet. We show our own mark.")).toBeVisible();

  await choose(page, WIDE);
  await saved(page);
  const pictures = part(page).getByRole("img", { name: "Logo" });
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all())
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(part(page).getByText(/^Emails show your company’s name instead\./)).toBeVisible();
  await expectAccessible(page, "a logo on the settings");
  await expectNoOverflow(page, "a logo on the settings");
  await client.goto("/");
  expect(await logoOn(client)).toMatch(/^url\("\/provided\/.{16}\.svg"\)$/);

  await choose(page, SQUARE);
  await saved(page);
  await expect(part(page).getByText(/^Emails show/)).toHaveCount(0);
  await client.goto("/");
  await expect(client.locator('link[rel="apple-touch-icon"]')).toHaveAttribute("href", /^\/provided\//);
  await client.goto("/privacy");
  expect(await logoOn(client)).toContain(".png");
  // the console shows the logo from its next page load on
  await page.reload();
  expect(await logoOn(page)).toContain(".png");

  await button(page, "Remove logo").click();
  await saved(page);
  await expect(button(page, "Choose logo")).toBeFocused();
  await client.goto("/");
  expect(await logoOn(client)).toBe("");
  await page.getByRole("link", { name: "Audit log" }).click();
  const line = page.getByRole("listitem").filter({ hasText: /logo: file: .*\.png; bytes: \d+ → null/ });
  await expect(line).toBeVisible();
  await expect(line.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await site.close();
});

test("a file that is not a logo is refused with a reason, and the previous logo stays", async ({
  openContext,
}) => {
  const site = await startSite();
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.goto("/console/settings");
  await choose(page, WIDE);
  await saved(page);
  for (const [content, sentence] of [
    ["", "The file is empty."],
    ["Hello", "It is neither an SVG nor a PNG"],
    ["x".repeat(200 * 1024 + 1), "The file is larger than 200 kB. Choose a smaller one."],
    ['<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>', "The SVG contains a script"],
    ['<svg viewBox="0 0 1 1"><image href="https://evil.invalid/x"/></svg>', "The SVG loads something"],
    ['<svg viewBox="0 0 1 1"><g>', "The SVG is damaged or incomplete."],
  ] as const) {
    await choose(page, aFile(content));
    await expect(part(page).getByRole("alert")).toContainText(sentence);
    await expect(part(page).getByRole("status")).toHaveText("");
  }
  await expectAccessible(page, "a file that is no logo");
  await page.reload();
  await expect(part(page).getByRole("img", { name: "Logo" })).toHaveCount(2);
  await site.close();
});
