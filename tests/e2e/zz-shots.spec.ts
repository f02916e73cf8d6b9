import { accessButton, answer, expect, openMenu, signIn, test } from "../support/browser/journey.ts";

const S = "/tmp/w/shots";
test("shots", async ({ page, client, openContext }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  const dialog = page.getByRole("dialog", { name: "Ask someone" });
  await (await openMenu(page)).getByRole("button", { name: "Ask someone" }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${S}/menu.png` });
  await page.getByRole("button", { name: "Ask someone" }).click();
  await expect(dialog.getByRole("button", { name: "Get a link" })).toBeEnabled();
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${S}/ask.png` });
  await dialog.getByLabel("Their name").fill("Dana");
  await dialog.getByRole("checkbox").check();
  await dialog.getByLabel("Section", { exact: true }).selectOption({ index: 0 });
  await dialog.getByRole("button", { name: "Get a link" }).click();
  const link = await dialog.getByLabel("Link for Dana").inputValue();
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${S}/link.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${S}/link-phone.png` });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: `${S}/link-dark.png` });
  for (const [name, options] of [
    ["phone", { viewport: { width: 390, height: 844 } }],
    ["dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
    ["wide", { viewport: { width: 1280, height: 800 } }],
  ] as const) {
    const context = await openContext(options);
    const d = await context.newPage();
    if (name !== "phone") {
      await page.getByRole("button", { name: /New link/ }).click();
      await expect(dialog.getByRole("button", { name: /New link/ })).toBeVisible();
      await page.waitForTimeout(500);
    }
    const l = name === "phone" ? link : await dialog.getByLabel("Link for Dana").inputValue();
    await d.goto(`/${new URL(l).hash}`);
    await d.waitForTimeout(500);
    await d.screenshot({ path: `${S}/access-${name}.png` });
    await accessButton(d).click();
    await expect(d.getByRole("heading", { level: 1 })).toContainText("Answering");
    await d.waitForTimeout(700);
    await d.screenshot({ path: `${S}/helper-${name}.png` });
    await answer(d, "team-description", `Dana too, ${name}`);
    await d.waitForTimeout(300);
    await d.screenshot({ path: `${S}/helper-${name}-answered.png`, fullPage: true });
    await d.getByRole("button", { name: "I’m done" }).click();
    await d.getByRole("heading", { name: /Thank you/ }).waitFor();
    await d.waitForTimeout(500);
    await d.screenshot({ path: `${S}/helper-${name}-done.png` });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await signIn(page, client);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${S}/news.png` });
});
