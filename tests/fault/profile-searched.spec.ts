import type { Page } from "@playwright/test";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import {
  answer,
  answers,
  box,
  enterKey,
  expect,
  header,
  keyField,
  save,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { type KillableBrowser, killableBrowser } from "../support/browser/killable-browser.ts";
import { MICROPHONE, recordButton, stopButton } from "../support/browser/recording.ts";
import { noRecognizer } from "../support/fakes/fake-recognizer.ts";
import { findInFolder } from "../support/faults/searched-folder.ts";
import { countTried } from "../support/security/security-counts.ts";
import type { TestClient } from "../support/service/site-process.ts";

const TEAM = "team-description";
/** A word that only this client has; random, so that no compressed form of it can exist. */
const word = (what: string) => `${what}-${crypto.randomUUID().replaceAll("-", "")}`;

let browser: KillableBrowser;
test.beforeEach(() => {
  browser = killableBrowser(MICROPHONE);
});
test.afterEach(() => browser.remove());

declare global {
  interface Window {
    /** Bytes from the middle of the recorder's output. */
    __recorded: number[] | undefined;
  }
}

/** Types the key; returns everything that is secret about that client. */
async function enter(page: Page, client: TestClient, url: string): Promise<string[]> {
  const { clientId, clientName, accessKey } = client;
  const exchanged = page.waitForResponse("**/v1/auth/exchange");
  await signIn(page, client, url);
  const { data } = (await (await exchanged).json()) as { data: ClientSignIn };
  return [
    clientId,
    clientName,
    accessKey,
    accessKey.replaceAll("_", "").slice(2),
    data.accessToken,
    data.draftKey,
  ];
}

async function recordForAMoment(page: Page): Promise<Buffer> {
  await recordButton(page, TEAM).click();
  await expect.poll(() => page.evaluate(() => window.__recorded?.length)).toBeGreaterThan(0);
  await stopButton(page, TEAM).click();
  await expect(answers(page, TEAM)).toHaveCount(3);
  return Buffer.from((await page.evaluate(() => window.__recorded)) ?? []);
}

async function noteSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (timeslice) {
      this.addEventListener("dataavailable", ({ data }) => {
        void data
          .slice(300, 332)
          .arrayBuffer()
          .then((bytes) => {
            if (bytes.byteLength === 32) window.__recorded ??= Array.from(new Uint8Array(bytes));
          });
      });
      start.call(this, timeslice);
    };
  });
}

test("a browser killed without a logout has nothing of the client in any file of its profile", async ({
  site,
}) => {
  test.setTimeout(180_000);
  const rosa = await site.addClient(word("name"));
  const [saved, typed, unsent, address] = [word("saved"), word("typed"), word("unsent"), word("address")];
  const { page } = await browser.start();
  await noteSound(page);
  await noRecognizer(page);
  const secrets = await enter(page, rosa, site.url);
  await answer(page, TEAM, saved);
  await save(page);
  await page.route("**/v1/onboarding**", (route) => route.abort());
  await answer(page, TEAM, unsent);
  await page.getByRole("checkbox", { name: "Other" }).check();
  await page.getByRole("textbox", { name: "Other tools" }).fill(address);
  const sound = await recordForAMoment(page);
  await box(page, "current-tools").fill(typed);

  // checks the search itself: it must find these plain words in each form in which Chromium writes them
  const [plain, wide, stored] = [word("plain"), `${word("wide")}\u4e00`, word("stored")];
  await page.evaluate(putInPlain, { plain, wide, stored });
  await expect
    .poll(
      () =>
        new Set(findInFolder(browser.profile, [plain, wide, stored]).map((found) => found.split(": ")[1]))
          .size,
      { timeout: 60_000 },
    )
    .toBe(3);
  await browser.kill();

  const words = [...secrets, saved, typed, unsent, address, sound];
  expect(findInFolder(browser.profile, words)).toEqual([]);
  const again = (await browser.start()).page;
  await again.goto(`${site.url}/`);
  await goBackTo(again, `${site.url}/`);
  const otto = await site.addClient("Otto's Garage");
  await enterKey(again, otto.accessKey);
  await expect(header(again)).toContainText("0% Completed");
  for (const text of [saved, unsent, address, typed]) await expect(again.getByText(text)).toHaveCount(0);
  // words that were typed and not sent are not in the page's text
  await expect(box(again, "current-tools")).toHaveValue("");
  await again.getByRole("checkbox", { name: "Other" }).check();
  await expect(again.getByRole("textbox", { name: "Other tools" })).toHaveValue("");
  await answer(again, TEAM, "Just me");
  await save(again);
  await goBackTo(again, `${site.url}/`);
  await expect(again.getByText("Just me")).toHaveCount(0);
  expect(findInFolder(browser.profile, words)).toEqual([]);
  await browser.kill();
  expect(findInFolder(browser.profile, words)).toEqual([]);
  countTried("secrets searched for in a browser's profile", 3 * words.length);
});

function putInPlain({ plain, wide, stored }: { plain: string; wide: string; stored: string }): Promise<void> {
  localStorage.setItem("control", plain);
  localStorage.setItem("control, wide", wide);
  return new Promise((settle, fail) => {
    const opening = indexedDB.open("control");
    opening.onupgradeneeded = () => opening.result.createObjectStore("control").put(stored, 1);
    opening.onsuccess = () => settle();
    opening.onerror = () => fail(opening.error);
  });
}

/** Leaves for another page and comes back: the sign-in is shown, and no answers. */
async function goBackTo(page: Page, address: string): Promise<void> {
  for (const elsewhere of [new URL("/robots.txt", address).href, "about:blank"]) {
    await page.goto(elsewhere);
    // goBack would wait for a load event, which a page from the back/forward cache never fires
    await page.evaluate(() => void setTimeout(() => history.back()));
    await page.waitForURL(address, { waitUntil: "commit" });
    await expect(keyField(page)).toBeVisible();
    for (const { name } of builtInInterview.sections)
      await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  }
}

test("Back leads to the sign-in, not to the previous client's answers", async ({ site }) => {
  const rosa = await site.addClient();
  const { page } = await browser.start();
  const saved = word("saved");
  await signIn(page, rosa, site.url);
  await answer(page, TEAM, saved);
  await save(page);
  for (let time = 0; time < 2; time++) {
    await goBackTo(page, `${site.url}/`);
    await expect(page.getByText(saved)).toHaveCount(0);
    await enterKey(page, rosa.accessKey);
    await expect(answers(page, TEAM)).toHaveText([saved]);
  }
});
