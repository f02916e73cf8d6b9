import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import { readDevice } from "../support/browser/device.ts";
import {
  accessButton,
  answer,
  answers,
  box,
  expect,
  expectToast,
  openMenu,
  openSection,
  save,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";

/** A client asks others to answer a section, and they do. */

const PHONE = { viewport: { width: 390, height: 844 } };
const dialog = (page: Page) => page.getByRole("dialog", { name: "Ask someone" });
const people = (page: Page) => dialog(page).getByRole("list", { name: "People helping you" });
const helpersSave = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const done = (page: Page) => page.getByRole("button", { name: "I’m done" });

async function openDialog(page: Page): Promise<void> {
  await (await openMenu(page)).getByRole("button", { name: "Ask someone" }).click();
  await expect(dialog(page).getByRole("button", { name: "Get a link" })).toBeEnabled();
}

type Asking = { section?: string; name?: string; seesAll?: boolean };

/** Creates a link and closes the dialog. Returns the fragment of the link, which browsers never send to a server. */
async function ask(page: Page, { section = "Money & Admin", name = "Dana", seesAll = false }: Asking = {}) {
  await openDialog(page);
  await dialog(page).getByLabel("Section", { exact: true }).selectOption({ label: section });
  await dialog(page).getByLabel("Their name").fill(name);
  if (seesAll) await dialog(page).getByRole("checkbox").check();
  await dialog(page).getByRole("button", { name: "Get a link" }).click();
  const link = await dialog(page).getByLabel(`Link for ${name}`).inputValue();
  await page.keyboard.press("Escape");
  return new URL(link).hash;
}

const expectSaved = (page: Page) =>
  expectToast(page, "Progress Saved", "Your responses have been saved successfully.");

async function openLink(page: Page, hash: string): Promise<void> {
  await page.goto(`/${hash}`);
  await accessButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Answering");
}

test("a bookkeeper answers one section, and the client sees whose answers they are", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  await openDialog(page);
  await expectAccessible(page, "asking someone");
  await expectNoOverflow(page, "asking someone");
  await page.keyboard.press("Escape");
  const link = await ask(page);
  const context = await openContext(PHONE);
  const dana = await context.newPage();
  await dana.goto(`/${link}`);
  await expect(dana.getByRole("heading", { level: 1 })).toHaveText("Welcome! Your help is needed.");
  await expect(dana.getByRole("button", { name: "Email me a link" })).toHaveCount(0);
  // the key has left the address, and after a reload the screen is still the helper's
  await expect(dana).toHaveURL(/\/#helper$/);
  await dana.reload();
  await expect(dana.getByRole("heading", { level: 1 })).toHaveText("Welcome! Your help is needed.");
  await dana.goto("about:blank");
  await dana.goto(`/${link}`);
  await expectAccessible(dana, "a helper's link");
  await accessButton(dana).click();
  await expect(dana.getByRole("heading", { level: 1 })).toHaveText(
    "Answering Money & Admin for Rosa's Bakery",
  );
  await expect(dana.locator("[data-question]")).toHaveCount(2);
  await answer(dana, "financial-management", "We invoice every week");
  await expectAccessible(dana, "a helper's page");
  await expectNoOverflow(dana, "a helper's page");
  await helpersSave(dana).click();
  await expectSaved(dana);
  await answer(dana, "financial-management", "By email");
  await done(dana).click();
  await expect(dana.getByRole("heading", { name: "Thank you, Dana" })).toBeVisible();
  await openDialog(page);
  await expect(people(page)).toContainText("Dana · Money & Admin");
  await expect(people(page)).toContainText("Done, 2 answers");
  await page.keyboard.press("Escape");
  await answer(page, "team-description", "And a cat");
  await save(page);
  await openSection(page, "money-admin");
  await expect(answers(page, "financial-management").first()).toContainText("We invoice every week");
  await expect(answers(page, "financial-management").first()).toContainText(/Added by Dana, \d/);
});

test("a helper with full access fills in the forms, and leaves the client's answers unchanged", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  await save(page);
  const link = await ask(page, { section: "Business Snapshot", name: "Luis", seesAll: true });
  const luis = await (await openContext(PHONE)).newPage();
  await openLink(luis, link);
  const theirs = answers(luis, "team-description").filter({ hasText: "Two of us" });
  await expect(theirs).toContainText("Added by Rosa's Bakery");
  await expect(theirs.getByRole("button")).toHaveCount(0);
  await luis.getByLabel("Number of Employees").selectOption({ index: 2 });
  await answer(luis, "team-description", "And the cat");
  const own = answers(luis, "team-description").last();
  await own.getByRole("button", { name: "Edit answer" }).click();
  await own.getByRole("textbox").fill("And a dog");
  await own.getByRole("textbox").press("ControlOrMeta+Enter");
  await expect(own).toContainText("And a dog");
  await helpersSave(luis).click();
  await expectSaved(luis);
  await page.reload();
  await signIn(page, client);
  await expectToast(
    page,
    "Luis added 1 answer",
    "They are marked “Added by Luis”. You can change them like your own.",
  );
  await expect(answers(page, "team-description")).toHaveCount(2);
  await expect(answers(page, "team-description").last()).toContainText("And a dog");
  await expect(page.getByLabel("Number of Employees")).not.toHaveValue("");
});

test("an open page names the helper whose answers arrive with its own save", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  const link = await ask(page);
  const dana = await (await openContext(PHONE)).newPage();
  await openLink(dana, link);
  await answer(dana, "financial-management", "We invoice every week");
  await helpersSave(dana).click();
  await expectSaved(dana);
  await answer(page, "team-description", "Two of us");
  await save(page);
  await expectToast(
    page,
    "Dana added 1 answer",
    "They are marked “Added by Dana”. You can change them like your own.",
  );
  await expect(toast(page, "Updated from another device")).toHaveCount(0);
});

test("access ends at once, the answers stay, and a new link continues where the helper was", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  const link = await ask(page);
  const context = await openContext(PHONE);
  const dana = await context.newPage();
  await openLink(dana, link);
  await answer(dana, "financial-management", "We invoice every week");
  await helpersSave(dana).click();
  await expectSaved(dana);
  // half a sentence stays on the device, stored under the helper's own key
  await box(dana, "administrative-tasks").fill("The permits");
  await expect.poll(async () => (await readDevice(dana)).rows.map(({ store }) => store)).toContain("journal");
  await openDialog(page);
  await dialog(page).getByRole("button", { name: "New link Dana" }).click();
  const next = new URL(await dialog(page).getByLabel("Link for Dana").inputValue()).hash;
  await page.keyboard.press("Escape");
  await helpersSave(dana).click();
  const signedOut = dana.getByRole("dialog", { name: "Signed out" });
  await expect(signedOut).toContainText("ask Rosa's Bakery for a new one");
  await expectAccessible(dana, "a helper who is signed out");
  await signedOut.getByRole("button", { name: "Continue" }).click();
  await expect(signedOut.getByRole("alert")).toContainText("Please ask the person who sent it for a new one");
  await dana.close();
  const again = await context.newPage();
  await openLink(again, next);
  await expect(answers(again, "financial-management")).toContainText(["We invoice every week"]);
  await expect(answers(again, "administrative-tasks")).toContainText(["The permits"]);
  await openDialog(page);
  await dialog(page).getByRole("button", { name: "End access Dana" }).click();
  await expect(dialog(page).getByRole("status")).toHaveText("Dana no longer has access. Their answers stay.");
  await expect(people(page)).toHaveCount(0);
  await expectAccessible(page, "after an access has ended");
  const late = await context.newPage();
  await late.goto(`/${next}`);
  await accessButton(late).click();
  await expect(late.getByRole("alert")).toContainText("Please ask the person who sent it for a new one");
});

test("a client in a hurry gets one link, and a helper in a hurry finishes once", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await openDialog(page);
  // without a name, the browser shows its own message and nothing is sent
  await dialog(page).getByRole("button", { name: "Get a link" }).click();
  await expect(dialog(page).getByLabel("Their name")).toBeFocused();
  await dialog(page).getByLabel("Their name").fill("Dana");
  const made: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/helpers")) made.push(request.url());
  });
  await dialog(page).getByRole("button", { name: "Get a link" }).dblclick();
  const link = new URL(await dialog(page).getByLabel("Link for Dana").inputValue()).hash;
  expect(made).toHaveLength(1);
  await dialog(page).getByRole("button", { name: "Ask someone else" }).click();
  await dialog(page).getByLabel("Their name").fill("Dana");
  await dialog(page).getByRole("button", { name: "Get a link" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText(
    /You already asked someone with that name about this section./,
  );
  await page.keyboard.press("Escape");
  const dana = await (await openContext(PHONE)).newPage();
  await openLink(dana, link);
  await box(dana, "team-description").fill("Three of us");
  await done(dana).dblclick();
  await expect(dana.getByRole("heading", { name: "Thank you, Dana" })).toBeFocused();
  await expect(answers(dana, "team-description")).toHaveCount(1);
  await answer(dana, "team-description", "And a cat");
  await done(dana).click();
  await openDialog(page);
  await expect(people(page)).toContainText("Done, 2 answers");
  // the link works only in the browser that opened it first
  const other = await (await openContext(PHONE)).newPage();
  await other.goto(`/${link}`);
  await accessButton(other).click();
  await expect(other.getByRole("alert")).toContainText("was opened in another browser");
});

test("two accesses ended in quick succession both end", async ({ page, client }) => {
  await signIn(page, client);
  await openDialog(page);
  for (const name of ["Dana", "Luis"]) {
    await dialog(page).getByLabel("Their name").fill(name);
    await dialog(page).getByRole("button", { name: "Get a link" }).click();
    await dialog(page).getByRole("button", { name: "Ask someone else" }).click();
  }
  await expect(people(page).getByRole("listitem")).toHaveCount(2);
  // the first call is still under way at the second press
  await page.evaluate(() => {
    for (const button of document.querySelectorAll("button"))
      if (button.textContent?.startsWith("End access")) button.click();
  });
  await expect(people(page)).toHaveCount(0);
});
