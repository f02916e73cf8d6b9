import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { writeOwnRow } from "../support/browser/device.ts";
import { answers, expect, menu, openMenu, signIn, test } from "../support/browser/journey.ts";
import { type KillableBrowser, killableBrowser } from "../support/browser/killable-browser.ts";
import { MICROPHONE, recordButton, stopButton } from "../support/browser/recording.ts";
import { talk } from "../support/browser/talk-journey.ts";
import { noRecognizer } from "../support/fakes/fake-recognizer.ts";
import { noVoice } from "../support/fakes/fake-voice.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";

const TEAM = "team-description";
/**
 * The length of a piece. Including the time to write a piece, a crash loses at most the last second, even on a busy
 * machine.
 */
const PIECE_MS = 750;
const WRITTEN_AFTER_MS = 100;

let browser: KillableBrowser;
test.beforeEach(() => {
  browser = killableBrowser(MICROPHONE);
});
test.afterEach(() => browser.remove());

declare global {
  interface Window {
    /** The interval at which the recorder gives pieces, and when the recorder started, by the machine's clock. */
    __recorder: { pieceMs: number | undefined; startedAt: number };
    /** The pieces that the recorder has given so far. */
    __pieces: { bytes: number; givenAt: number }[];
    /** The audio that was given to players. */
    __sounds: Blob[];
  }
}

/** Captures the audio on its way to a player, because our policy lets no script read what a player plays. */
async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.__sounds = [];
    window.__pieces = [];
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (timeslice) {
      window.__recorder = { pieceMs: timeslice, startedAt: Date.now() };
      this.addEventListener("dataavailable", ({ data }) =>
        window.__pieces.push({ bytes: data.size, givenAt: Date.now() }),
      );
      start.call(this, timeslice);
    };
    const { createObjectURL } = URL;
    URL.createObjectURL = (sound) => {
      if (sound instanceof Blob) window.__sounds.push(sound);
      return createObjectURL.call(URL, sound);
    };
  });
}

/** The audio that the page plays for the first answer. */
async function soundOf(page: Page): Promise<Buffer> {
  await answers(page, TEAM).first().getByRole("button", { name: "Listen" }).click();
  await answers(page, TEAM).first().locator("audio").waitFor();
  const text = await page.evaluate(async () => {
    const bytes = new Uint8Array((await window.__sounds[0]?.arrayBuffer()) ?? new ArrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(text, "base64");
}

/** The length of the audio in milliseconds, found by decoding: a recorder's file does not state its length. */
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

/** `dueBytes`: the bytes of the pieces that must be on the device by now. */
type Recorded = { ms: number; dueBytes: number };

async function pressRecord(page: Page): Promise<void> {
  await recordButton(page, TEAM).click();
  await stopButton(page, TEAM).waitFor();
}

/** Opens Talk it through and goes past its first question, which is a form. */
async function talkAboutTeamHere(page: Page): Promise<void> {
  await openMenu(page);
  await menu(page).getByRole("button", { name: "Talk it through" }).click();
  await talk.press(page, "Start");
  await talk.press(page, "Next");
  await talk.says(page, /Listening$/);
}

/** Records for `seconds` after the first piece, ends as the test says, and returns how much was recorded. */
async function recordUntil(
  page: Page,
  seconds: number,
  end: () => Promise<unknown>,
  begin = pressRecord,
): Promise<Recorded> {
  await begin(page);
  await page.waitForFunction(() => window.__pieces.length > 0);
  const { pieceMs, startedAt } = await page.evaluate(() => window.__recorder);
  expect(pieceMs, "milliseconds of a piece").toBe(PIECE_MS);
  await setTimeout(seconds * 1_000);
  const ms = Date.now() - startedAt;
  const dueBytes = await page.evaluate(bytesGivenBefore, WRITTEN_AFTER_MS);
  // waits for the write, since a slow machine writes slowly
  await writeOwnRow(page);
  await end();
  return { ms, dueBytes };
}

/** Runs in the page: the bytes that the recorder gave at least `ms` ago. */
function bytesGivenBefore(ms: number): number {
  const due = window.__pieces.filter(({ givenAt }) => givenAt <= Date.now() - ms);
  return due.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Signs in after the crash; returns how many milliseconds of the recording are missing. */
async function findLoss(page: Page, { ms, dueBytes }: Recorded): Promise<number> {
  await expect(answers(page, TEAM)).toHaveCount(1);
  await expect(page.getByText(/^We saved \d+ sec of your last recording$/)).toBeVisible();
  const sound = await soundOf(page);
  expect(dueBytes, "bytes that were to be written").toBeGreaterThan(0);
  expect(sound.length, "bytes that are there").toBeGreaterThanOrEqual(dueBytes);
  return ms - lengthOf(sound);
}

/** Plays the device's own copy, because no part of the recording reaches the server. */
async function openPage(page: Page): Promise<Page> {
  await watchSound(page);
  await noRecognizer(page);
  await noVoice(page);
  await page.route("**/v1/onboarding/takes/**", (route) => route.abort());
  return page;
}

function tellLoss(fault: string, rounds: number, mostLost: number): void {
  const note = `at most the last ${Math.round(mostLost)} ms of a take`;
  recordFigure({ promise: "P13", fault, trials: rounds, losses: 0, note });
}

for (const { what, begin, few } of [
  { what: "it records", begin: pressRecord, few: 3 },
  { what: "Talk it through listens", begin: talkAboutTeamHere, few: 2 },
])
  test(`kill -9 of the browser while ${what} loses at most the last piece, and the rest is an answer`, async ({
    site,
  }) => {
    const rounds = trials(few, 20);
    test.setTimeout(60_000 + rounds * 40_000);
    const random = randomOf(seed);
    let mostLost = 0;
    let page = await openPage((await browser.start()).page);
    for (let round = 0; round < rounds; round++) {
      await test.step(`seed ${seed}, round ${round}`, async () => {
        const client = await site.addClient();
        await signIn(page, client, site.url);
        const recorded = await recordUntil(page, 1 + random() * 4, browser.kill, begin);
        page = await openPage((await browser.start()).page);
        await signIn(page, client, site.url);
        mostLost = Math.max(mostLost, await findLoss(page, recorded));
      });
    }
    tellLoss(`kill -9 of Chromium while ${what}`, rounds, mostLost);
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
      const recorded = await recordUntil(page, 1 + random() * 4, async () => {
        const crash = crashed.waitForEvent("crash");
        void crashed.goto("chrome://crash").catch(() => undefined);
        await crash;
      });
      page = await openPage(await context.newPage());
      await signIn(page, client, site.url);
      mostLost = Math.max(mostLost, await findLoss(page, recorded));
    });
  }
  tellLoss("chrome://crash of the tab while it records", rounds, mostLost);
});
