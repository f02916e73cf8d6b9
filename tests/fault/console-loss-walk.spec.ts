import type { Dialog, Locator, Page } from "@playwright/test";
import { dialog, openNewClient, pageTitle } from "../support/browser/console-journey.ts";
import { card, expect, test } from "../support/browser/journey.ts";
import { recordFigure, trials } from "../support/faults/faults.ts";
import {
  ACTS_LONG,
  ACTS_SHORT,
  newWalk,
  newWord,
  pick,
  type Walk,
  type WeightedAct,
  walkAtRandom,
} from "../support/faults/random-walk.ts";

const CLIENT = "Rosa's Bakery";
const QUESTIONS = ["team-description", "growth-vision"] as const;
/** Caps the list of notes, which would otherwise grow without end. */
const NOTES_AT_MOST = 30;

type ManagerWalk = Walk & { page: Page };

const notes = (page: Page) => page.getByRole("list", { name: "Notes" }).getByRole("listitem");
const newNote = (page: Page) => page.getByLabel("New note");

/** Types all keys in one step: a form may close between two keys when its answer arrives, which is not a loss. */
async function typeWord(walk: ManagerWalk, at: Locator): Promise<void> {
  const word = newWord(walk);
  const isTyped = await at.evaluateAll(([box], text) => {
    if (!(box instanceof HTMLTextAreaElement)) return false;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
    return document.execCommand("insertText", false, text);
  }, ` ${word}`);
  if (isTyped) walk.words.push({ word, at: Date.now() });
}

const writeNote = async (walk: ManagerWalk) => {
  if ((await notes(walk.page).count()) < NOTES_AT_MOST) await typeWord(walk, newNote(walk.page));
};

async function addNote({ page }: ManagerWalk): Promise<void> {
  await press(page.getByRole("button", { name: "Add note" }));
}

/** Cancel asks for confirmation if words were changed; a manager who stays still has the words and saves them. */
async function changeNote(walk: ManagerWalk): Promise<void> {
  const { page } = walk;
  if (!(await page.evaluate(() => navigator.onLine))) return;
  const edit = notes(page).getByRole("button", { name: /^Edit/ }).first();
  if ((await edit.count()) === 0) return;
  await edit.click();
  const editing = notes(page).filter({ has: page.getByRole("button", { name: "Save", exact: true }) });
  await expect(editing.getByRole("textbox")).toBeVisible();
  await typeWord(walk, editing.getByRole("textbox"));
  await editing.getByRole("button", { name: "Cancel" }).click();
  await editing.getByRole("button", { name: "Keep editing" }).click();
  await editing.getByRole("button", { name: "Save", exact: true }).click();
  await expect(editing).toHaveCount(0);
}

async function writeFollowUp(walk: ManagerWalk): Promise<void> {
  const question = card(walk.page, pick(walk, QUESTIONS));
  const ask = question.getByRole("button", { name: /^Follow up/ });
  const box = question.getByRole("textbox");
  if ((await ask.count()) > 0) {
    await ask.click();
    await expect(box).toBeVisible();
  }
  await typeWord(walk, box);
}

const pressAt = (name: RegExp) => async (walk: ManagerWalk) => {
  await press(card(walk.page, pick(walk, QUESTIONS)).getByRole("button", { name }));
};

/** Clicks in one step, because a button goes away with its form when an answer arrives. Skips a disabled button. */
async function press(button: Locator): Promise<void> {
  await button.evaluateAll(([first]) => {
    if (!(first instanceof HTMLElement)) return;
    first.focus();
    first.click();
  });
}

/** Words typed into a form survive when the form closes, and are in the form again when it is reopened. */
async function openForms({ page }: ManagerWalk): Promise<void> {
  for (const question of QUESTIONS) {
    const ask = card(page, question).getByRole("button", { name: /^Follow up/ });
    // doesn't wait for a button that is just going away
    await ask.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
  }
}

async function openOtherPage(walk: ManagerWalk): Promise<void> {
  const { page } = walk;
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await expect(pageTitle(page, "All clients")).toBeVisible();
  const client = page.getByRole("link", { name: CLIENT });
  // a list that was never loaded needs the network to load
  if (!(await client.isVisible())) await page.context().setOffline(false);
  await comeBack(walk, () => client.click());
}

const comeBack = async ({ page }: ManagerWalk, act: () => Promise<unknown>) => {
  await act();
  await expect(pageTitle(page, CLIENT)).toBeVisible();
  await expect(newNote(page)).toBeVisible();
};

/** The browser asks for confirmation if anything is unsaved, and the manager stays. */
async function reload(walk: ManagerWalk): Promise<void> {
  const { page } = walk;
  if (!(await page.evaluate(() => navigator.onLine))) return;
  await new Promise<void>((answered) => {
    const stay = (question: Dialog) => void question.dismiss().then(finish);
    const finish = () => {
      page.off("dialog", stay).off("load", finish);
      answered();
    };
    page.on("dialog", stay).on("load", finish);
    // the promise rejects when the page goes away
    page.evaluate(() => location.reload()).catch(() => undefined);
  });
  await comeBack(walk, async () => undefined);
}

async function leaveDialog(walk: ManagerWalk): Promise<void> {
  const { page } = walk;
  await page.getByRole("button", { name: "Edit details" }).click();
  await dialog(page).getByLabel("Email address").fill("half@");
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert")).toContainText("isn’t saved yet");
  await dialog(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog(page).getByLabel("Email address")).toHaveValue("half@");
  await page.keyboard.press("Escape");
  await dialog(page).getByRole("button", { name: "Close anyway" }).click();
  await expect(dialog(page)).toHaveCount(0);
}

const ACTS: readonly WeightedAct<ManagerWalk>[] = [
  [24, "note", writeNote],
  [8, "add note", addNote],
  [6, "change note", changeNote],
  [20, "follow-up", writeFollowUp],
  [4, "cancel follow-up", pressAt(/^Cancel/)],
  [5, "send follow-up", pressAt(/^Send follow-up/)],
  [5, "withdraw follow-up", pressAt(/^Withdraw/)],
  [6, "another page", openOtherPage],
  [
    4,
    "Back and Forward",
    (walk) =>
      comeBack(walk, async () => {
        await walk.page.goBack();
        await walk.page.goForward();
      }),
  ],
  [4, "reload", reload],
  [3, "half a dialog", leaveDialog],
  [4, "offline", ({ page }) => page.context().setOffline(true)],
  [7, "online", ({ page }) => page.context().setOffline(false)],
];

async function shownText({ page }: ManagerWalk): Promise<ReadonlySet<string>> {
  await openForms({ page } as ManagerWalk);
  const text = await page.getByRole("main").evaluate((main) => {
    const boxes = [...main.querySelectorAll("textarea")].map(({ value }) => value);
    return [main.textContent, ...boxes].join(" ");
  });
  return new Set(text.match(/w\d+x/g) ?? []);
}

// the walk is faster than any person
test.beforeEach(({ site }) => site.restart({ FIRSTHAND_RATE_SESSION: "0" }));
test.afterEach(({ site }) => site.restart());

test("an account manager's random walk loses no typed word", async ({ page, site }) => {
  test.setTimeout(180_000 + trials(ACTS_SHORT, ACTS_LONG) * 5_000);
  // makes an act that cannot continue fail at once, and not at the end of the walk's time
  page.setDefaultTimeout(15_000);
  await openNewClient(page, site, CLIENT);
  const walk: ManagerWalk = { ...newWalk(), page };
  const acts = await walkAtRandom(walk, ACTS, () => shownText(walk));
  expect(walk.words.length).toBeGreaterThan(acts / 10);
  recordFigure({
    promise: "P12",
    fault: "random acts of an account manager: notes, follow-ups, other pages, reloads, no network",
    trials: acts,
    losses: 0,
    note: `${walk.words.length} words typed`,
  });
});
