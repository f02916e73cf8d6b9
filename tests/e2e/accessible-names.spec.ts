import type { Page } from "@playwright/test";
import { readAloud } from "../support/browser/accessibility-tree.ts";
import {
  accessButton,
  answers,
  card,
  escapeMenu,
  expect,
  header,
  headerButton,
  openMenu,
  openSection,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";

/** Names, roles and states of every control, as in the browser's accessibility tree. */

const TEAM = "team-description";
const TOOLS = "current-tools";
const part = (page: Page, selector: string) => readAloud(page, page.locator(selector));
const PRIVACY = "The company behind your browser turns your speech into text.";
const TALK = `button "Talk: Dictate" (${PRIVACY})`;
const WAYS = 'button "More ways to answer"';
const DETAILS = 'link "Details: How we protect your answers"';
const ANNOUNCED = 'status "" live=polite';

test("of the access screen, with its error", async ({ page }) => {
  await page.goto("/");
  await accessButton(page).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await part(page, "main")).toEqual([
    'link "Español"',
    'textbox "Access Key" invalid=true (Please enter an access key.)',
    'button "Show key" (Show key)',
    'alert "" live=assertive',
    'button "Access Interview"',
    'link "How we protect your answers"',
  ]);
  await page.getByRole("button", { name: "Show key" }).click();
  await expect(page.getByRole("button", { name: "Show key" })).toHaveAttribute("aria-pressed", "true");
  expect(await part(page, "main")).toContain('button "Show key" pressed=true (Show key)');
});

test("of header, sections, tips, and each kind of question", async ({ page, client }) => {
  await fakeRecognizer(page);
  await signIn(page, client);
  expect(await readAloud(page, header(page))).toEqual([
    'status "" live=polite',
    'progressbar "Progress" value=0',
    'button "Save"',
    'button "Review"',
    'button "Submit"',
    'button "Logout"',
    'button "Menu" (Menu)',
  ]);
  expect(await part(page, "nav")).toEqual([
    'button "1/6 Business Snapshot 0/3 completed 7 min"',
    'button "2/6 Leads → Booking 0/2 completed 6 min"',
    'button "3/6 Service Delivery & Ops 0/2 completed 6 min"',
    'button "4/6 Money & Admin 0/2 completed 5 min"',
    'button "5/6 Customers & Growth 0/2 completed 7 min"',
    'button "6/6 Website 0/2 completed 5 min"',
  ]);
  expect(await part(page, "aside")).toEqual(['link "How we protect your answers"']);
  expect(await readAloud(page, await openMenu(page))).toEqual([
    'dialog "Menu"',
    'button "Close menu" (Close menu)',
    'button "Review your answers"',
    'button "Talk it through"',
    'button "One at a time"',
    'button "Continue on your phone"',
    'button "Ask someone"',
    'button "Where you’re signed in"',
    'link "How we protect your answers"',
    'checkbox "Enter makes a new line"',
    'link "Español"',
  ]);
  await escapeMenu(page);
  expect(await readAloud(page, card(page, "business-profile"))).toEqual([
    'DisclosureTriangle "Your business at a glance" expanded',
    'combobox "Number of Employees" value=Choose...',
    'combobox "Number of Locations" value=Choose...',
    'radio "Less than $500K"',
    'radio "$500K - $1M"',
    'radio "More than $1M"',
  ]);
  expect(await readAloud(page, card(page, TEAM))).toEqual([
    'DisclosureTriangle "Your team" expanded',
    'textbox "Your answer: Your team"',
    TALK,
    WAYS,
    DETAILS,
    ANNOUNCED,
  ]);
  await page.getByRole("checkbox", { name: "Xero" }).check();
  await page.getByRole("checkbox", { name: "Other" }).check();
  const tools = await readAloud(page, card(page, TOOLS));
  expect(tools.slice(0, 3)).toEqual([
    'DisclosureTriangle "The tools you use Answered" expanded',
    'checkbox "QuickBooks"',
    'checkbox "Xero" checked=true',
  ]);
  expect(tools.slice(-12)).toEqual([
    'checkbox "Other" checked=true',
    'button "None of these"',
    'textbox "Other tools"',
    'radio "1 star"',
    'radio "2 stars"',
    'radio "3 stars"',
    'radio "4 stars"',
    'radio "5 stars"',
    'textbox "Anything to add about your tools?"',
    TALK,
    WAYS,
    ANNOUNCED,
  ]);
  await openSection(page, "website");
  expect(await readAloud(page, card(page, "website-info"))).toEqual([
    'DisclosureTriangle "Your website today" expanded',
    'textbox "Website URL"',
    'button "I don\'t have a website yet"',
    'slider "Satisfaction with your website" value=5',
  ]);
  // Chromium's tree shows the number instead of the text
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", "Not rated yet");
  await page.getByRole("slider").press("ArrowRight");
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", "6 of 10");
  expect(await readAloud(page, card(page, "website-info"))).toContain(
    'slider "Satisfaction with your website" value=6',
  );
});

test("while dictating and editing, and of the announcements", async ({ page, client }) => {
  await fakeRecognizer(page);
  await signIn(page, client);
  const announced = card(page, TEAM)
    .locator('[role="status"]')
    .filter({ hasText: /istening|Dictation/ });
  await card(page, TEAM).getByRole("button", { name: "Dictate" }).click();
  await expect(announced).toHaveText("Listening.");
  await engine.hear(page, "two of us");
  await expect(card(page, TEAM).getByRole("textbox")).toHaveValue("two of us");
  // interim words, which may still change, are not read aloud
  await expect(announced).toHaveText("Listening.");
  expect(await readAloud(page, card(page, TEAM))).toEqual([
    'DisclosureTriangle "Your team" expanded',
    'textbox "Your answer: Your team" readonly value=two of us',
    `button "Stop dictation" (${PRIVACY})`,
    DETAILS,
    ANNOUNCED,
  ]);
  await engine.settle(page, "two of us");
  await card(page, TEAM).getByRole("button", { name: "Stop dictation" }).click();
  await expect(answers(page, TEAM)).toHaveCount(1);
  await expect(announced).toHaveText("Stopped listening. Added: Two of us.");
  expect(await readAloud(page, card(page, TEAM))).toEqual([
    'DisclosureTriangle "Your team Answered" expanded',
    'button "Use my exact words"',
    'button "Edit answer" (Edit answer)',
    'button "Delete answer" (Delete answer)',
    'textbox "Your answer: Your team"',
    TALK,
    WAYS,
    'button "Keep writing"',
    ANNOUNCED,
  ]);
  await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
  await expect(page.getByRole("textbox", { name: "Edit answer" })).toBeFocused();
  const editor = [
    'textbox "Edit answer" value=Two of us.',
    'button "Save changes" disabled',
    'button "Cancel"',
  ];
  expect((await readAloud(page, card(page, TEAM))).slice(1, 5)).toEqual([...editor, 'button "Enlarge"']);
  await page.getByRole("button", { name: "Enlarge" }).click();
  expect(await part(page, "dialog")).toEqual([
    'dialog "Edit answer" modal',
    'button "Cancel" (Cancel)',
    ...editor,
  ]);
});

test("of the dialog about missing answers, and of the review", async ({ page, client }) => {
  await signIn(page, client);
  await headerButton(page, "Submit").click();
  await expect(page.getByRole("button", { name: "Submit anyway" })).toBeEnabled();
  const missing = await part(page, "dialog");
  expect([...missing.slice(0, 3), ...missing.slice(-2)]).toEqual([
    'dialog "You still have 13 questions to answer" modal',
    'button "Keep answering" (Keep answering)',
    'button "Your business at a glance"',
    'button "Submit anyway"',
    'button "Answer 13 more"',
  ]);
  expect(missing).toHaveLength(17);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await headerButton(page, "Review").click();
  await expect(page.getByRole("heading", { name: "Review your answers" })).toBeVisible();
  const review = await part(page, "main");
  expect(review.slice(0, 2)).toEqual([
    'button "Answer now: Your business at a glance"',
    'button "Answer now: Your team"',
  ]);
  expect(review.filter((line) => line.startsWith('button "Answer now: '))).toHaveLength(13);
});
