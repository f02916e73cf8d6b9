import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "../support/browser/journey.ts";
import { test as recordingTest } from "../support/browser/recording.ts";
import { openTalk, talk } from "../support/browser/talk-journey.ts";
import { fakeRoom, room } from "../support/fakes/fake-room.ts";
import { fakeVoice } from "../support/fakes/fake-voice.ts";
import { randomOf, seed, trials } from "../support/faults/faults.ts";
import { type Site, startSite } from "../support/service/site-process.ts";

/** A whole interview by voice with interruptions: everything that was said arrives exactly once. */

const QUESTIONS = trials(3, 13);
const INTERRUPTIONS = trials(6, 20);
const SECONDS_EACH = 15;

const asked = Array.from({ length: QUESTIONS }, (_, place) => ({
  kind: "free-answer",
  id: `question-${place}`,
  title: `Question ${place + 1}`,
  prompt: `What happens on day ${place + 1}?`,
  sample: "We bake.",
}));
const interview = {
  format: 1,
  sections: [{ id: "all", name: "All", minutes: 10, description: "Everything.", questions: asked }],
};

const test = recordingTest.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "firsthand-interrupted-"));
      const file = join(folder, "interview.yaml");
      writeFileSync(file, JSON.stringify(interview));
      const site = await startSite({ FIRSTHAND_INTERVIEW: file });
      await use(site);
      await site.close();
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
});

type Interrupting = { page: Page; context: BrowserContext };

const turn = (page: Page, state: string) =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Each interruption ends in a pause, during which nothing listens. */
const interruptions: { [name: string]: (at: Interrupting) => Promise<void> } = {
  "a call": ({ page }) => room.take(page, "mute"),
  "a microphone that is taken away": ({ page }) => room.take(page, "ended"),
  Pause: ({ page }) => talk.press(page, "Pause"),
  async "a locked screen"({ page }) {
    await turn(page, "hidden");
    await talk.says(page, /^Interrupted/);
    await turn(page, "visible");
  },
  async "no network"({ page, context }) {
    await context.setOffline(true);
    await talk.press(page, "Pause");
    await talk.says(page, /^Paused/);
    await context.setOffline(false);
  },
};

/** The names of the interruptions at each question. */
function plan(): string[][] {
  const random = randomOf(seed);
  const names = Object.keys(interruptions);
  const planned: string[][] = asked.map(() => []);
  for (let count = 0; count < INTERRUPTIONS; count++)
    planned[Math.floor(random() * QUESTIONS)]?.push(names[Math.floor(random() * names.length)] ?? "Pause");
  return planned;
}

async function speak(page: Page): Promise<void> {
  await talk.says(page, "Listening");
  await room.speak(page);
  await talk.listenedFor(page, 1);
}

test(`${INTERRUPTIONS} interruptions of ${QUESTIONS} answers: each take arrives once, and nothing else`, async ({
  page,
  context,
  client,
  site,
}) => {
  test.setTimeout(60_000 + (QUESTIONS + INTERRUPTIONS) * SECONDS_EACH * 1_000);
  test.info().annotations.push({ type: "seed", description: `FAULT_SEED=${seed}` });
  await fakeVoice(page);
  await fakeRoom(page);
  await openTalk(page, client);
  await talk.press(page, "Start");
  const said: number[] = [];
  for (const [place, planned] of plan().entries()) {
    await expect(talk.question(page)).toHaveText(asked[place]?.prompt ?? "");
    for (const name of planned) {
      await speak(page);
      await interruptions[name]?.({ page, context });
      await talk.says(page, /^Paused/);
      expect(await room.open(page), name).toBe(0);
      await room.hush(page);
      await talk.press(page, "Continue");
    }
    await speak(page);
    await talk.press(page, "Done, next question");
    await room.hush(page);
    said.push(planned.length + 1);
  }
  await expect(talk.question(page)).toHaveText("That’s all we wanted to ask");
  await talk.press(page, "Review");
  const total = said.reduce((sum, count) => sum + count, 0);
  const takes = () => site.storage.takes.list(client.clientId);
  await expect.poll(async () => (await takes()).length, { timeout: 60_000 }).toBe(total);
  const recorded = async () => {
    const stored = await site.storage.records.load(client.clientId);
    return asked.map(({ id }) => {
      const entry = stored?.record[id];
      return entry && "responses" in entry ? entry.responses.map((answer) => answer.id) : [];
    });
  };
  await expect.poll(async () => (await recorded()).map(({ length }) => length)).toEqual(said);
  const ids = (await recorded()).flat();
  expect(new Set(ids).size).toBe(total);
  expect((await takes()).map(({ takeId }) => takeId).sort()).toEqual(ids.sort());
});
