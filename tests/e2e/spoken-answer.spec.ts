import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answers, expect, save, signIn } from "../support/browser/journey.ts";
import { nextTake, record, test as recordingTest } from "../support/browser/recording.ts";
import { fileOfFfmpeg, SPOKEN_FILE, shareOfWords } from "../support/data/spoken-take.ts";
import { type Site, startSite } from "../support/service/site-process.ts";

const TEAM = "team-description";
const WORDS_AT_LEAST = 0.8;
const POCKETSPHINX = ["pocketsphinx_continuous", "-infile", "{wav}", "-logfn", "/dev/null"];

/** Only the sound is fake: the browser's microphone hears a spoken sentence, and a real engine transcribes it. */
const test = recordingTest.extend<object, { site: Site }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "firsthand-spoken-"));
      const file = join(folder, "microphone.wav");
      // Chromium accepts only this format
      fileOfFfmpeg(file, ["-i", SPOKEN_FILE, "-ar", "48000", "-ac", "1", "-c:a", "pcm_s16le"]);
      const args = [...(launchOptions.args ?? []), `--use-file-for-fake-audio-capture=${file}%noloop`];
      await use({ ...launchOptions, args });
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const site = await startSite({
        FIRSTHAND_TRANSCRIBER: "command",
        FIRSTHAND_TRANSCRIBER_COMMAND: JSON.stringify(POCKETSPHINX),
      });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

test("a spoken sentence becomes words on the page, which are edited and saved", async ({
  page,
  client,
  site,
}) => {
  test.setTimeout(90_000);
  await signIn(page, client);
  await nextTake(page, () => record(page, TEAM, 7));
  const words = answers(page, TEAM).getByRole("paragraph");
  await expect(words).not.toHaveText(/^(Generating|$)/, { timeout: 30_000 });
  const transcript = (await words.textContent()) ?? "";
  expect(shareOfWords(transcript), transcript).toBeGreaterThanOrEqual(WORDS_AT_LEAST);
  await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
  const editor = page.getByRole("textbox", { name: "Edit answer" });
  await editor.fill(`${await editor.inputValue()} And by word of mouth.`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await save(page);
  const { record: stored } = JSON.parse(await site.firsthand("record", "export", client.clientId));
  expect(stored["team-and-business-setup"].responses).toMatchObject([
    { type: "audio", content: `${transcript} And by word of mouth.` },
  ]);
});
