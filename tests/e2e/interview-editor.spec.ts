import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import {
  answer,
  card,
  enterKey,
  expect,
  openSection,
  type Site,
  save,
  toast,
} from "../support/browser/journey.ts";
import { testWithSite } from "../support/browser/own-site.ts";

/** An interview is written, previewed, published and answered, and nothing is lost on the way. */

const test = testWithSite({});
const DESKTOP = { width: 1440, height: 900 };

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isNamed = (found: string) => (typeof name === "string" ? found === name : name.test(found));
  for (let step = 0; step < 200; step++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      const isField =
        element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement;
      return (
        element?.getAttribute("aria-label") ??
        (isField ? element.labels?.[0]?.textContent : undefined) ??
        element?.textContent ??
        ""
      ).trim();
    });
    if (isNamed(found)) return;
  }
  throw new Error(`Tab never came to ${name}`);
}

const outline = (page: Page) => page.getByRole("navigation", { name: "Outline" });
const row = (page: Page, name: string | RegExp) => outline(page).getByRole("button", { name }).first();
const saved = (page: Page) => expect(page.getByText("Saved", { exact: true })).toBeVisible();
const preview = (page: Page) => page.frameLocator("iframe");

/** The access key of a new client with this interview. */
async function keyOf(site: Site, name: string): Promise<string> {
  const entry = (await site.storage.interviews.list()).find((each) => each.name === name);
  const { accessKey, clientId } = await site.addClient("Rosa's Bakery");
  await site.storage.interviews.assign(
    { clientId, interviewId: entry?.interviewId ?? "", at: Date.now() },
    [],
  );
  return accessKey;
}

/** Opens the editor on a new copy of the standard interview. */
async function newInterview(page: Page, name: string): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.getByRole("link", { name: "Interviews" }).click();
  await page.getByRole("button", { name: "New interview" }).click();
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByLabel("Begin with").selectOption("Copy of Standard");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(pageTitle(page, name)).toBeVisible();
}

/** The outline's sections and questions in order, each by the first part of its text. */
const order = async (page: Page) =>
  (await outline(page).locator("[data-part]").allInnerTexts()).map((words) => words.split(",")[0]?.trim());

/** Drags a row by its handle to the upper or lower edge of another row. */
async function dragRow(page: Page, name: string, to: string, edge: "top" | "bottom"): Promise<void> {
  const line = row(page, to).locator("..");
  const { height = 0, width = 0 } = (await line.boundingBox()) ?? {};
  await row(page, name).hover();
  const handle = row(page, name).locator("..").getByTitle("Drag to move");
  await handle.dragTo(line, { targetPosition: { x: width / 2, y: edge === "top" ? 3 : height - 3 } });
}

test("questions and sections are dragged, also back, and keep their places after a reload", async ({
  page,
  site,
}) => {
  await enterConsole(page, site, "administrator", "Ada");
  await newInterview(page, "Dragged");
  const atFirst = await order(page);
  expect(atFirst.slice(0, 5)).toEqual([
    "Business Snapshot",
    "Your business at a glance",
    "Your team",
    "The tools you use",
    "Leads → Booking",
  ]);

  await dragRow(page, "The tools you use", "Your business at a glance", "top");
  await expect(row(page, "The tools you use")).toBeFocused();
  await expect(page.getByText("The tools you use, now 1 of 3 in Business Snapshot")).toBeAttached();
  // dropped below a section's own row, it becomes the section's first question
  await dragRow(page, "Your team", "Leads → Booking", "bottom");
  await expect(row(page, "Your team")).toBeFocused();
  expect((await order(page)).slice(0, 5)).toEqual([
    "Business Snapshot",
    "The tools you use",
    "Your business at a glance",
    "Leads → Booking",
    "Your team",
  ]);
  await dragRow(page, "Leads → Booking", "Business Snapshot", "top");
  await expect(row(page, "Leads → Booking")).toBeFocused();
  const moved = await order(page);
  expect(moved.slice(0, 2)).toEqual(["Leads → Booking", "Your team"]);
  // dropping a row onto its current place changes nothing
  await dragRow(page, "Your team", "Leads → Booking", "bottom");
  expect(await order(page)).toEqual(moved);

  await saved(page);
  await page.reload();
  await expect.poll(() => order(page)).toEqual(moved);
  await dragRow(page, "Your team", "The tools you use", "bottom");
  await expect(row(page, "Your team")).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect.poll(() => order(page)).toEqual(moved);
  await saved(page);
});

test("an interview is made, translated, published and answered by keyboard alone", async ({
  page,
  site,
  openContext,
}) => {
  const keys = page.keyboard;
  await page.setViewportSize(DESKTOP);
  await enterConsole(page, site, "administrator", "Ada");
  await tabTo(page, "Interviews");
  await keys.press("Enter");
  await expect(pageTitle(page, "Interviews")).toBeVisible();
  await tabTo(page, "New interview");
  await keys.press("Enter");
  await expect(dialog(page).getByLabel("Name")).toBeFocused();
  await keys.type("Salon");
  await keys.press("Tab");
  await keys.press("End");
  await expect(dialog(page).getByLabel("Begin with")).toHaveValue("empty");
  await tabTo(page, "Create");
  await keys.press("Enter");
  await expect(pageTitle(page, "Salon")).toBeVisible();

  await tabTo(page, "Add section");
  await keys.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await keys.type("Your place");
  await keys.press("Tab");
  await keys.type("Where you are.");
  await tabTo(page, /^Your place/);
  await keys.press("Control+Enter");
  await expect(dialog(page).getByRole("button", { name: /^Long answer/ })).toBeFocused();
  await keys.press("Enter");
  await keys.type("Opening hours");
  await keys.press("Tab");
  await keys.type("When can clients book?");
  await keys.press("Tab");
  await keys.type("Tuesday to Friday.");
  await tabTo(page, /^Opening hours/);
  await keys.press("Control+Enter");
  await tabTo(page, /^Choice/);
  await keys.press("Enter");
  await keys.type("Chairs");
  await keys.press("Tab");
  await keys.type("How many chairs?");
  await keys.press("Tab");
  // Enter starts another option
  await keys.type("One");
  await keys.press("Enter");
  await keys.type("Two to four");
  await keys.press("Enter");
  await keys.type("More");
  await tabTo(page, /^Chairs, /);
  await keys.press("Alt+ArrowUp");
  await expect(page.getByText("Chairs, now 1 of 2 in Your place")).toBeAttached();
  await expect(row(page, /^Chairs/)).toBeFocused();
  await saved(page);
  await expect(page.getByText(/to fix before you publish/)).toHaveCount(0);

  await tabTo(page, "Language to write in");
  // the last menu item adds a language
  await keys.press("End");
  await expect(page.getByText("10 texts are missing in Español")).toBeVisible();
  const write = async (part: RegExp, texts: { [label: string]: string }) => {
    await tabTo(page, part);
    await keys.press("Enter");
    for (const [label, words] of Object.entries(texts)) {
      await tabTo(page, label);
      await keys.type(words);
    }
  };
  await write(/^Your place$/, { Name: "Su local", Description: "Dónde están." });
  await write(/^Opening hours, /, {
    Title: "Horario",
    Question: "¿Cuándo se puede reservar?",
    "Example answer": "De martes a viernes.",
  });
  await write(/^Chairs, /, {
    Title: "Sillas",
    Question: "¿Cuántas sillas hay?",
    "Option 1": "Una",
    "Option 2": "De dos a cuatro",
    "Option 3": "Más",
  });
  await expect(page.getByText(/missing in Español/)).toHaveCount(0);
  await saved(page);

  await tabTo(page, "Publish");
  await keys.press("Enter");
  await expect(dialog(page).getByText("2 questions.")).toBeVisible();
  await expect(dialog(page)).toContainText("Will be published in English, Español.");
  await expectAccessible(page, "publishing a first version");
  await tabTo(page, "Publish version 1");
  await keys.press("Enter");
  await expect(dialog(page).getByText("Version 1 is published")).toBeVisible();
  await keys.press("Escape");

  const shop = await (await openContext()).newPage();
  await shop.goto("/");
  await enterKey(shop, await keyOf(site, "Salon"));
  await expect(shop.getByRole("heading", { name: "Opening hours" })).toBeVisible();
  // an option that was moved to the front is listed first
  await tabTo(shop, /^One/);
  await shop.keyboard.press("ArrowDown");
  await expect(shop.getByRole("radio", { name: "Two to four" })).toBeChecked();
  await tabTo(shop, /^Your answer/);
  await shop.keyboard.type("Tuesday to Saturday.");
  await tabTo(shop, "Save");
  await shop.keyboard.press("Enter");
  await expect(toast(shop, "Progress Saved")).toBeVisible();
  await expect(shop.getByText("100% Completed")).toBeVisible();
});

test("the preview follows the typed text, keeps answers given in it, and takes no focus", async ({
  page,
  site,
}) => {
  await enterConsole(page, site, "administrator", "Ada");
  await newInterview(page, "Nails");
  const heading = preview(page).getByRole("heading", { name: "Business Snapshot", level: 2 });
  await expect(heading).toBeVisible();
  // the preview has the font that clients see
  await expect(heading).toHaveCSS("font-family", /^"Firsthand Serif"/);
  await row(page, /^Your team/).click();
  await preview(page).getByLabel("Number of Employees").selectOption("2-5");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("");
  await title.pressSequentially("Who does what", { delay: 40 });
  await expect(preview(page).getByRole("heading", { name: "Who does what" })).toBeVisible();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("Who does what");
  await expect(preview(page).getByLabel("Number of Employees")).toHaveValue("2-5");
  // a question that depends on the answer to another
  await page.getByRole("button", { name: "Add a condition" }).click();
  await page.getByLabel("Answer", { exact: true }).selectOption("has no answer");
  await preview(page).getByLabel("Number of Locations").selectOption("1");
  await preview(page).getByRole("radio").first().check();
  await expect(preview(page).getByRole("heading", { name: "Who does what" })).toHaveCount(0);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(preview(page).getByLabel("Number of Employees")).toHaveValue("");
  await expect(preview(page).getByRole("heading", { name: "Who does what" })).toBeVisible();
  await page.getByRole("button", { name: "Remove condition 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add a condition" })).toBeFocused();
  await page.getByText("Wide", { exact: true }).click();
  await expectAccessible(page, "the editor with its preview");

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the editor on a phone");
  await page
    .getByRole("radiogroup", { name: "What is shown" })
    .or(page.getByText("Preview", { exact: true }))
    .last()
    .click();
  await expect(preview(page).getByRole("heading", { name: "Who does what" })).toBeVisible();
  await page.getByRole("button", { name: "Outline" }).click();
  await expect(row(page, /^Who does what/)).toBeVisible();
});

test("on a phone Back goes from a question to the outline, and a reload stays at the question", async ({
  page,
  site,
}) => {
  await enterConsole(page, site, "administrator", "Ada");
  await newInterview(page, "Phones");
  await page.setViewportSize({ width: 390, height: 844 });
  const title = page.getByRole("textbox", { name: "Title" });
  await row(page, /^Your team/).click();
  await expect(title).toHaveValue("Your team");
  await title.fill("Who works here");
  await page.goBack();
  await expect(row(page, /^Who works here/)).toBeFocused();
  await expect(title).toBeHidden();
  // a menu opens at its row
  await outline(page).getByRole("button", { name: "More for Who works here" }).click();
  const { y: top = 0 } = (await page.getByRole("menu").boundingBox()) ?? {};
  const { y = 0, height = 0 } = (await row(page, /^Who works here/).boundingBox()) ?? {};
  expect(Math.abs(top - y - height)).toBeLessThan(10);
  await page.keyboard.press("Escape");
  await page.goForward();
  await expect(title).toHaveValue("Who works here");
  await saved(page);
  await page.reload();
  await expect(title).toHaveValue("Who works here");
  // the page's own button goes back in the same way: it leaves no history entry, and a double press goes no further
  await page
    .getByRole("button", { name: "Outline" })
    .evaluate((button: HTMLElement) => [button.click(), button.click()]);
  await expect(row(page, /^Who works here/)).toBeFocused();
  await page.goBack();
  await expect(pageTitle(page, "Interviews")).toBeVisible();
});

test("when two authors edit at once neither loses a word", async ({ page, site, openContext }) => {
  await enterConsole(page, site, "administrator", "Ada");
  await newInterview(page, "Barbers");
  const other = await (await openContext()).newPage();
  await enterConsole(other, site, "administrator", "Kit");
  await other.setViewportSize(DESKTOP);
  await other.goto(page.url());
  const described = (on: Page) => on.getByRole("textbox", { name: "Description" });
  await expect(described(other)).toBeVisible();
  await described(other).fill("Kit wrote this.");
  await saved(other);
  await described(page).fill("Ada wrote this.");
  await expect(dialog(page)).toContainText("Kit changed this draft");
  await expectAccessible(page, "a draft that two have changed");
  await dialog(page).getByRole("button", { name: "Save mine as a copy" }).click();
  await expect(pageTitle(page, "Copy of Barbers")).toBeVisible();
  await expect(described(page)).toHaveValue("Ada wrote this.");
  await page.getByRole("link", { name: "Interviews" }).first().click();
  await page.getByRole("link", { name: "Barbers", exact: true }).click();
  await expect(described(page)).toHaveValue("Kit wrote this.");

  await described(other).fill("Kit again.");
  await saved(other);
  await described(page).fill("Ada again.");
  await dialog(page).getByRole("button", { name: "Take Kit’s" }).click();
  await expect(described(page)).toHaveValue("Kit again.");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(described(page)).toHaveValue("Ada again.");
  await saved(page);
  await described(other).fill("Kit at last.");
  await dialog(other).getByRole("button", { name: "Keep mine" }).click();
  await saved(other);
  await page.reload();
  await expect(described(page)).toHaveValue("Kit at last.");
});

test("without a connection the draft is kept on the device, also when the page closes", async ({
  page,
  site,
  context,
}) => {
  await enterConsole(page, site, "administrator", "Ada");
  await newInterview(page, "Trains");
  const described = page.getByRole("textbox", { name: "Description" });
  await expect(described).toBeVisible();
  await context.setOffline(true);
  await described.fill("Written on a train.");
  await expect(page.getByText("Offline. Saved on this device.")).toBeVisible();
  const address = page.url();
  await page.goto("about:blank");
  await context.setOffline(false);
  await page.goto(address);
  await expect(described).toHaveValue("Written on a train.");
  await saved(page);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(described).toHaveValue("Written on a train.");
});

test("publishing says whom it reaches, and open pages follow it", async ({ page, site, openContext }) => {
  await enterConsole(page, site, "administrator", "Ada");
  await newInterview(page, "Shops");
  await page.getByRole("button", { name: "Publish" }).click();
  await dialog(page).getByRole("button", { name: "Publish version 1" }).click();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  const shop = await (await openContext()).newPage();
  await shop.goto("/");
  await enterKey(shop, await keyOf(site, "Shops"));
  await answer(shop, "team-description", "Rosa and two others.");
  await save(shop);

  await row(page, /^Your team/).click();
  await row(page, /^Your team/).press("Delete");
  await expect(page.getByText("Your team was deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(row(page, /^Your team/)).toBeVisible();
  await row(page, /^Your team/).press("Delete");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(dialog(page)).toContainText("Removed: Your team");
  await expect(dialog(page)).toContainText("One client is in progress");
  await expect(dialog(page)).toContainText("One client answered Your team");
  await dialog(page).getByLabel("Note").fill("Shorter");
  await expectAccessible(page, "publishing a next version");
  await page.setViewportSize(DESKTOP);
  await dialog(page).getByRole("button", { name: "Publish version 2" }).click();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await shop.bringToFront();
  await openSection(shop, "leads-booking");
  await answer(shop, "customer-acquisition", "By word of mouth.");
  await save(shop);
  await openSection(shop, "business-snapshot");
  await expect(card(shop, "team-description")).toHaveCount(0);

  await page.getByRole("link", { name: "Interviews" }).first().click();
  await page.getByRole("button", { name: "More for Shops" }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  await expect(page.getByRole("row", { name: /Version 2/ })).toContainText("Shorter");
  await expectAccessible(page, "the versions of an interview");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download\s*: 1$/ }).click();
  expect((await download).suggestedFilename()).toBe("shops_version-1.yaml");
  await page.getByRole("button", { name: /^Compare\s*: 2$/ }).click();
  await expect(dialog(page).getByLabel("Compare with")).toHaveValue("1");
  await expect(dialog(page)).toContainText("Removed: Your team");
  await expectAccessible(page, "two versions compared");
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: /^Restore as draft\s*: 1$/ }).click();
  await dialog(page).getByRole("button", { name: "Restore as draft" }).click();
  await page.setViewportSize(DESKTOP);
  await expect(row(page, /^Your team/)).toBeVisible();
});

test("an interview is renamed, made the default, retired and brought back", async ({ page, site }) => {
  await enterConsole(page, site, "administrator", "Ada");
  await newInterview(page, "Clinic");
  await page.getByRole("button", { name: "Publish" }).click();
  await dialog(page).getByRole("button", { name: "Publish version 1" }).click();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("link", { name: "Interviews" }).first().click();
  const act = async (name: string, item: string) => {
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const line = (name: string) =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  await act("Clinic", "Rename");
  await dialog(page).getByLabel("Name").fill("STANDARD");
  await dialog(page).getByRole("button", { name: "Rename" }).click();
  await expect(dialog(page)).toContainText("Another interview has this name already.");
  await dialog(page).getByLabel("Name").fill("Spa");
  await dialog(page).getByRole("button", { name: "Rename" }).click();
  await act("Spa", "Make default");
  await dialog(page).getByRole("button", { name: "Make default" }).click();
  await expect(line("Spa")).toContainText("New clients get it");
  await expect(line("Standard")).not.toContainText("New clients get it");
  await act("Standard", "Retire");
  await dialog(page).getByRole("button", { name: "Retire" }).click();
  await expect(line("Standard")).toContainText("Retired");
  await expectAccessible(page, "the list of interviews");
  await act("Standard", "Bring back");
  await dialog(page).getByRole("button", { name: "Bring back" }).click();
  await expect(line("Standard")).not.toContainText("Retired");
  await page.getByRole("link", { name: "Standard", exact: true }).click();
  await expect(page.getByText("This interview comes with Firsthand")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish" })).toHaveCount(0);
  await expectAccessible(page, "an interview that cannot be changed here");
  await page.getByRole("button", { name: "Take over" }).click();
  await dialog(page).getByRole("button", { name: "Take over" }).click();
  await expect(page.getByRole("button", { name: "Publish" })).toBeVisible();
});

test("a new interview starts from a template, or from a pasted table", async ({ page, site }) => {
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Interviews" }).click();
  await page.getByRole("button", { name: "New interview" }).click();
  await dialog(page).getByLabel("Name").fill("Sites");
  const beginning = dialog(page).getByLabel("Begin with");
  await expect(beginning.locator("option:checked")).toHaveText(/^Website project/);
  await expectAccessible(page, "a new interview");
  await page.setViewportSize(DESKTOP);
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(row(page, /^Sites you like/)).toBeVisible();
  await expect(page.getByText(/to fix before you publish/)).toHaveCount(0);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(dialog(page)).toContainText("Will be published in English, Español.");
  await dialog(page).getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "Interviews" }).first().click();
  await page.getByRole("button", { name: "New interview" }).click();
  await dialog(page).getByLabel("Name").fill("From a form");
  await beginning.selectOption("A table");
  const create = dialog(page).getByRole("button", { name: "Create" });
  await expect(create).toBeDisabled();
  const table = dialog(page).getByLabel("Paste a table");
  await dialog(page)
    .getByLabel("Or choose a CSV file")
    .setInputFiles({
      name: "book.xlsx",
      mimeType: "application/zip",
      buffer: Buffer.from("PK\u0003\u0004 xl/workbook.xml"),
    });
  await expect(dialog(page)).toContainText("This is an Excel workbook.");
  await table.fill("Timestamp");
  await dialog(page).getByRole("button", { name: "Show the questions" }).click();
  await expect(dialog(page)).toContainText("There is no question in this table");
  await table.fill("Timestamp,What do you sell?,Do you deliver?");
  await dialog(page).getByRole("button", { name: "Show the questions" }).click();
  await expect(dialog(page).getByText("Do you deliver: Yes or no")).toBeVisible();
  await expectAccessible(page, "a table of questions");
  await page.setViewportSize(DESKTOP);
  await create.click();
  await expect(row(page, /^What do you sell/)).toBeVisible();
});

test("a translation is written beside the first language, and is published when nothing is missing", async ({
  page,
  site,
}) => {
  await enterConsole(page, site, "administrator", "Ada");
  await page.setViewportSize(DESKTOP);
  await page.getByRole("link", { name: "Interviews" }).click();
  await page.getByRole("button", { name: "New interview" }).click();
  await dialog(page).getByLabel("Name").fill("Two tongues");
  await dialog(page).getByLabel("Begin with").selectOption("No questions");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Add section" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Your place");
  await page.getByRole("textbox", { name: "Description" }).fill("Where you are.");
  await page.getByRole("button", { name: "Add question" }).click();
  await dialog(page)
    .getByRole("button", { name: /^Yes or no/ })
    .click();
  await page.getByRole("textbox", { name: "Title" }).fill("Parking");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("Is there parking?");
  const language = page.getByLabel("Language to write in");
  await language.selectOption({ label: "Add Español" });
  await expect(page.getByText("4 texts are missing in Español")).toBeVisible();
  await expect(page.getByRole("paragraph").filter({ hasText: "Is there parking?" }).first()).toBeVisible();
  await expectAccessible(page, "a translation");
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(dialog(page)).toContainText("Español isn’t complete, so its clients read the first language.");
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Estacionamiento");
  await page.getByRole("textbox", { name: "Question", exact: true }).fill("¿Hay estacionamiento?");
  await page.getByText("2 texts are missing in Español").click();
  await page
    .getByRole("button", { name: /^Your place: / })
    .first()
    .click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Su local");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Dónde están.");
  await expect(page.getByText(/missing in Español/)).toHaveCount(0);
  await expect(
    preview(page)
      .getByRole("heading", { name: "Estacionamiento" })
      .or(preview(page).getByRole("heading", { name: "Su local" }))
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(dialog(page)).toContainText("Will be published in English, Español.");
  await dialog(page).getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Remove Español" }).click();
  await expect(language).toHaveValue("en");
  await expect(language).toBeFocused();
  await expect(language.getByRole("option", { name: "Add Español" })).toBeAttached();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await language.selectOption({ label: "Español" });
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Su local");
});
