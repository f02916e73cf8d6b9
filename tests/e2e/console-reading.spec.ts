import type { Page } from "@playwright/test";
import type { RecordInput } from "#contract/record/record.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  dialog,
  enterConsole,
  line,
  pageTitle,
} from "../support/browser/console-journey.ts";
import { accessButton, card, expect, header, type Site, test } from "../support/browser/journey.ts";

const TEAM = "team-description";
const NAME = "Rosa's Bakery";

const news = (page: Page) => page.getByRole("main").locator("[role=status][tabindex]");
const mark = (page: Page, questionId: string) =>
  card(page, questionId).getByRole("heading", { level: 3 }).locator("span");

/** Answers by their ids and texts. */
const said = (...answers: [id: string, content: string][]): RecordInput => ({
  "team-and-business-setup": { responses: answers.map(([id, content]) => ({ id, content })) },
});

/** Opens the console with one client, and returns a function that saves as this client. */
async function startWith(page: Page, site: Site, data?: RecordInput) {
  await enterConsole(page, site);
  const { accessKey } = await addClientInConsole(page, NAME);
  await page.getByRole("button", { name: "Close" }).click();
  const client = { clientId: "", clientName: NAME, accessKey };
  const save = (changed: RecordInput) => site.saveAs(client, changed);
  if (data) await save(data);
  return { save };
}

/** Waits until the server has recorded a look at the client's page. */
async function look(page: Page, act: () => Promise<unknown>): Promise<void> {
  const noted = page.waitForResponse((response) => response.url().endsWith("/look") && isPut(response));
  await act();
  expect((await noted).status()).toBe(200);
}
const isPut = (response: { request(): { method(): string } }) => response.request().method() === "PUT";

const openClient = (page: Page) =>
  look(page, async () => {
    await page.getByRole("link", { name: NAME }).click();
    await expect(pageTitle(page, NAME)).toBeVisible();
  });

test("changes since the last visit are marked, counted, and one press away", async ({ page, site }) => {
  const { save } = await startWith(page, site, said(["a", "Two of us."], ["b", "And a dog."]));
  await openClient(page);
  await expect(news(page)).toBeEmpty();
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await expect(line(page, NAME)).not.toContainText("New answers");

  await save({ ...said(["a", "Three of us."], ["c", "And Ben."]), "website-form": { url: "rosa.example" } });
  await expect(line(page, NAME)).toContainText("New answers");
  await page.getByRole("link", { name: /^Needs you/ }).click();
  await expect(pageTitle(page, "Needs you")).toBeVisible();
  await expect(line(page, NAME)).toBeVisible();
  // a reload of the page starts another visit
  await page.reload();
  await openClient(page);
  await expect(news(page)).toHaveText(/^2 questions have changed since you last looked, at \d/);
  await expect(mark(page, TEAM)).toHaveText("Changed");
  await expect(mark(page, "website-info")).toHaveText("New");
  await expect(card(page, TEAM).getByRole("listitem")).toHaveText([
    /^Three of us\..*Changed$/,
    /^And Ben\..*New$/,
  ]);
  await expect(card(page, TEAM)).toContainText("One answer was deleted.");
  await expect(page.getByText("1 of 3 answered, 1 changed")).toBeVisible();
  await expectAccessible(page, "one client, with marks");
  await expectNoOverflow(page, "one client, with marks");

  await card(page, "website-vision").getByRole("heading", { level: 3 }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: "Business Snapshot New answers" })).toBeVisible();
  await page.getByRole("button", { name: "2 new" }).click();
  await expect(card(page, TEAM).getByRole("heading", { level: 3 })).toBeFocused();
  await expect(card(page, TEAM)).toBeInViewport();
});

test("marks stay while they are read, and later changes are marked too", async ({ page, site }) => {
  const { save } = await startWith(page, site);
  await openClient(page);
  await look(page, () => save(said(["a", "Two of us."])));
  await expect(news(page)).toHaveText(/^1 question has changed since you/);
  await look(page, () => save({ ...said(["a", "Two of us."]), "website-form": { url: "rosa.example" } }));
  await expect(news(page)).toHaveText(/^2 questions have changed since you/);
  await expect(mark(page, TEAM)).toHaveText("New");
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await expect(line(page, NAME)).not.toContainText("New answers");
  // an early return to the client continues the same visit
  await page.getByRole("link", { name: NAME }).click();
  await expect(mark(page, TEAM)).toHaveText("New");
  await look(page, () => save({ "website-form": { url: "rosa.example" } }));
  await expect(mark(page, TEAM)).toHaveCount(0);
  await page.getByRole("button", { name: "Clear marks" }).click();
  await expect(news(page)).toHaveText(/^Nothing has changed since you last looked, at \d/);
  await expect(news(page)).toBeFocused();
  await expect(mark(page, "website-info")).toHaveCount(0);
  await save({});
  await expect(mark(page, "website-info")).toHaveText("Deleted");
});

test("a hidden tab does not count as reading", async ({ page, site, context }) => {
  const { save } = await startWith(page, site);
  await openClient(page);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await save(said(["a", "Two of us."]));
  const second = await context.newPage();
  await second.goto("/console/");
  await expect(line(second, NAME)).toContainText("New answers");
  await openClient(second);
  await expect(mark(second, TEAM)).toHaveText("New");
});

test("each manager has their own marks", async ({ page, site, openContext }) => {
  const { save } = await startWith(page, site, said(["a", "Two of us."]));
  await openClient(page);
  const admins = await (await openContext()).newPage();
  await enterConsole(admins, site, "administrator", "Ada Park");
  await admins.getByRole("searchbox").fill(NAME);
  // other clients of this site have the same name
  await expect(line(admins, NAME).filter({ hasText: "New answers" }).first()).toBeVisible();
  await save(said(["a", "Three of us."]));
  await page.reload();
  await expect(mark(page, TEAM)).toHaveText("Changed");
  // for a manager who opens the client for the first time, nothing is marked
  await admins.goto(page.url());
  await expect(card(admins, TEAM)).toContainText("Three of us.");
  await expect(mark(admins, TEAM)).toHaveCount(0);
});

const HOSTILE = "<img src=x onerror=alert(1)> =1+1 \u202eereh {{x}} 👍\nNever before ten.";
const notes = (page: Page) => page.getByRole("list", { name: "Notes" }).getByRole("listitem");
const newNote = (page: Page) => page.getByLabel("New note");

async function writeNote(page: Page, text: string): Promise<void> {
  await newNote(page).fill(text);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(newNote(page)).toHaveValue("");
}

test("a note is written, changed and deleted, and its client never sees it", async ({
  page,
  site,
  openContext,
}) => {
  await enterConsole(page, site);
  const { link } = await addClientInConsole(page, NAME);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: NAME }).click();
  await writeNote(page, HOSTILE);
  await expect(notes(page)).toContainText(["Mia Lopes"]);
  await expect(notes(page)).toContainText(["<img src=x onerror=alert(1)> =1+1 \u202eereh {{x}} 👍"]);
  await writeNote(page, "Calls back on Mondays.");
  await page.getByRole("button", { name: /^Edit ?: ?Calls back on Mondays\.$/ }).click();
  await expect(page.getByLabel("Note", { exact: true })).toBeFocused();
  await page.getByLabel("Note", { exact: true }).fill("Calls back on Tuesdays.");
  await expectAccessible(page, "notes, one being changed");
  await expectNoOverflow(page, "notes, one being changed");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(notes(page).first()).toContainText("Calls back on Tuesdays.");
  await expect(notes(page).first()).toContainText("changed now");
  await page.getByRole("button", { name: /^Delete ?: ?Calls back on Tuesdays\.$/ }).click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(notes(page)).toHaveCount(1);

  const client = await (await openContext()).newPage();
  const answers: string[] = [];
  client.on("response", async (response) => answers.push(await response.text().catch(() => "")));
  await client.goto(link);
  await accessButton(client).click();
  await expect(header(client)).toBeVisible();
  await header(client).getByRole("button", { name: "Review" }).click();
  await expect(client.getByRole("heading", { name: "Review your answers" })).toBeVisible();
  await expect(client.getByText("Never before ten.")).toHaveCount(0);
  expect(answers.join()).not.toContain("Never before ten.");
});

test("of two who change a note, the second sees the first one's text before anything is replaced", async ({
  page,
  site,
  context,
}) => {
  await startWith(page, site);
  await page.getByRole("link", { name: NAME }).click();
  await writeNote(page, "Calls back on Mondays.");
  const second = await context.newPage();
  await second.goto(page.url());
  const edit = (each: Page) =>
    each.getByRole("button", { name: /^Edit ?: ?Calls back on Mondays\.$/ }).click();
  const box = (each: Page) => each.getByLabel("Note", { exact: true });
  await edit(page);
  await edit(second);
  await box(page).fill("On Tuesdays.");
  // the second page learns nothing of the change before it sends its own
  await second.route("**/notes", (route) => (isPut(route) ? route.continue() : route.abort()));
  await box(second).fill("On Fridays.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(notes(page)).toContainText(["On Tuesdays."]);
  await second.getByRole("button", { name: "Save", exact: true }).click();
  await expect(notes(second).getByRole("alert")).toHaveText(
    "This note changed since you opened it, so your text isn’t saved yet. Read the new version first.",
  );
  await second.unroute("**/notes");
  await expect(notes(second).getByRole("status")).toContainText("On Tuesdays.");
  await expect(box(second)).toHaveValue("On Fridays.");
  await expectAccessible(second, "a note that was changed meanwhile");
  await second.getByRole("button", { name: "Save my version" }).click();
  await expect(notes(page)).toContainText(["On Fridays."]);
});

test("a note deleted while another person edits it does not delete their words", async ({
  page,
  site,
  context,
}) => {
  await startWith(page, site);
  await page.getByRole("link", { name: NAME }).click();
  await writeNote(page, "On Fridays.");
  const second = await context.newPage();
  await second.goto(page.url());
  await page.getByRole("button", { name: /^Edit ?: ?On Fridays\.$/ }).click();
  await page.getByLabel("Note", { exact: true }).fill("On Sundays.");
  await second.getByRole("button", { name: /^Delete ?: ?On Fridays\.$/ }).click();
  await dialog(second).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByLabel(/^Someone deleted this note while/)).toHaveValue("On Sundays.");
  await page.getByRole("button", { name: "Add as new note" }).click();
  await expect(notes(page)).toContainText(["On Sundays."]);
});

test("unsaved text needs a confirmation before the page closes, and survives visits to other pages", async ({
  page,
  site,
}) => {
  await startWith(page, site);
  await page.getByRole("link", { name: NAME }).click();
  await newNote(page).fill("Calls back on Mondays.");
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  const asked = page.waitForEvent("dialog");
  const reload = page.reload({ timeout: 2_000 }).catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await reload;
  await page.getByRole("link", { name: NAME }).click();
  await expect(newNote(page)).toHaveValue("Calls back on Mondays.");
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain("Mondays");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(notes(page)).toHaveCount(1);
  await page.reload();
  await expect(notes(page)).toContainText(["Calls back on Mondays."]);
});
