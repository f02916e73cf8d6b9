import { readDevice } from "../support/browser/device.ts";
import { answers, card, expect, save, signIn, toast, unsavedMark } from "../support/browser/journey.ts";
import { expectPlaying, nextTake, record, test as recordingTest } from "../support/browser/recording.ts";
import { type Site, startSite } from "../support/service/site-process.ts";

const TEAM = "team-description";
const WORDS = "Two of us, and a dog.";
/** A slow engine that always hears the same words. */
const ENGINE = ["/bin/sh", "-c", `sleep 1; echo ${WORDS}`, "{wav}"];

/** A provider with transcription; only the engine is fake. */
const test = recordingTest.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const site = await startSite({
        FIRSTHAND_TRANSCRIBER: "command",
        FIRSTHAND_TRANSCRIBER_COMMAND: JSON.stringify(ENGINE),
      });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

test("a recording comes back as words, once, and can be played on another device", async ({
  page,
  client,
  openContext,
}) => {
  test.setTimeout(60_000);
  await signIn(page, client);
  await expect(card(page, TEAM)).toContainText("who will have it turned into text");
  await nextTake(page, () => record(page, TEAM, 3));
  await expect(answers(page, TEAM)).toContainText([WORDS], { timeout: 15_000 });
  await save(page);
  await expect(answers(page, TEAM)).toHaveCount(1);
  const other = await (await openContext()).newPage();
  await signIn(other, client);
  await expect(answers(other, TEAM)).toContainText([WORDS]);
  await answers(other, TEAM).getByRole("button", { name: "Listen" }).click();
  const audio = answers(other, TEAM).locator("audio");
  await expectPlaying(audio);
  // a busy machine stops the recording later
  const seconds = await audio.evaluate((each: HTMLAudioElement) => each.duration);
  expect(seconds).toBeGreaterThan(2.5);
  expect(seconds).toBeLessThan(8);
});

test("words that reach the record and the page at once are not a conflict, and the audio leaves the device", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  // long enough for the microphone's beeps to count as speech
  await nextTake(page, () => record(page, TEAM, 3));
  // the record contains the answer before its words
  await save(page);
  await expect(answers(page, TEAM)).toContainText([WORDS], { timeout: 15_000 });
  await save(page);
  await expect(unsavedMark(page)).toHaveText("");
  await expect(answers(page, TEAM)).toHaveCount(1);
  for (const title of ["Edited in two places", "Updated from another device"])
    await expect(toast(page, title)).toHaveCount(0);
  const takeRows = async () => (await readDevice(page)).rows.filter(({ store }) => store === "takes").length;
  await expect.poll(takeRows).toBe(0);
});
