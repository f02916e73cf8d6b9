import {
  answer,
  answers,
  box,
  expect,
  header,
  headerButton,
  openSection,
  section,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";

/** The browser's Back and Forward: through sections, review, and thanks, all at one address, and nothing is lost. */

const TEAM = "team-description";

test("Back leads through sections and review, and Forward again, at one address", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  const address = page.url();
  await openSection(page, "money-admin");
  await headerButton(page, "Review").click();
  const review = page.getByRole("heading", { name: "Review your answers" });
  await expect(review).toBeFocused();
  await page.goBack();
  await expect(review).toBeHidden();
  await expect(section(page, "money-admin")).toHaveAttribute("aria-current", "step");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeFocused();
  await page.goBack();
  await expect(section(page, "business-snapshot")).toHaveAttribute("aria-current", "step");
  await page.goForward();
  await page.goForward();
  await expect(review).toBeFocused();
  expect(page.url()).toBe(address);
});

test("Back returns to where the client was in the page", async ({ page, client }) => {
  await signIn(page, client);
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  await box(page, TEAM).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, 500));
  const before = await top();
  expect(before).toBeGreaterThan(100);
  await section(page, "website").click();
  await expect(section(page, "website")).toHaveAttribute("aria-current", "step");
  await expect.poll(top).toBe(0);
  await page.goBack();
  await expect(section(page, "business-snapshot")).toHaveAttribute("aria-current", "step");
  await expect.poll(top).toBe(before);
});

test("what stands in the box when Back is pressed becomes an answer, and survives a reload", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await openSection(page, "website");
  await box(page, "website-vision").fill("Take bookings");
  await page.goBack();
  await expect(section(page, "business-snapshot")).toHaveAttribute("aria-current", "step");
  await page.goForward();
  await expect(answers(page, "website-vision")).toHaveText(["Take bookings"]);
  await box(page, "website-vision").fill("And show prices");
  await headerButton(page, "Submit").click();
  const missing = page.getByRole("dialog", { name: /questions to answer/ });
  await expect(missing).toBeVisible();
  await page.goBack();
  await expect(missing).toBeHidden();
  await openSection(page, "website");
  await expect(answers(page, "website-vision")).toHaveText(["Take bookings", "And show prices"]);
});

test("after a logout Back shows nothing of the interview", async ({ page, client }) => {
  await signIn(page, client);
  await openSection(page, "website");
  await answer(page, "website-vision", "Take bookings");
  await headerButton(page, "Logout").click();
  const leave = page.getByRole("button", { name: "Save and log out" });
  const key = page.getByRole("textbox", { name: "Access Key" });
  await expect(leave.or(key)).toBeVisible();
  if (await leave.isVisible()) await leave.click();
  await expect(key).toBeVisible();
  await page.goBack();
  await expect(header(page)).toHaveCount(0);
});

test("from the page of thanks Back leads to the answers, and Forward to the receipt", async ({
  page,
  client,
  site,
}) => {
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  await headerButton(page, "Submit").click();
  const thanks = page.getByRole("heading", { name: /^Thank you/ });
  await expect(thanks).toBeVisible();
  await page.goBack();
  await expect(thanks).toBeHidden();
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeFocused();
  await page.goForward();
  await expect(thanks).toBeVisible();
  await expect(page.getByRole("definition").last()).toHaveText(/^[0-9A-F]{3}-[0-9A-F]{3}$/);
});
