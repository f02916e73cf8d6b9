import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  askFollowUp,
  dialog,
  enterConsole,
  followUp,
  openNewClient,
  pageTitle,
} from "../support/browser/console-journey.ts";
import {
  accessButton,
  answer,
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  openSection,
  save,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";

/** A manager enters answers that a client gave on the phone, in a meeting, or by email. */

const TEAM = "team-description";
const HEARD = "<b>Ben</b> =1+1 opens on Sundays 👍";
const MARK = "Added by Mia Lopes";

async function openForm(page: Page, questionId = TEAM): Promise<void> {
  await card(page, questionId).hover();
  await card(page, questionId).getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Answer for them" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Answer for them" })).toBeVisible();
}
const text = (page: Page) => dialog(page).getByLabel("Their answer");
const saveAnswer = async (page: Page) => {
  await dialog(page).getByRole("button", { name: "Save answer" }).click();
  await expect(dialog(page)).toHaveCount(0);
};

test("an answer reaches a client who is typing: nothing is lost, and the client sees its author", async ({
  page,
  site,
  openContext,
}) => {
  const { link } = await openNewClient(page, site);
  const client = await (await openContext()).newPage();
  await client.goto(link);
  await accessButton(client).click();
  await expect(header(client)).toBeVisible();
  await answer(client, TEAM, "Two of us.");
  await save(client);
  await expect(card(page, TEAM)).toContainText("Two of us.");
  await box(client, TEAM).fill("And a driver, who");

  await openForm(page);
  await expect(text(page)).toBeFocused();
  await text(page).fill(HEARD);
  await dialog(page).getByText("Meeting").click();
  await expectAccessible(page, "answer for them");
  await saveAnswer(page);
  await expect(card(page, TEAM).getByRole("listitem").filter({ hasText: HEARD })).toContainText(MARK);

  await expect(box(client, TEAM)).toHaveValue("And a driver, who");
  await box(client, TEAM).fill("And a driver, who is here on Mondays.");
  await save(client);
  await expect(answers(client, TEAM)).toHaveCount(3);
  const heard = answers(client, TEAM).filter({ hasText: HEARD });
  await expect(heard).toContainText(MARK);
  await expect(answers(client, TEAM).filter({ hasText: MARK })).toHaveCount(1);
  await expect(answers(client, TEAM).filter({ hasText: "is here on Mondays." })).toHaveCount(1);
  await expect(card(page, TEAM)).toContainText("is here on Mondays.");

  await headerButton(client, "Review").click();
  await expect(client.getByText(MARK)).toBeVisible();
  await expectNoOverflow(client, "an answer by a manager, in the review");
  // an edit by the client makes the answer the client's own
  await openSection(client, "business-snapshot");
  await heard.getByRole("button", { name: "Edit answer" }).click();
  await client.getByRole("textbox", { name: "Edit answer" }).fill("Ben opens on Sundays.");
  await client.getByRole("button", { name: "Save changes" }).click();
  await expect(answers(client, TEAM).filter({ hasText: MARK })).toHaveCount(0);
  await save(client);
  await expect(card(page, TEAM).getByText("Ben opens on Sundays.")).toBeVisible();
  await expect(card(page, TEAM)).not.toContainText(MARK);
});

test("a client who was offline keeps every word and gets the manager's, and can delete it", async ({
  page,
  site,
  openContext,
}) => {
  const { link } = await openNewClient(page, site);
  const context = await openContext();
  const client = await context.newPage();
  await client.goto(link);
  await accessButton(client).click();
  await expect(header(client)).toBeVisible();
  await answer(client, TEAM, "Two of us.");
  await save(client);
  await context.setOffline(true);
  await answer(client, TEAM, "Written in the basement.");
  await openForm(page);
  await text(page).fill("By phone: three of us.");
  await saveAnswer(page);
  await context.setOffline(false);
  await headerButton(client, "Save").click();
  await expect(answers(client, TEAM)).toHaveCount(3);
  await expect(unsavedMark(client)).toHaveText("");
  await expect(card(page, TEAM)).toContainText("Written in the basement.");
  const heard = answers(client, TEAM).filter({ hasText: MARK });
  await expect(heard).toContainText("By phone: three of us.");
  await heard.getByRole("button", { name: "Delete answer" }).click();
  await save(client);
  await expect(card(page, TEAM)).not.toContainText("By phone");
});

test("two managers who answer at once both have their answers saved", async ({ page, site, openContext }) => {
  await openNewClient(page, site);
  const other = await (await openContext()).newPage();
  await enterConsole(other, site, "administrator", "Ada Diaz");
  await other.goto(page.url());
  await openForm(page);
  await openForm(other);
  await text(page).fill("By phone.");
  await text(other).fill("By van.");
  await Promise.all([saveAnswer(page), saveAnswer(other)]);
  for (const console of [page, other]) {
    await expect(card(console, TEAM)).toContainText(MARK);
    await expect(card(console, TEAM)).toContainText("Added by Ada Diaz");
  }
});

test("half-typed words stay when the form closes, until they are discarded", async ({ page, site }) => {
  await openNewClient(page, site);
  await openForm(page);
  await text(page).fill("Half a sen");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page
    .getByRole("link", { name: /clients/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();
  await openForm(page);
  await expect(text(page)).toHaveValue("Half a sen");
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await openForm(page);
  await expect(text(page)).toHaveValue("");
});

test("an open follow-up is settled, with the manager's name", async ({ page, site }) => {
  await openNewClient(page, site);
  await askFollowUp(page, TEAM, "Who opens on Sundays?");
  await openForm(page);
  await text(page).fill("Ben does.");
  await saveAnswer(page);
  await expect(followUp(page, TEAM)).toContainText("Mia Lopes replied");
  await expect(followUp(page, TEAM)).toContainText("Ben does.");
  // managers' own entries are not marked as new to them
  await expect(card(page, TEAM).getByText("New", { exact: true })).toHaveCount(0);
});

test("a form is filled in from the page's header, for any question", async ({ page, site }) => {
  await openNewClient(page, site);
  await page.getByRole("button", { name: "Answer for them" }).click();
  await dialog(page).getByLabel("Question").selectOption("business-profile");
  await dialog(page).getByLabel("Number of Employees").selectOption("2-5");
  await expectAccessible(page, "a profile, for them");
  await saveAnswer(page);
  await expect(card(page, "business-profile")).toContainText("2-5");
});

test("tools are picked and rated for a client", async ({ page, site }) => {
  await openNewClient(page, site);
  await openForm(page, "current-tools");
  await dialog(page).getByLabel("Trello").check();
  await dialog(page).getByRole("radio", { name: "4 of 5" }).check({ force: true });
  await expectAccessible(page, "tools, for them");
  await saveAnswer(page);
  await expect(card(page, "current-tools")).toContainText("Trello");
});

test("remarks are saved beside the tools, and stay unsaved when the connection breaks between the two", async ({
  page,
  site,
}) => {
  await openNewClient(page, site);
  await openForm(page, "current-tools");
  const remarks = dialog(page).getByLabel("Anything to add about your tools?");
  await remarks.fill("Trello is slow.");
  await dialog(page).getByLabel("Trello").check();
  await page.route("**/answers/*", (route) =>
    route.request().postData()?.includes("Trello is slow.") ? route.abort() : route.fallback(),
  );
  await dialog(page).getByRole("button", { name: "Save answer" }).click();
  await expect(dialog(page).getByRole("alert")).toBeVisible();
  await page.unroute("**/answers/*");
  await saveAnswer(page);
  await expect(card(page, "current-tools")).toContainText("Trello is slow.");
  await expect(card(page, "current-tools").getByText(MARK)).toHaveCount(1);
  await openForm(page, "current-tools");
  await expect(dialog(page).getByLabel("Trello")).toBeChecked();
  await expect(remarks).toHaveValue("");
  await dialog(page).getByLabel("None of these").check();
  await expect(dialog(page).getByLabel("Trello")).not.toBeChecked();
  await saveAnswer(page);
  await expect(card(page, "current-tools")).toContainText("None of these");
});

test("a question is marked as not applicable by name, and typed text comes back until then", async ({
  page,
  site,
  openContext,
}) => {
  const { link } = await openNewClient(page, site);
  await openForm(page);
  await text(page).fill("Half a sen");
  const skipped = dialog(page).getByRole("checkbox", { name: "Doesn’t apply to them" });
  await skipped.check();
  await expect(text(page)).toHaveCount(0);
  await skipped.uncheck();
  await expect(text(page)).toHaveValue("Half a sen");
  await skipped.check();
  await expectAccessible(page, "a question that doesn't apply, for them");
  await saveAnswer(page);
  await expect(card(page, TEAM).getByRole("listitem")).toContainText(`Doesn’t apply${MARK}`);
  await expect(card(page, TEAM)).not.toContainText("Half a sen");
  await openForm(page);
  await expect(skipped).toHaveCount(0);
  const client = await (await openContext()).newPage();
  await client.goto(link);
  await accessButton(client).click();
  await expect(answers(client, TEAM)).toContainText([MARK]);
  await headerButton(client, "Review").click();
  await expect(client.getByText(MARK)).toBeVisible();
});

test("a website is entered for a client, with its address completed", async ({ page, site }) => {
  await openNewClient(page, site);
  await openForm(page, "website-info");
  const website = dialog(page).getByRole("textbox", { name: "Website" });
  // the address begins with "none", the stored value for having no website
  await website.pressSequentially("nonesuch.example");
  await expect(website).toHaveValue("nonesuch.example");
  await website.fill("rosas.example");
  await expectAccessible(page, "a website, for them");
  await saveAnswer(page);
  await expect(card(page, "website-info")).toContainText("https://rosas.example");
});

test("a form changed by the client meanwhile is not replaced without asking", async ({ page, site }) => {
  const { accessKey } = await openNewClient(page, site);
  const rosa = { clientId: "", clientName: "Rosa's Bakery", accessKey };
  await openForm(page, "website-info");
  await dialog(page).getByRole("textbox", { name: "Website" }).fill("https://old.example");
  await site.saveAs(rosa, { "website-form": { url: "https://new.example" } });
  await dialog(page).getByRole("button", { name: "Save answer" }).click();
  await expect(dialog(page).getByRole("alert").filter({ hasText: "while you were writing" })).toBeVisible();
  await expect(card(page, "website-info")).toContainText("https://new.example");
  await saveAnswer(page);
  await expect(card(page, "website-info")).toContainText("https://old.example");
});

test("on a phone, the form is in the client's menu, and nothing scrolls sideways", async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openNewClient(page, site);
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Answer for them" }).click();
  for (const question of ["business-profile", "current-tools", "website-info", TEAM]) {
    await dialog(page).getByLabel("Question").selectOption(question);
    await expectNoOverflow(page, `${question}, on a phone`);
    for (const choice of await dialog(page).locator("label:has(> input)").all())
      expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await text(page).fill(HEARD);
  await saveAnswer(page);
  await expect(card(page, TEAM)).toContainText(MARK);
});
