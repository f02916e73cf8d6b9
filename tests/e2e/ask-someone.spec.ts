import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  accessButton,
  answer,
  answers,
  expect,
  expectToast,
  openMenu,
  openSection,
  save,
  signIn,
  test,
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

/** Gets a link, and closes the dialog. Returns the part that the browser keeps to itself. */
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
  await openLink(dana, link);
  await expect(dana.getByRole("heading", { level: 1 })).toHaveText(
    "Answering Money & Admin for Rosa's Bakery",
  );
  await expect(dana.locator("[data-question]")).toHaveCount(2);
  await answer(dana, "financial-management", "We invoice every week");
  await expectAccessible(dana, "a helper's page");
  await expectNoOverflow(dana, "a helper's page");
  await helpersSave(dana).click();
  await expectToast(dana, "Progress Saved", "Your responses have been saved successfully.");
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
