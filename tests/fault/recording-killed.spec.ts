import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { answers, expect, signIn, test } from "../support/browser/journey.ts";
import { type KillableBrowser, killableBrowser } from "../support/browser/killable-browser.ts";
import { MICROPHONE, recordButton, stopButton } from "../support/browser/recording.ts";
import { noRecognizer } from "../support/fakes/fake-recognizer.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";

const TEAM = "team-description";
/** A piece a second, and the time that it takes to be written. */
const LOST_MS = 1_100;

let browser: KillableBrowser;
test.beforeEach(() => {
  browser = killableBrowser(MICROPHONE);
});
test.afterEach(() => browser.remove());

declare global {
  interface Window {
    /** When the recorder was started, by the machine's clock. */
    __startedAt: number;
    /** What was given to players. */
    __sounds: Blob[];
  }
}

/** Our policy lets no script read what a player plays, so it is noted on its way there. */
async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.__sounds = [];
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (timeslice) {
      window.__startedAt = Date.now();
      start.call(this, timeslice);
    };
    const { createObjectURL } = URL;
    URL.createObjectURL = (sound) => {
      if (sound instanceof Blob) window.__sounds.push(sound);
      return createObjectURL.call(URL, sound);
    };
  });
}

/** What the browser plays of the first answer. */
async function soundOf(page: Page): Promise<Buffer> {
  await answers(page, TEAM).first().getByRole("button", { name: "Listen" }).click();
  await answers(page, TEAM).first().locator("audio").waitFor();
  const text = await page.evaluate(async () => {
    const bytes = new Uint8Array((await window.__sounds[0]?.arrayBuffer()) ?? new ArrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(text, "base64");
}

/** How long it really is: a recorder's file does not say. */
function lengthOf(sound: Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-sound-"));
  try {
    const [file, whole] = [join(folder, "sound"), join(folder, "whole.wav")];
    writeFileSync(file, sound);
    execFileSync("ffmpeg", ["-loglevel", "error", "-i", file, whole]);
    const facts = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", whole];
    return Number(execFileSync("ffprobe", facts).toString()) * 1_000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Records for some seconds, ends as the test says, and says how long it was. */
async function recordUntil(page: Page, seconds: number, end: () => Promise<unknown>): Promise<number> {
  await recordButton(page, TEAM).click();
  await stopButton(page, TEAM).waitFor();
  const startedAt = await page.evaluate(() => window.__startedAt);
  await setTimeout(seconds * 1_000);
  const recordedMs = Date.now() - startedAt;
  await end();
  return recordedMs;
}

/** Signs in after the crash, and says how much is missing of what was recorded. */
async function findLoss(page: Page, recordedMs: number): Promise<number> {
  await expect(answers(page, TEAM)).toHaveCount(1);
  await expect(page.getByText(/^We saved \d+ sec of your last recording$/)).toBeVisible();
  const lostMs = recordedMs - lengthOf(await soundOf(page));
  expect(lostMs, "milliseconds lost").toBeLessThanOrEqual(LOST_MS);
  return lostMs;
}

/** The device's own sound is heard: nothing of it reaches the server. */
async function openPage(page: Page): Promise<Page> {
  await watchSound(page);
  await noRecognizer(page);
  await page.route("**/v1/onboarding/takes/**", (route) => route.abort());
  return page;
}

function tellLoss(fault: string, rounds: number, mostLost: number): void {
  const note = `at most the last ${Math.round(mostLost)} ms of a take`;
  recordFigure({ promise: "P13", fault, trials: rounds, losses: 0, note });
}

test("kill -9 of the browser while it records loses at most the last piece, and the rest is an answer", async ({
  site,
}) => {
  const rounds = trials(3, 20);
  test.setTimeout(60_000 + rounds * 40_000);
  const random = randomOf(seed);
  let mostLost = 0;
  let page = await openPage((await browser.start()).page);
  for (let round = 0; round < rounds; round++) {
    await test.step(`seed ${seed}, round ${round}`, async () => {
      const client = await site.addClient();
      await signIn(page, client, site.url);
      const recordedMs = await recordUntil(page, 2 + random() * 4, browser.kill);
      page = await openPage((await browser.start()).page);
      await signIn(page, client, site.url);
      mostLost = Math.max(mostLost, await findLoss(page, recordedMs));
    });
  }
  tellLoss("kill -9 of Chromium while it records", rounds, mostLost);
});

test("a tab that crashes while it records loses at most the last piece, and the rest is an answer", async ({
  site,
}) => {
  const rounds = trials(2, 20);
  test.setTimeout(60_000 + rounds * 40_000);
  const random = randomOf(seed);
  let mostLost = 0;
  const { context, page: first } = await browser.start();
  let page = await openPage(first);
  for (let round = 0; round < rounds; round++) {
    await test.step(`seed ${seed}, round ${round}`, async () => {
      const client = await site.addClient();
      await signIn(page, client, site.url);
      const crashed = page;
      const recordedMs = await recordUntil(page, 2 + random() * 4, async () => {
        const crash = crashed.waitForEvent("crash");
        void crashed.goto("chrome://crash").catch(() => undefined);
        await crash;
      });
      page = await openPage(await context.newPage());
      await signIn(page, client, site.url);
      mostLost = Math.max(mostLost, await findLoss(page, recordedMs));
    });
  }
  tellLoss("chrome://crash of the tab while it records", rounds, mostLost);
});
