import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { expectAccessible as expectConsoleAccessible } from "../support/browser/console-axe.ts";
import { enterConsole } from "../support/browser/console-journey.ts";
import {
  card,
  expect,
  header,
  headerButton,
  openSection,
  save,
  section,
  signIn,
} from "../support/browser/journey.ts";
import { testWithInterview } from "../support/browser/own-site.ts";

/** Every kind of question that a provider's interview can contain, answered and read. */

const test = testWithInterview("every-kind.yaml");

const line = (page: Page, id: string) => card(page, id).getByRole("textbox");
const chip = (page: Page, id: string, name: string) =>
  card(page, id)
    .locator("label")
    .filter({ hasText: name })
    .getByRole("radio")
    .or(card(page, id).locator("label").filter({ hasText: name }).getByRole("checkbox"));

/** Answers everything except the vans. */
async function answerAll(page: Page): Promise<void> {
  await line(page, "owner").fill("Rosa Díaz");
  await line(page, "mail").fill("rosa@bakery.example");
  await line(page, "phone").fill("(555) 010-0199");
  await line(page, "page").fill("bakery.example");
  await line(page, "ovens").fill("3");
  await line(page, "budget").fill("1,200");
  await openSection(page, "choices");
  await chip(page, "shape", "Other").check();
  await card(page, "shape").getByRole("textbox", { name: "What else?" }).fill("A cooperative");
  await chip(page, "channels", "By phone").check();
  await chip(page, "channels", "At the door").check();
  await chip(page, "delivers", "No").check();
  await chip(page, "load", "7").check();
  await card(page, "opening").locator("input[type=date]").fill("2027-03-01");
  await card(page, "since").getByRole("combobox", { name: "Month" }).selectOption("05");
  await card(page, "since").getByRole("combobox", { name: "Year" }).selectOption("1998");
}

test("each kind is answered, survives a reload, and reads in the review, the console and the exports", async ({
  page,
  client,
  site,
  openContext,
}) => {
  await signIn(page, client);
  await expect(page.getByRole("heading", { name: "Before you begin" })).toBeVisible();
  await expect(section(page, "facts")).toContainText("0/6 completed");
  await answerAll(page);
  await expect(header(page)).toContainText("100% Completed");
  await expectAccessible(page, "every kind of question");
  await save(page);
  await page.reload();
  await signIn(page, client);
  await openSection(page, "facts");
  await expect(line(page, "page")).toHaveValue("https://bakery.example");
  await openSection(page, "choices");
  await expect(chip(page, "load", "7")).toBeChecked();
  await expect(card(page, "since").getByRole("combobox", { name: "Year" })).toHaveValue("1998");
  await headerButton(page, "Review").click();
  const review = page.getByRole("main");
  for (const words of [
    "1,200 USD",
    "A cooperative",
    "By phone, At the door",
    "7 of 10",
    "March 1, 2027",
    "May 1998",
  ])
    await expect(review).toContainText(words);
  await expect(review).not.toContainText("None of this is final");
  await expectAccessible(page, "the review of every kind");

  const csv = await site.firsthand("record", "export", client.clientId, "--format", "csv");
  expect(csv).toContain("Choices,Delivery,,No,");
  expect(csv).toContain("Choices,Opening day,,'2027-03-01,");
  const brief = await site.firsthand("record", "export", client.clientId, "--format", "md");
  expect(brief).toContain("May 1998");
  const mine = await (await openContext({})).newPage();
  await enterConsole(mine, site, "administrator");
  await mine.goto(`/console/clients/${client.clientId}`);
  for (const words of [
    "1,200 USD",
    "A cooperative",
    "By phone, At the door",
    "7 of 10",
    "March 1, 2027",
    "May 1998",
  ])
    await expect(mine.getByRole("main")).toContainText(words);
  await expectConsoleAccessible(mine, "answers of every kind");
});

test("a line reports invalid text once it is left, keeps it, and does not count it", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  for (const [id, wrong, words] of [
    ["mail", "rosa at home", "This doesn’t look like an email address."],
    ["phone", "ask Ana", "This doesn’t look like a phone number."],
    ["page", "we have none", "This doesn’t look like a web address."],
    ["ovens", "a few", "Enter a number."],
    ["budget", "not much", "Enter an amount."],
  ] as const) {
    await line(page, id).fill(wrong);
    await expect(card(page, id)).not.toContainText(words);
    await line(page, id).blur();
    await expect(card(page, id)).toContainText(words);
    await expect(line(page, id)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(section(page, "facts")).toContainText("0/6 completed");
  await expectAccessible(page, "lines that do not fit");
  await save(page);
  await page.reload();
  await signIn(page, client);
  await expect(line(page, "phone")).toHaveValue("ask Ana");
  await line(page, "phone").fill("555 010 0199");
  await expect(section(page, "facts")).toContainText("1/6 completed");
});

test("by keyboard alone, and what doesn't apply or follows from an answer", async ({ page, client }) => {
  await signIn(page, client);
  await openSection(page, "choices");
  await chip(page, "delivers", "No").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(chip(page, "delivers", "Yes")).toBeChecked();
  await expect(card(page, "vans")).toBeVisible();
  await chip(page, "channels", "By phone").focus();
  await page.keyboard.press("Space");
  await expect(chip(page, "channels", "By phone")).toBeChecked();
  await page.keyboard.press("Space");
  await expect(chip(page, "channels", "By phone")).not.toBeChecked();
  await card(page, "since").getByRole("combobox", { name: "Month" }).selectOption("05");
  await expect(section(page, "choices")).toContainText("1/7");
  await card(page, "since").getByRole("button", { name: "Doesn’t apply to us" }).click();
  await expect(section(page, "choices")).toContainText("2/7");
  // Ctrl+Enter skips statements, which need no answer
  await openSection(page, "facts");
  await line(page, "owner").fill("Rosa");
  await page.keyboard.press("Control+Enter");
  await expect(line(page, "mail")).toBeFocused();
});

test("two devices keep both of several choices, and the later one of a single answer", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  const other = await (await openContext({})).newPage();
  await signIn(other, client);
  await openSection(page, "choices");
  await openSection(other, "choices");
  await chip(page, "channels", "By phone").check();
  await save(page);
  await chip(other, "channels", "At the door").check();
  await chip(other, "shape", "LLC").check();
  await save(other);
  await expect(chip(other, "channels", "By phone")).toBeChecked();
  await chip(page, "shape", "Sole owner").check();
  await save(page);
  await expect(chip(page, "channels", "At the door")).toBeChecked();
  await expect(card(page, "shape").getByRole("radio", { checked: true })).toHaveCount(1);
});

test("an account manager answers each kind for the client", async ({ page, client, site }) => {
  await enterConsole(page, site, "administrator");
  await page.goto(`/console/clients/${client.clientId}`);
  await page.getByRole("button", { name: "Answer for them" }).click();
  const dialog = page.getByRole("dialog");
  const ask = (title: string) =>
    dialog.getByRole("combobox", { name: "Question" }).selectOption({ label: title });
  for (const [title, fill] of [
    ["Budget", () => dialog.getByRole("textbox", { name: "Answer" }).fill("900")],
    ["Channels", () => dialog.getByText("By phone").click()],
    ["Delivery", () => dialog.getByText("Yes", { exact: true }).click()],
    ["Workload", () => dialog.getByRole("radio", { name: "4" }).check()],
    ["Opening day", () => dialog.locator("input[type=date]").fill("2027-03-01")],
  ] as const) {
    if (title !== "Budget") await page.getByRole("button", { name: "Answer for them" }).click();
    await ask(title);
    await fill();
    await expectConsoleAccessible(page, `answering ${title}`);
    await dialog.getByRole("button", { name: "Save answer" }).click();
    await expect(dialog).toBeHidden();
  }
  for (const words of ["900 USD", "By phone", "Yes", "4 of 10", "March 1, 2027"])
    await expect(page.getByRole("main")).toContainText(words);
});

test("Next moves within the open section, also after a text, and sections without expected answers stay unmarked", async ({
  page,
  client,
}) => {
  // a phone has a Next button
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, client);
  await openSection(page, "choices");
  await headerButton(page, "Next").click();
  await expect(chip(page, "shape", "Sole owner")).toBeFocused();
  for (const id of ["extras", "goodbye"]) {
    await expect(section(page, id)).toHaveAttribute("data-complete", "false");
    await expect(section(page, id)).not.toContainText("completed");
  }
  await headerButton(page, "Review").click();
  const names = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(names.filter({ hasText: "Extras" })).toBeVisible();
  await expect(names.filter({ hasText: "Thank you" })).toBeHidden();
});

test("a year of five digits is not a date, and does not block saving", async ({ page, client, site }) => {
  await signIn(page, client);
  await openSection(page, "choices");
  const field = card(page, "opening").locator("input[type=date]");
  await field.fill("2027-03-01");
  // the value that a browser gives while a year has too many digits
  await field.evaluate((input: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    set?.call(input, "20275-03-01");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await chip(page, "delivers", "No").check();
  await save(page);
  const { record } = JSON.parse(await site.firsthand("record", "export", client.clientId));
  expect(record).toMatchObject({ delivers: { value: "no" } });
  expect(record).not.toHaveProperty("opening");
});

test("a month that doesn't apply shows no month, and comes back with a second press", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await openSection(page, "choices");
  const month = card(page, "since").getByRole("combobox", { name: "Month" });
  await month.selectOption("05");
  await card(page, "since").getByRole("combobox", { name: "Year" }).selectOption("1998");
  const skip = card(page, "since").getByRole("button", { name: "Doesn’t apply to us" });
  await skip.click();
  await expect(month).toHaveValue("");
  await skip.click();
  await expect(month).toHaveValue("05");
});
