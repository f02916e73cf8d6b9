import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { enterConsole } from "../support/browser/console-journey.ts";
import {
  answer,
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  openSection,
  save,
  section,
  signIn,
  toast,
} from "../support/browser/journey.ts";
import { testWithInterview } from "../support/browser/own-site.ts";

/** Questions that only some clients are asked, optional questions, and required ones (decision 79). */

const test = testWithInterview("conditional.yaml");

const program = (page: Page, name: string) => card(page, "programs").getByRole("checkbox", { name });
const cards = (page: Page) =>
  page
    .locator("[data-question]")
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.question));
const sections = (page: Page) =>
  page
    .locator("[data-section]")
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.section));
const missing = (page: Page) => page.getByRole("dialog");

test("an answer adds its questions and sections, and removes them again without their answers", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  expect(await cards(page)).toEqual(["programs", "owner", "wishes"]);
  expect(await sections(page)).toEqual(["shop", "site"]);
  await expect(section(page, "shop")).toContainText("0/2 completed");
  await expect(card(page, "owner")).toContainText("Must be answered");
  await expect(card(page, "wishes")).toContainText("Optional");

  await program(page, "Square").check();
  await expect.poll(() => cards(page)).toEqual(["programs", "till", "owner", "wishes"]);
  await expect(page.getByText("1 more question", { exact: true })).toBeAttached();
  await expect(program(page, "Square")).toBeFocused();
  await program(page, "Excel").check();
  await expect.poll(() => sections(page)).toEqual(["shop", "tables", "site"]);
  await expect(page.getByText("2 more questions", { exact: true })).toBeAttached();
  await expect(section(page, "shop")).toContainText("1/3");
  await expectAccessible(page, "an interview with conditions");

  await answer(page, "till", "Refunds take a minute.");
  await program(page, "Square").uncheck();
  await expect(card(page, "till")).toHaveCount(0);
  await expect(section(page, "shop")).toContainText("1/2");
  await program(page, "Square").check();
  await expect(answers(page, "till")).toContainText("Refunds take a minute.");

  // Next leads only through questions that are asked
  await program(page, "Excel").uncheck();
  await expect(page.getByRole("button", { name: "Next: Website" })).toBeVisible();
  await headerButton(page, "Review").click();
  await expect(page.getByRole("heading", { name: "Sheets" })).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: "Who decides?" })).toContainText(
    "Must be answered",
  );
  await expect(page.getByRole("listitem").filter({ hasText: "What would you like?" })).toContainText(
    "Optional",
  );
});

test("nothing is submitted without a required answer; an optional one is not reported as missing", async ({
  page,
  client,
  site,
}) => {
  await signIn(page, client);
  await program(page, "Excel").check();
  await headerButton(page, "Submit").click();
  await expect(missing(page).getByRole("heading", { level: 2 })).toHaveText(
    "1 question must be answered first",
  );
  await expect(missing(page).getByRole("button", { name: "Submit anyway" })).toBeHidden();
  await expect(missing(page).getByRole("listitem")).toHaveText(["Owner"]);
  await expectAccessible(page, "a required question is missing");
  await missing(page).getByRole("button", { name: "Answer 1 more" }).click();
  await expect(box(page, "owner")).toBeFocused();
  await page.keyboard.type("Rosa.");
  await page.keyboard.press("Enter");

  await headerButton(page, "Submit").click();
  await expect(missing(page).getByRole("listitem")).toHaveText(["Sheets", "Keeper", "Your website"]);
  await missing(page).getByRole("button", { name: "Keep answering" }).click();
  await openSection(page, "site");
  await card(page, "current-site").getByRole("textbox").fill("https://rosa.example");
  await openSection(page, "shop");
  await program(page, "Excel").uncheck();
  await program(page, "Square").check();
  await program(page, "Square").uncheck();
  await program(page, "Square").check();
  await answer(page, "till", "Refunds.");
  await expect(header(page)).toContainText("100% Completed");
  await headerButton(page, "Submit").click();
  await expect(page.getByRole("heading", { name: /Thank you/ })).toBeVisible();
  const { record } = JSON.parse(await site.firsthand("record", "export", client.clientId));
  expect(record).toMatchObject({ owner: { responses: [{ content: "Rosa." }] } });
});

test("a required answer that another device deleted is requested, and everything is saved", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await answer(page, "owner", "Rosa.");
  await program(page, "Square").check();
  await save(page);
  const other = await (await openContext({})).newPage();
  await signIn(other, client);
  await card(other, "owner").getByRole("button", { name: "Delete answer" }).click();
  await save(other);

  await openSection(page, "site");
  await card(page, "current-site").getByRole("textbox").fill("https://rosa.example");
  await openSection(page, "shop");
  await answer(page, "till", "Refunds.");
  await headerButton(page, "Submit").click();
  await expect(toast(page, "Submission Failed")).toContainText("must be answered");
  await expect(header(page).getByRole("status")).toBeEmpty();
  await other.reload();
  await signIn(other, client);
  await expect(answers(other, "till")).toContainText("Refunds.");
});

test("a question being typed in stays until the words are an answer, whatever another device saves", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await program(page, "Square").check();
  await save(page);
  const other = await (await openContext({})).newPage();
  await signIn(other, client);
  await program(other, "Square").uncheck();
  await save(other);
  // this page's next save merges the other page's save
  await program(page, "Excel").check();
  await box(page, "till").fill("Refunds take");
  await expect(program(page, "Square")).not.toBeChecked({ timeout: 15_000 });
  await expect(box(page, "till")).toHaveValue("Refunds take");
  await box(page, "till").press("Enter");
  await expect(card(page, "till")).toHaveCount(0);
  await program(page, "Square").check();
  await expect(answers(page, "till")).toContainText("Refunds take");
});

test("the account manager reads questions no longer asked in a separate group, without gaps there", async ({
  page,
  client,
  site,
  openContext,
}) => {
  await signIn(page, client);
  await program(page, "Square").check();
  await answer(page, "till", "Refunds take a minute.");
  await program(page, "Square").uncheck();
  await program(page, "Excel").check();
  await save(page);
  const mine = await (await openContext({})).newPage();
  await enterConsole(mine, site, "administrator");
  await mine.goto(`/console/clients/${client.clientId}`);
  const group = mine.locator("section").filter({ has: mine.getByRole("heading", { name: "Not asked" }) });
  await expect(group.locator("[data-question]")).toHaveCount(1);
  await expect(group.locator("[data-question]")).toContainText("Refunds take a minute.");
  await expect(group).not.toContainText("No answer yet");
  await expect(mine.locator('[data-question="wishes"]')).toContainText("Optional, no answer.");
  await expect(mine.getByRole("main")).toContainText("1 of 5 answered");
  await expectAccessible(mine, "a client with questions that are not asked");
  const brief = await site.firsthand("record", "export", client.clientId, "--format", "md");
  expect(brief).toMatch(/## Not asked[\s\S]*Refunds take a minute\./);
});
