import type { Page } from "@playwright/test";
import {
  answer,
  answers,
  box,
  expect,
  headerButton,
  holdClock,
  save,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { recordFigure, trials } from "../support/faults/faults.ts";

/** A key pressed at least this long before the end must not be lost. */
const BEHIND_MS = 300;

const banner = (page: Page) => page.getByText(/^This browser can’t store a backup/);

type Refusal = {
  /** Which call of its kind is the first to be refused, from 1. */
  from: number;
  isOnce: boolean;
};

/** Makes the browser's database refuse the k-th write alone, or every write from it on. */
async function refuseWrites(page: Page, refusal: Refusal): Promise<void> {
  await page.addInitScript(({ from, isOnce }) => {
    let count = 0;
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      count += 1;
      const isRefused = isOnce ? count === from : count >= from;
      if (isRefused) document.documentElement.dataset.refused = "";
      if (isRefused) throw new DOMException("No room", "QuotaExceededError");
      return put.apply(this, args);
    };
  }, refusal);
}

const hasRefused = (page: Page) => page.evaluate(() => "refused" in document.documentElement.dataset);

/**
 * Types words until a write is refused; quick typing shares writes, so the number of keys varies. `pass` runs after
 * each word.
 */
async function typeUntilRefused(page: Page, pass = async () => {}): Promise<string> {
  let typed = "";
  for (let word = 0; word < 2 || !(await hasRefused(page)); word++) {
    await box(page, "team-description").pressSequentially(`${word} `);
    typed += `${word} `;
    await pass();
  }
  return typed;
}

/** The places of the refused writes: every other one of the first writes. */
const places = Array.from({ length: trials(3, 30) }, (_, place) => 1 + 2 * place);

test("a device that stores nothing more is reported within a second, and the server still gets everything", async ({
  openContext,
  site,
}) => {
  test.setTimeout(60_000 + places.length * 20_000);
  for (const from of places) {
    await test.step(`from write ${from} on`, async () => {
      const client = await site.addClient();
      const context = await openContext();
      const page = await context.newPage();
      await refuseWrites(page, { from, isOnce: false });
      await page.clock.install();
      await signIn(page, client);
      // advances a second of the page's clock, because a slow machine needs longer for it
      await holdClock(page);
      await typeUntilRefused(page, () => page.clock.runFor(100));
      await page.clock.runFor(900);
      await expect(banner(page)).toBeVisible();
      await expect(box(page, "team-description")).toHaveValue(/^0 1 /);
      await save(page);
      await context.close();
    });
  }
  recordFigure({
    promise: "P16",
    fault: "the browser's database refuses the k-th write and all after it",
    trials: places.length,
    losses: 0,
  });
});

test("a device that refuses one write loses nothing, without a message", async ({ openContext, site }) => {
  test.setTimeout(60_000 + places.length * 20_000);
  for (const from of places) {
    await test.step(`at write ${from}`, async () => {
      const client = await site.addClient();
      const context = await openContext();
      const page = await context.newPage();
      await refuseWrites(page, { from, isOnce: true });
      await signIn(page, client);
      const typed = await typeUntilRefused(page);
      await expect(banner(page)).toHaveCount(0);
      // keys typed more recently than this may be lost, as promised
      await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), BEHIND_MS);
      await signIn(page, client);
      await expect(box(page, "team-description")).toHaveValue(typed);
      await context.close();
    });
  }
  recordFigure({
    promise: "P16",
    fault: "the browser's database refuses one write",
    trials: places.length,
    losses: 0,
  });
});

test("a browser without IndexedDB works, says so, and asks before an unsaved page closes", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await signIn(page, client);
  await expect(banner(page)).toBeVisible();
  await answer(page, "team-description", "Two of us");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await save(page);
});

test("local storage that throws changes nothing for the client", async ({ page, client }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("No room", "QuotaExceededError");
    };
    Storage.prototype.getItem = () => {
      throw new DOMException("Not allowed", "SecurityError");
    };
  });
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  await expect(banner(page)).toHaveCount(0);
  await headerButton(page, "Save").click();
  await expect(toast(page, "Progress Saved")).toBeVisible();
  await signIn(page, client);
  await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
});
