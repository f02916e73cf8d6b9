import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { box, card, expect, header, headerButton, signIn, test } from "../support/browser/journey.ts";
import { type KillableBrowser, killableBrowser } from "../support/browser/killable-browser.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";
import type { TestClient } from "../support/service/site-process.ts";

/** A key that was pressed so long before a kill is not lost. */
const BEHIND_MS = 300;
/** An answer is shown whole up to 80 characters, so that its words can be looked for on the page. */
const FULL_BOX = 60;
/** A question's list does not grow without end. */
const ANSWERS_AT_MOST = 20;
const QUESTIONS = ["team-description", "current-tools"] as const;

/** What was typed, word by word; `at` is when its last key was pressed. */
type Word = { word: string; question: string; at: number };
type Walk = {
  page: Page;
  client: TestClient;
  url: string;
  words: Word[];
  count: number;
  random: () => number;
};
type Act = (walk: Walk) => Promise<void>;

let browser: KillableBrowser;
test.beforeEach(() => {
  browser = killableBrowser();
});
test.afterEach(() => browser.remove());

const pick = <One>({ random }: Walk, from: readonly [One, ...One[]]): One =>
  from[Math.floor(random() * from.length)] ?? from[0];

/** Types a word that occurs once in the whole walk, into whatever has the focus, and notes where it belongs. */
async function typeWord(walk: Walk, question: string): Promise<void> {
  walk.count += 1;
  const word = `w${walk.count}x`;
  await walk.page.keyboard.type(` ${word}`);
  walk.words.push({ word, question, at: Date.now() });
}

const boxLength = async (walk: Walk, question: string) =>
  (await box(walk.page, question).inputValue()).length;
const answerCount = ({ page }: Walk, question: string) =>
  card(page, question).getByRole("button", { name: "Delete answer" }).count();

/** Words go into a box until it is full; then it is left. */
async function type(walk: Walk): Promise<void> {
  const question = pick(walk, QUESTIONS);
  if ((await answerCount(walk, question)) >= ANSWERS_AT_MOST) return dropOldest(walk, question);
  await box(walk.page, question).click();
  await walk.page.keyboard.press("End");
  if ((await boxLength(walk, question)) > FULL_BOX) await walk.page.keyboard.press("Enter");
  else await typeWord(walk, question);
}

/** What a client deletes on purpose is no loss; the first answer of a long list goes. */
async function dropOldest(walk: Walk, question: string): Promise<void> {
  const list = card(walk.page, question).getByRole("list", { name: /^\d+ answers?$/ });
  const text = (await list.getByRole("listitem").first().getByRole("paragraph").first().textContent()) ?? "";
  await list.getByRole("button", { name: "Delete answer" }).first().click();
  walk.words = walk.words.filter(({ word }) => !text.split(/\s+/).includes(word));
}

/** Enter, and then typing on without a press. */
async function enterAndTypeOn(walk: Walk): Promise<void> {
  const question = pick(walk, QUESTIONS);
  if ((await answerCount(walk, question)) >= ANSWERS_AT_MOST) return;
  await box(walk.page, question).click();
  await walk.page.keyboard.press("Enter");
  await typeWord(walk, question);
}

/** Esc ends an edit with changes; Undo brings it back, and it is saved. */
async function editAndGiveUp(walk: Walk): Promise<void> {
  const question = pick(walk, QUESTIONS);
  const edit = card(walk.page, question).getByRole("button", { name: "Edit answer" }).last();
  if ((await edit.count()) === 0) return;
  await edit.click();
  const editor = card(walk.page, question).getByRole("textbox", { name: "Edit answer" });
  await editor.focus();
  if ((await editor.inputValue()).length > FULL_BOX) return walk.page.keyboard.press("Escape");
  await walk.page.keyboard.press("End");
  await typeWord(walk, question);
  await walk.page.keyboard.press("Escape");
  await card(walk.page, question).getByRole("button", { name: "Undo", exact: true }).first().click();
  await editor.press("Control+Enter");
}

async function comeBack(walk: Walk, leave: () => Promise<unknown>): Promise<void> {
  await setTimeout(BEHIND_MS);
  await walk.page.context().setOffline(false);
  await leave();
  await signIn(walk.page, walk.client, walk.url);
}

async function kill(walk: Walk): Promise<void> {
  const killedAt = Date.now();
  await browser.kill();
  walk.page = (await browser.start()).page;
  await signIn(walk.page, walk.client, walk.url);
  const text = await shownText(walk);
  // what was typed last may be gone, and only that
  walk.words = walk.words.filter(({ word, at }) => at < killedAt - BEHIND_MS || text.has(word));
}

const ACTS: readonly [weight: number, name: string, act: Act][] = [
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

/** Each word that is on the page: in an answer, a box or an editor. */
async function shownText({ page }: Walk): Promise<ReadonlySet<string>> {
  const text = await page.getByRole("main").evaluate((main) => {
    const boxes = [...main.querySelectorAll("textarea")].map(({ value }) => value);
    const answers = [...main.querySelectorAll("ol li p")].map(({ textContent }) => textContent);
    return [...boxes, ...answers].join(" ");
  });
  return new Set(text.split(/\s+/));
}

function drawAct(walk: Walk) {
  const tickets = ACTS.flatMap((act) => Array.from({ length: act[0] }, () => act));
  return tickets[Math.floor(walk.random() * tickets.length)];
}

test("a client's walk of random acts loses no character that was typed", async ({ site }) => {
  const acts = trials(150, 2_000);
  test.setTimeout(180_000 + acts * 5_000);
  const client = await site.addClient();
  const { page } = await browser.start();
  const walk: Walk = { page, client, url: site.url, words: [], count: 0, random: randomOf(seed) };
  await signIn(page, client, site.url);
  const done: string[] = [];
  for (let each = 0; each < acts; each++) {
    const [, name, act] = drawAct(walk) ?? [];
    if (!name || !act) throw new Error("There is no act");
    done.push(name);
    await act(walk);
    const at = `seed ${seed}, act ${each}, after ${done.slice(-6).join(", ")}`;
    await expect
      .poll(
        async () => {
          const text = await shownText(walk);
          return walk.words.filter(({ word }) => !text.has(word)).map(({ word }) => word);
        },
        { message: `words lost; ${at}` },
      )
      .toEqual([]);
  }
  recordFigure({
    promise: "P12",
    fault: "random acts of a client, with reloads and kill -9 of Chromium among them",
    trials: acts,
    losses: 0,
    note: `${walk.count} words typed; at most the last ${BEHIND_MS} ms before a kill`,
  });
});
