import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  accessButton,
  answeredMark,
  box,
  card,
  expect,
  header,
  headerButton,
  type Site,
  section,
  test,
} from "../support/browser/journey.ts";
import { WRITTEN } from "../support/browser/whole-interview.ts";
import { shareOf } from "../support/faults/faults.ts";

/** From the link in a mail to the page of thanks, at every width that the frame is designed for. */

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
];
/** More than the number of Tab stops on any page. */
const STOPS_MAX = 80;

/** How a client acts: by touch, or with only the keyboard. */
type Hand = {
  press: (target: Locator) => Promise<void>;
  write: (target: Locator, text: string) => Promise<void>;
  goTo: (page: Page, sectionId: string) => Promise<void>;
};

const finger: Hand = {
  press: (target) => target.tap(),
  async write(target, text) {
    await target.tap();
    await expect(target).toBeFocused();
    await target.page().keyboard.insertText(text);
    await target.press("Enter");
  },
  goTo: async (page, sectionId) => {
    await section(page, sectionId).tap();
    await expectOpen(page, sectionId);
  },
};

const keyboard: Hand = {
  async press(target) {
    await tabTo(target);
    const isChoice = await target.evaluate((element) => element instanceof HTMLInputElement);
    await target.page().keyboard.press(isChoice ? "Space" : "Enter");
  },
  async write(target, text) {
    await tabTo(target);
    await target.page().keyboard.insertText(text);
    await target.page().keyboard.press("Enter");
  },
  goTo: async (page, sectionId) => {
    await keyboard.press(section(page, sectionId));
    await expectOpen(page, sectionId);
  },
};

/** The section's heading takes the focus, but not from a box that the client already types in. */
async function expectOpen(page: Page, sectionId: string): Promise<void> {
  await expect(section(page, sectionId)).toHaveAttribute("aria-current", "step");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeFocused();
}

async function tabTo(target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < STOPS_MAX && !(await isThere()); stops++)
    await target.page().keyboard.press("Tab");
  await expect(target).toBeFocused();
}

async function newLink(site: Site): Promise<string> {
  const { clientId } = await site.addClient();
  return new URL(JSON.parse(await site.firsthand("client", "link", clientId, "--json")).link).hash;
}

async function answerAll(page: Page, hand: Hand): Promise<void> {
  const employees = page.getByLabel("Number of Employees");
  if (hand === keyboard) await tabTo(employees);
  // the open list of a select belongs to the system, and no test can press it
  await employees.selectOption("2-5");
  await hand.press(page.getByRole("checkbox", { name: "Square" }));
  for (const [sectionId, questions] of Object.entries(WRITTEN)) {
    if (sectionId !== "business-snapshot") await hand.goTo(page, sectionId);
    if (sectionId === "website")
      await hand.press(page.getByRole("button", { name: /^I don.t have a website yet$/ }));
    for (const questionId of questions) {
      await hand.write(box(page, questionId), `About ${questionId}`);
      await expect(answeredMark(page, questionId)).toBeVisible();
    }
  }
  await expect(header(page)).toContainText("100% Completed");
}

async function journey(page: Page, link: string, hand: Hand): Promise<void> {
  await page.goto(`/${link}`);
  await expect(accessButton(page)).toBeFocused();
  await (hand === keyboard ? page.keyboard.press("Enter") : accessButton(page).tap());
  await expect(card(page, "business-profile")).toBeVisible();
  await answerAll(page, hand);
  await expectAccessible(page, "all answered");
  await expectNoOverflow(page, "all answered");
  await hand.press(headerButton(page, "Review"));
  await expect(page.getByRole("heading", { name: "Review your answers" })).toBeFocused();
  await expectAccessible(page, "the review");
  await expectNoOverflow(page, "the review");
  await hand.press(page.getByRole("button", { name: /^Submit/ }).last());
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeFocused();
  await expectAccessible(page, "thanks");
  await expectNoOverflow(page, "thanks");
}

// CI runs one size for touch and keyboard each, and the long run all of them
for (const viewport of shareOf(SIZES, { every: 5, turn: 4 })) {
  const { width } = viewport;
  test(`by touch at ${width} px, a client gets from the link to the end`, async ({ openContext, site }) => {
    const page = await (await openContext({ viewport, hasTouch: true, isMobile: width < 800 })).newPage();
    await journey(page, await newLink(site), finger);
  });
}

for (const viewport of shareOf(SIZES, { every: 5, turn: 2 })) {
  test(`by keyboard alone at ${viewport.width} px, a client gets from the link to the end`, async ({
    openContext,
    site,
  }) => {
    const page = await (await openContext({ viewport })).newPage();
    await journey(page, await newLink(site), keyboard);
  });
}
