import type { Locator, Page } from "@playwright/test";
import { dialog, enterByLink, invite, openNewClient, pageTitle } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";

/** A dialog or page that closes loses nothing that is shown only once or half-written. */

const QUESTION = "You haven’t copied or downloaded this yet";

test("a new client's key that was not copied needs a confirmation before closing", async ({ page, site }) => {
  await enterByLink(page, await invite(site));
  await page.getByRole("button", { name: "Add client" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("Rosa's Bakery");
  await dialog(page).getByRole("button", { name: "Add and create link" }).click();
  const key = dialog(page).getByLabel("Access key (to type in)");
  await expect(key).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert")).toContainText(QUESTION);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(key).toBeVisible();
  await dialog(page).getByRole("button", { name: "Keep open" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  await key.press("Control+c");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

test("imported keys stay until they are downloaded, or their loss is confirmed", async ({ page, site }) => {
  await enterByLink(page, await invite(site));
  await page.getByRole("button", { name: "Import" }).click();
  const buffer = Buffer.from("name,email\nAda Plumbing,ada@example.com\nBo Cafe,bo@example.com\n");
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer });
  await dialog(page).getByLabel("Also create a link for each new client").check();
  await dialog(page).getByRole("button", { name: "Import 2 clients" }).click();
  await expect(dialog(page).getByRole("link")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog(page).getByRole("alert")).toContainText(QUESTION);
  await dialog(page).getByRole("button", { name: "Close anyway" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Import" }).click();
});

test("a half-written follow-up is there again after a visit to another page", async ({ page, site }) => {
  await openNewClient(page, site);
  await page
    .getByRole("button", { name: /^Follow up/ })
    .first()
    .click();
  await page
    .getByRole("textbox", { name: "What should the client say more about?" })
    .or(page.locator("form textarea"))
    .first()
    .fill("Which days are");
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(page.locator("form textarea").filter({ hasText: "Which days are" })).toBeVisible();
});

test("a note whose answer was lost exists once, also when it is sent again", async ({ page, site }) => {
  await openNewClient(page, site);
  const send = await writeNote(page, "Call on Monday");
  let lost = 0;
  await page.route("**/notes", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.fallback();
    lost++;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await send.click();
  await expect(page.getByRole("alert").filter({ visible: true })).toContainText(/connection|reach/i);
  await send.click();
  await expect(page.getByLabel("New note")).toHaveValue("");
  expect(lost).toBe(1);
  await expect(page.getByRole("list", { name: "Notes" }).getByRole("listitem")).toHaveCount(1);
});

for (const [what, calls, write] of [
  ["note", "**/notes", writeNote],
  ["follow-up", "**/follow-ups", writeFollowUp],
] as const) {
  test(`a ${what} that was sent stays visible until the page has loaded it again, also without a network`, async ({
    page,
    site,
  }) => {
    await openNewClient(page, site);
    const words = "Which days are quiet?";
    const box = page.locator("form textarea").filter({ hasText: words });
    const send = await write(page, words);
    let isSent = false;
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
    page.on("response", (response) => {
      isSent ||= response.request().method() === "POST";
    });
    // once the text is stored, further reads are held back
    await page.route(calls, async (route) => {
      if (route.request().method() !== "GET" || !isSent) return route.continue();
      ask();
      await isOver;
      return route.continue();
    });
    await send.click();
    await isAsked;
    await expect(box).toHaveValue(words);
    release();
    await expect(page.getByRole("listitem").filter({ hasText: words })).toBeVisible();
    await expect(box).toHaveCount(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
}

async function writeNote(page: Page, words: string): Promise<Locator> {
  await page.getByLabel("New note").fill(words);
  return page.getByRole("button", { name: "Add note" });
}

async function writeFollowUp(page: Page, words: string): Promise<Locator> {
  const question = page.locator('[data-question="team-description"]');
  await question.getByRole("button", { name: /^Follow up/ }).click();
  await question.getByRole("textbox").fill(words);
  return question.getByRole("button", { name: "Send follow-up" });
}
