import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "../support/browser/journey.ts";
import { test as recordingTest } from "../support/browser/recording.ts";
import { openTalk, talk } from "../support/browser/talk-journey.ts";
import { fileOfFfmpeg, SPOKEN_FILE, shareOfWords } from "../support/data/spoken-take.ts";
import { fakeVoice } from "../support/fakes/fake-voice.ts";
import { trials } from "../support/faults/faults.ts";
import { type Site, startSite } from "../support/service/site-process.ts";

/** A whole interview by voice: the microphone hears a spoken sentence each time that it opens, and a real engine listens. */

const QUESTIONS = trials(2, 13);
const WORDS_AT_LEAST = 0.8;
const POCKETSPHINX = ["pocketsphinx_continuous", "-infile", "{wav}", "-logfn", "/dev/null"];
/** From the silence after an answer to the next question, and a margin. */
const SILENCE_SECONDS = 20;

const asked = Array.from({ length: QUESTIONS }, (_, place) => ({
  kind: "free-answer",
  id: `question-${place}`,
  title: `Question ${place + 1}`,
  prompt: `How do customers find you, part ${place + 1}?`,
  sample: "By phone.",
}));
const interview = {
  format: 1,
  sections: [{ id: "all", name: "All", minutes: 10, description: "Everything.", questions: asked }],
};

const test = recordingTest.extend<object, { folder: string; site: Site }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "firsthand-spoken-"));
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  launchOptions: [
    async ({ launchOptions, folder }, use) => {
      const file = join(folder, "microphone.wav");
      const silence = ["-af", `apad=pad_dur=${SILENCE_SECONDS}`];
      fileOfFfmpeg(file, ["-i", SPOKEN_FILE, ...silence, "-ar", "48000", "-ac", "1", "-c:a", "pcm_s16le"]);
      const args = [...(launchOptions.args ?? []), `--use-file-for-fake-audio-capture=${file}%noloop`];
      await use({ ...launchOptions, args });
    },
    { scope: "worker" },
  ],
  site: [
    async ({ folder }, use) => {
      const file = join(folder, "interview.yaml");
      writeFileSync(file, JSON.stringify(interview));
      const site = await startSite({
        FIRSTHAND_INTERVIEW: file,
        FIRSTHAND_TRANSCRIBER: "command",
        FIRSTHAND_TRANSCRIBER_COMMAND: JSON.stringify(POCKETSPHINX),
      });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

test("is answered hands off, from the first press to the end, and its words are found", async ({
  page,
  client,
  site,
}) => {
  test.setTimeout(60_000 + QUESTIONS * 30_000);
  await fakeVoice(page);
  await openTalk(page, client);
  await talk.press(page, "Start");
  const begun = Date.now();
  await expect(talk.question(page)).toHaveText("That’s all we wanted to ask", {
    timeout: QUESTIONS * 30_000,
  });
  test.info().annotations.push({
    type: "figure",
    description: `${QUESTIONS} questions in ${Math.round((Date.now() - begun) / 1_000)} s`,
  });
  const transcripts = async () => {
    const { record } = JSON.parse(await site.firsthand("record", "export", client.clientId)) as {
      record: { [entry: string]: { responses?: { content: string }[] } };
    };
    return asked.map(({ id }) => record[id]?.responses?.[0]?.content ?? "");
  };
  await talk.press(page, "Review");
  await expect.poll(async () => (await transcripts()).every(Boolean), { timeout: 60_000 }).toBe(true);
  for (const transcript of await transcripts())
    expect(shareOfWords(transcript), transcript).toBeGreaterThanOrEqual(WORDS_AT_LEAST);
});
