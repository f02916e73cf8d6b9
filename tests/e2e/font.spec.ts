import type { Page } from "@playwright/test";
import { enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect, header, openSection, signIn, test } from "../support/browser/journey.ts";
import { watchLayoutShifts } from "../support/browser/layout-shifts.ts";

/** The headings' font loads after everything that answering needs, and never changes letters that are being read. */

const FONT = "**/assets/serif-*.woff2";

const arrived = (page: Page) =>
  page.waitForFunction(() => [...document.fonts].some(({ family }) => family.includes("Firsthand Serif")));
const serifOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((heading) => getComputedStyle(heading).fontFamily);
const expectSerif = (page: Page, selector: string, family: RegExp) =>
  expect(page.locator(selector)).toHaveCSS("font-family", family);

test("the font is small, comes from this server, and can be cached permanently", async ({ page }) => {
  const asked = page.waitForResponse(FONT);
  await page.goto("/");
  const font = await asked;
  expect(font.status()).toBe(200);
  expect(font.headers()["content-type"]).toBe("font/woff2");
  expect(font.headers()["cache-control"]).toContain("immutable");
  expect((await font.body()).length).toBeLessThan(13_000);
  await arrived(page);
});

test("the font is not requested before the key can be typed and the interview is loaded", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/");
  await arrived(page);
  const placeOf = (name: RegExp) => asked.findIndex((path) => name.test(path));
  expect(placeOf(/serif-/)).toBeGreaterThan(placeOf(/interview-bundle-.*\.js/));
  expect(placeOf(/serif-/)).toBeGreaterThan(placeOf(/index-.*\.js/));
});

test("the access screen keeps the font it was first painted in; the interview has ours", async ({
  page,
  client,
}) => {
  await page.goto("/");
  const before = await serifOf(page, "h1");
  await arrived(page);
  expect(await serifOf(page, "h1")).toBe(before);
  expect(before).not.toContain("Firsthand");
  await page.getByLabel("Access Key").fill(client.accessKey);
  await page.getByRole("button", { name: "Access Interview" }).click();
  await expect(header(page)).toContainText(client.clientName);
  await expectSerif(page, "main h2", /Firsthand Serif/);
  await expectSerif(page, "h1", /Firsthand Serif/);
});

test("a late font waits for the next view, and moves nothing", async ({ page, client }) => {
  await watchLayoutShifts(page);
  const { promise: isDue, resolve: send } = Promise.withResolvers<void>();
  await page.route(FONT, async (route) => {
    await isDue;
    await route.continue();
  });
  await signIn(page, client);
  const painted = await serifOf(page, "main h2");
  expect(painted).not.toContain("Firsthand Serif");
  // only the font's own shifts count
  await page.evaluate(() => window.layoutShifts.splice(0));
  send();
  await arrived(page);
  expect(await serifOf(page, "main h2")).toBe(painted);
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
  await openSection(page, "website");
  await expectSerif(page, "main h2", /Firsthand Serif/);
  expect(await serifOf(page, "h1")).not.toContain("Firsthand Serif");
});

test("a font that never arrives leaves the fallback", async ({ page, client }) => {
  await page.route(FONT, (route) => route.abort());
  await signIn(page, client);
  await openSection(page, "website");
  await expectSerif(page, "main h2", /Georgia/);
});

test("the console has the font too, from its own folder, and a late one waits for the next page", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  const { promise: isDue, resolve: send } = Promise.withResolvers<void>();
  await page.route("**/console/assets/serif-*.woff2", async (route) => {
    await isDue;
    await route.continue();
  });
  // the font delays the browser's load event, so the test does not wait for it
  await page.reload({ waitUntil: "commit" });
  await expect(pageTitle(page, "All clients")).toBeVisible();
  expect(await serifOf(page, "h1")).not.toContain("Firsthand");
  send();
  await arrived(page);
  expect(await serifOf(page, "h1")).not.toContain("Firsthand");
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(pageTitle(page, "Mail")).toBeVisible();
  await expectSerif(page, "h1", /Firsthand Serif/);
});
