import type { Page } from "@playwright/test";
import { MINUTE_MS } from "#contract/instants.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import { readDevice } from "../support/browser/device.ts";
import {
  accessButton,
  answer,
  answers,
  expect,
  expectToast,
  header,
  headerButton,
  keyField,
  openMenu,
  save,
  signIn,
  test,
} from "../support/browser/journey.ts";

/** From desktop to phone: a code on one screen, the other's camera, and the same answers on both. */

const PHONE = {
  viewport: { width: 390, height: 844 },
  userAgent:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};
const dialog = (page: Page) => page.getByRole("dialog", { name: "Continue on your phone" });

/** Opens the code, and reads its address. */
async function openCode(page: Page): Promise<string> {
  const made = page.waitForResponse("**/v1/auth/hand-over");
  await (await openMenu(page)).getByRole("button", { name: "Continue on your phone" }).click();
  const { data } = (await (await made).json()) as { data: { link: string } };
  await expect(dialog(page).getByRole("img", { name: "Code to scan with your phone" })).toBeVisible();
  return new URL(data.link).hash;
}

test("a phone that scans the code is signed in, and its answers appear here as they are saved", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  const code = await openCode(page);
  await expectAccessible(page, "the code for a phone");
  await expectNoOverflow(page, "the code for a phone");
  const phone = await (await openContext(PHONE)).newPage();
  await phone.goto(`/${code}`);
  await accessButton(phone).click();
  await expect(header(phone)).toContainText("Rosa's Bakery");
  await expect(dialog(page).getByRole("status")).toHaveText(
    "Your phone is signed in. Android, Chrome Keep answering there. Your answers show up here as you save them.",
  );
  await expectAccessible(page, "a phone that is signed in");
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await answer(phone, "team-description", "And a cat");
  await save(phone);
  await expect(answers(page, "team-description").filter({ hasText: "And a cat" })).toBeVisible();
  await expect(answers(page, "team-description").filter({ hasText: "Two of us" })).toBeVisible();
  // a hand-over key unlocks no draft, so the phone keeps nothing once its tab is closed
  const { rows } = await readDevice(phone);
  expect(rows.filter(({ store }) => store === "unlocks")).toEqual([]);
  await (await openMenu(page)).getByRole("button", { name: "Where you’re signed in" }).click();
  await expect(page.getByRole("list", { name: "Browsers where you’re signed in" })).toContainText(
    "Android, Chrome",
  );
});

test("text typed here meanwhile stays, and both devices end with the same answers", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  const code = await openCode(page);
  const phone = await (await openContext(PHONE)).newPage();
  await phone.goto(`/${code}`);
  await accessButton(phone).click();
  await expect(header(phone)).toContainText("Rosa's Bakery");
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  const box = page.locator('[data-question="team-description"] textarea').first();
  await box.fill("Half a sentence that is still");
  await answer(phone, "team-description", "From the phone");
  await save(phone);
  await expect(answers(page, "team-description").filter({ hasText: "From the phone" })).toBeVisible();
  await expect(box).toHaveValue("Half a sentence that is still");
  await headerButton(page, "Save").click();
  await expectToast(page, "Progress Saved", "Your responses have been saved successfully.");
  await phone.reload();
  await expect(keyField(phone)).toBeVisible();
});

test("a code works once, for five minutes; then there is a new one", async ({
  page,
  client,
  openContext,
}) => {
  await page.clock.install();
  await signIn(page, client);
  const code = await openCode(page);
  await page.clock.fastForward(6 * MINUTE_MS);
  await expect(dialog(page).getByRole("status")).toHaveText("This code has expired.");
  await expect(dialog(page).getByRole("img")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Make a new code" }).click();
  await expect(dialog(page).getByRole("img")).toBeVisible();
  const phone = await (await openContext(PHONE)).newPage();
  await phone.goto(`/${code}`);
  await accessButton(phone).click();
  await expect(phone.getByRole("alert")).toHaveText(
    "This link has expired. Get a new link, or enter your access key.",
  );
});

test("without a connection the dialog says so, and the next press tries again", async ({ page, client }) => {
  await signIn(page, client);
  await page.route("**/v1/auth/hand-over", (route) => route.abort());
  await (await openMenu(page)).getByRole("button", { name: "Continue on your phone" }).click();
  await expect(dialog(page).getByRole("alert")).toBeVisible();
  await page.unroute("**/v1/auth/hand-over");
  await dialog(page).getByRole("button", { name: "Make a new code" }).click();
  await expect(dialog(page).getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(header(page).getByRole("button", { name: "Menu" })).toBeFocused();
});

test("when the code for it cannot be loaded, a notice says so and nothing else happens", async ({
  page,
  client,
}) => {
  await page.route("**/assets/devices-bundle-*.js", (route) => route.abort());
  await signIn(page, client);
  await (await openMenu(page)).getByRole("button", { name: "Continue on your phone" }).click();
  await expect(page.getByText("We couldn’t open that", { exact: true })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test("in a hurry: Back closes the code, and a phone that scans it later is still followed", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  const code = await openCode(page);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(answers(page, "team-description")).toHaveCount(1);
  const phone = await (await openContext(PHONE)).newPage();
  await phone.goto(`/${code}`);
  await accessButton(phone).dblclick();
  await expect(header(phone)).toContainText("Rosa's Bakery");
  await answer(phone, "team-description", "And a cat");
  await save(phone);
  await expect(answers(page, "team-description").filter({ hasText: "And a cat" })).toBeVisible();
});
