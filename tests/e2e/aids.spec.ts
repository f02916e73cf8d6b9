import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  answer,
  answers,
  box,
  card,
  escapeMenu,
  expect,
  headerButton,
  openMenu,
  openSection,
  save,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";

/** Features that make answering quicker or friendlier. */

const PAID = "financial-management";
const left = (page: Page) => page.getByRole("navigation").getByText(/^About \d+ min left$/);
const minutesLeft = async (page: Page) => Number(/\d+/.exec((await left(page).textContent()) ?? "")?.[0]);
const inFocus = (page: Page, questionId: string) => card(page, questionId).locator(":focus");

test.describe("a tool mentioned in an answer", () => {
  const suggestion = (page: Page) => card(page, PAID).getByText(/^You mentioned/);

  test("is added to the tools with one press", async ({ page, client }) => {
    await signIn(page, client);
    await openSection(page, "money-admin");
    await answer(page, PAID, "I write invoices in xero, and the list is in Google Sheets.");
    await expect(suggestion(page)).toHaveText("You mentioned Xero. Add it to your tools?");
    await expectAccessible(page, "a suggestion");
    await expectNoOverflow(page, "a suggestion");
    await page.getByRole("button", { name: "Add Xero" }).press("Enter");
    await expect(suggestion(page)).toHaveText("You mentioned Google Sheets. Add it to your tools?");
    await expect(inFocus(page, PAID)).toHaveAttribute("aria-live", "polite");
    await page.getByRole("button", { name: "Add Google Sheets" }).click();
    await expect(card(page, PAID).getByText("Added Google Sheets to your tools.")).toBeVisible();
    await openSection(page, "business-snapshot");
    await expect(page.getByRole("checkbox", { name: "Xero" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Google Sheets" })).toBeChecked();
  });

  test("is not suggested again when it was declined, or is already chosen", async ({ page, client }) => {
    await signIn(page, client);
    await page.getByRole("checkbox", { name: "Square" }).check();
    await openSection(page, "money-admin");
    await answer(page, PAID, "We take cards by Square. Somebody wants us to use Asana.");
    await expect(suggestion(page)).toHaveText(/^You mentioned Asana/);
    await page.getByRole("button", { name: "No, thanks" }).click();
    await expect(suggestion(page)).toBeHidden();
    await answer(page, PAID, "Asana again.");
    await openSection(page, "website");
    await openSection(page, "money-admin");
    await expect(answers(page, PAID)).toHaveCount(2);
    await expect(suggestion(page)).toBeHidden();
  });
});

test("Ctrl and Enter adds the answer and goes to the next question, and to the next section", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await openSection(page, "leads-booking");
  await box(page, "customer-acquisition").fill("From friends.");
  await page.keyboard.press("Control+Enter");
  await expect(answers(page, "customer-acquisition")).toHaveCount(1);
  await expect(box(page, "booking-process")).toBeFocused();
  await page.keyboard.type("By telephone.");
  await page.keyboard.press("Control+Enter");
  await expect(answers(page, "booking-process")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Next: Service Delivery & Ops" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Service Delivery & Ops" })).toBeFocused();
  await openSection(page, "business-snapshot");
  await page.getByLabel("Number of Employees").focus();
  await page.keyboard.press("Control+Enter");
  await expect(box(page, "team-description")).toBeFocused();
});

test("Enter starts a new line when the client chooses that, on the next visit too", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  const wish = page.getByRole("checkbox", { name: "Enter makes a new line" });
  await openMenu(page);
  await wish.check();
  await escapeMenu(page);
  await box(page, "team-description").fill("One");
  await box(page, "team-description").press("Enter");
  await box(page, "team-description").pressSequentially("two");
  await expect(box(page, "team-description")).toHaveValue("One\ntwo");
  await page.keyboard.press("Control+Enter");
  await expect(answers(page, "team-description")).toHaveText([/^One\ntwo/]);
  await save(page);
  await signIn(page, client);
  await openMenu(page);
  await expect(wish).toBeChecked();
  await wish.uncheck();
  await escapeMenu(page);
  await answer(page, "team-description", "Three");
});

test("the address of a website is completed when the field is left", async ({ page, client }) => {
  await signIn(page, client);
  await openSection(page, "website");
  const field = page.getByLabel("Website URL");
  await field.fill("rosas-bakery.example/menu");
  await field.press("Tab");
  await expect(field).toHaveValue("https://rosas-bakery.example/menu");
  await field.fill("none yet");
  await field.press("Tab");
  await expect(field).toHaveValue("none yet");
});

test("the tab is named after what is open", async ({ page, client }) => {
  await signIn(page, client);
  await expect(page).toHaveTitle("Business Snapshot · Onboarding Interview · Brightside Onboarding");
  await openSection(page, "website");
  await expect(page).toHaveTitle(/^Website · /);
  await headerButton(page, "Review").click();
  await expect(page).toHaveTitle(/^Review your answers · /);
  await headerButton(page, "Logout").click();
  await expect(page).toHaveTitle("Onboarding Interview · Brightside Onboarding");
});

test("the remaining time decreases with the answers, and the end is celebrated, twice", async ({
  page,
  client,
  site,
}) => {
  const { "website-vision": _, ...rest } = fullRecord();
  await site.saveAs(client, rest);
  await signIn(page, client);
  await openSection(page, "website");
  expect(await minutesLeft(page)).toBeLessThan(5);
  await expect(page.getByText("That’s everything!")).toBeHidden();
  await answer(page, "website-vision", "Take bookings.");
  await expect(left(page)).toBeHidden();
  const moment = page.getByRole("status").filter({ hasText: "That’s everything!" });
  await expect(moment).toBeVisible();
  await expectAccessible(page, "complete");
  await headerButton(page, "Submit").click();
  await expect(toast(page, "Submission Complete!")).toBeVisible();
  // the page of thanks appears a moment after the toast
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
  await openSection(page, "website");
  await expect(page.getByRole("status").filter({ hasText: "All done. Thank you!" })).toContainText(
    "Brightside Onboarding has your answers.",
  );
  await answer(page, "website-vision", "And show prices.");
  await expect(moment).toBeVisible();
});

test("a new client sees the same minutes as on the access screen", async ({ page, client }) => {
  await page.goto("/");
  await expect(page.getByText("It takes about 35 minutes.")).toBeVisible();
  await signIn(page, client);
  expect(await minutesLeft(page)).toBe(35);
});
