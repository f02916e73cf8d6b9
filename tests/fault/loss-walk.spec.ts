import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { writeOwnRow } from "../support/browser/device.ts";
import { box, card, header, headerButton, signIn, test } from "../support/browser/journey.ts";
import { type KillableBrowser, killableBrowser } from "../support/browser/killable-browser.ts";
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
import type { TestClient } from "../support/service/site-process.ts";

/** A key pressed at least this long before a kill must not be lost. */
const BEHIND_MS = 300;
/** The page shows an answer in full up to 80 characters; this keeps answers short enough to find their words there. */
const FULL_BOX = 60;
/** Caps the answers of a question, whose list would otherwise grow without end. */
const ANSWERS_AT_MOST = 20;
const QUESTIONS = ["team-description", "current-tools"] as const;

type ClientWalk = Walk & { page: Page; client: TestClient; url: string };

let browser: KillableBrowser;
test.beforeEach(() => {
  browser = killableBrowser();
});
test.afterEach(() => browser.remove());

/** Types a new word into whatever has the focus. */
async function typeWord(walk: ClientWalk): Promise<void> {
  const word = newWord(walk);
  await walk.page.keyboard.type(` ${word}`);
  walk.words.push({ word, at: Date.now() });
}

const boxLength = async (walk: ClientWalk, question: string) =>
  (await box(walk.page, question).inputValue()).length;
const answerCount = ({ page }: ClientWalk, question: string) =>
  card(page, question).getByRole("button", { name: "Delete answer" }).count();

/** Types words into a box until it is full, then leaves the box. */
async function type(walk: ClientWalk): Promise<void> {
  const question = pick(walk, QUESTIONS);
  if ((await answerCount(walk, question)) >= ANSWERS_AT_MOST) return dropOldest(walk, question);
  await box(walk.page, question).click();
  await walk.page.keyboard.press("End");
  if ((await boxLength(walk, question)) > FULL_BOX) await walk.page.keyboard.press("Enter");
  else await typeWord(walk);
}

/** Deletes the first answer of a long list; what a client deletes on purpose is not a loss. */
async function dropOldest(walk: ClientWalk, question: string): Promise<void> {
  const list = card(walk.page, question).getByRole("list", { name: /^\d+ answers?$/ });
  const text = (await list.getByRole("listitem").first().getByRole("paragraph").first().textContent()) ?? "";
  await list.getByRole("button", { name: "Delete answer" }).first().click();
  walk.words = walk.words.filter(({ word }) => !text.split(/\s+/).includes(word));
}

/** Presses Enter and types on without clicking. */
async function enterAndTypeOn(walk: ClientWalk): Promise<void> {
  const question = pick(walk, QUESTIONS);
  if ((await answerCount(walk, question)) >= ANSWERS_AT_MOST) return;
  await box(walk.page, question).click();
  await walk.page.keyboard.press("Enter");
  await typeWord(walk);
}

/** Esc discards an edit with changes; Undo restores the edit, which is then saved. */
async function editAndGiveUp(walk: ClientWalk): Promise<void> {
  const question = pick(walk, QUESTIONS);
  const edit = card(walk.page, question).getByRole("button", { name: "Edit answer" }).last();
  if ((await edit.count()) === 0) return;
  await edit.click();
  const editor = card(walk.page, question).getByRole("textbox", { name: "Edit answer" });
  await editor.focus();
  if ((await editor.inputValue()).length > FULL_BOX) return walk.page.keyboard.press("Escape");
  await walk.page.keyboard.press("End");
  await typeWord(walk);
  await walk.page.keyboard.press("Escape");
  await card(walk.page, question).getByRole("button", { name: "Undo", exact: true }).first().click();
  await editor.press("Control+Enter");
}

async function comeBack(walk: ClientWalk, leave: () => Promise<unknown>): Promise<void> {
  await setTimeout(BEHIND_MS);
  await walk.page.context().setOffline(false);
  await leave();
  await signIn(walk.page, walk.client, walk.url);
}

async function kill(walk: ClientWalk): Promise<void> {
  const killedAt = Date.now();
  // waits for the write, since a slow machine writes slowly
  await writeOwnRow(walk.page);
  await browser.kill();
  walk.page = (await browser.start()).page;
  await signIn(walk.page, walk.client, walk.url);
  const text = await shownText(walk);
  // only the words that were typed last may be missing
  walk.words = walk.words.filter(({ word, at }) => at < killedAt - BEHIND_MS || text.has(word));
}

const ACTS: readonly WeightedAct<ClientWalk>[] = [
  [34, "type", type],
  [10, "Enter and type on", enterAndTypeOn],
  [8, "tap elsewhere", ({ page }) => header(page).getByRole("heading", { level: 1 }).click()],
  [
    8,
    "Done",
    ({ page }) =>
      page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }),
  ],
  [6, "another box", (walk) => box(walk.page, pick(walk, QUESTIONS)).click()],
  [6, "edit and Esc", editAndGiveUp],
  [5, "Save", ({ page }) => headerButton(page, "Save").click()],
  [
    5,
    "Submit and back",
    async ({ page }) => {
      await headerButton(page, "Submit").click();
      await page.getByRole("dialog").getByRole("heading", { level: 2 }).waitFor();
      await page.keyboard.press("Escape");
    },
  ],
  [4, "offline", ({ page }) => page.context().setOffline(true)],
  [6, "online", ({ page }) => page.context().setOffline(false)],
  [4, "reload", (walk) => comeBack(walk, () => walk.page.reload())],
  [2, "Back", (walk) => comeBack(walk, () => walk.page.goBack())],
  [2, "kill", kill],
];

/** Every word on the page: in an answer, a box or an editor. */
async function shownText({ page }: ClientWalk): Promise<ReadonlySet<string>> {
  const more = page.getByRole("button", { name: /^Show \d+ earlier/ });
  while ((await more.count()) > 0) await more.first().click();
  const text = await page.getByRole("main").evaluate((main) => {
    const boxes = [...main.querySelectorAll("textarea")].map(({ value }) => value);
    const answers = [...main.querySelectorAll("ol li p")].map(({ textContent }) => textContent);
    return [...boxes, ...answers].join(" ");
  });
  return new Set(text.split(/\s+/));
}

test("a client's random walk loses no typed character", async ({ site }) => {
  test.setTimeout(180_000 + trials(ACTS_SHORT, ACTS_LONG) * 5_000);
  const client = await site.addClient();
  const { page } = await browser.start();
  const walk: ClientWalk = { ...newWalk(), page, client, url: site.url };
  await signIn(page, client, site.url);
  const acts = await walkAtRandom(walk, ACTS, () => shownText(walk));
  recordFigure({
    promise: "P12",
    fault: "random acts of a client, with reloads and kill -9 of Chromium among them",
    trials: acts,
    losses: 0,
    note: `${walk.count} words typed; at most the last ${BEHIND_MS} ms before a kill`,
  });
});
