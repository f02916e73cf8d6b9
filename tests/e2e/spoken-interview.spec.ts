import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "../support/browser/journey.ts";
import { test as recordingTest } from "../support/browser/recording.ts";
import { openTalk, talk } from "../support/browser/talk-journey.ts";
import { type SpokenSentence, shareOfMarked, spokenSentences } from "../support/data/spoken-sentences.ts";
import { fileOfFfmpeg } from "../support/data/spoken-take.ts";
import { fakeVoice } from "../support/fakes/fake-voice.ts";
import { trials } from "../support/faults/faults.ts";
import { type Site, startSite } from "../support/service/site-process.ts";

/**
 * A whole interview by voice: each time the microphone opens, it hears another sentence in one of four voices, and a
 * real engine transcribes it.
 */

const QUESTIONS = trials(2, 13);
/** Browsers on other processors sound a little different, and the engine then misses a word more or less. */
const WORDS_OF_EACH = 0.6;
const WORDS_OF_ALL = 0.8;
const POCKETSPHINX = ["pocketsphinx_continuous", "-infile", "{wav}", "-logfn", "/dev/null"];
/** People take a breath after a question before they answer. */
const BREATH = "adelay=400:all=1";
/** Covers the time from the silence after an answer to the next question, with a margin. */
const SILENCE_SECONDS = 20;

const sentences = spokenSentences.slice(0, QUESTIONS);
/** A limit for all sentences together. */
const SPEECH_AT_MOST_MS = 6 * 60_000;

const asked = sentences.map((_, place) => ({
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

/** Sets what the microphone hears when it opens next: the browser reads the file once, at that moment. */
function putBefore(folder: string, { file }: SpokenSentence): void {
  const made = join(folder, "next.wav");
  const sound = ["-af", `${BREATH},apad=pad_dur=${SILENCE_SECONDS}`, "-ar", "48000", "-ac", "1"];
  fileOfFfmpeg(made, ["-i", file, ...sound, "-c:a", "pcm_s16le"]);
  renameSync(made, join(folder, "microphone.wav"));
}

test("the interview is answered hands-free from start to end, and the important words are found", async ({
  page,
  client,
  site,
  folder,
}) => {
  test.setTimeout(60_000 + QUESTIONS * 30_000);
  await fakeVoice(page, { msPerCharacter: 20 });
  await openTalk(page, client);
  const [first, ...others] = sentences;
  if (first) putBefore(folder, first);
  await talk.press(page, "Start");
  const begun = Date.now();
  for (const [place, next] of others.entries()) {
    await expect(talk.question(page)).toHaveText(asked[place]?.prompt ?? "", { timeout: 30_000 });
    // the microphone is open and has read its sentence, so the file can be replaced
    await talk.says(page, "Listening");
    putBefore(folder, next);
  }
  await expect(talk.question(page)).toHaveText("That’s all we wanted to ask", {
    timeout: QUESTIONS * 30_000,
  });
  const tookMs = Date.now() - begun;
  test.info().annotations.push({
    type: "figure",
    description: `${QUESTIONS} questions in ${Math.round(tookMs / 1_000)} s`,
  });
  expect(tookMs).toBeLessThan(SPEECH_AT_MOST_MS);
  const transcripts = async () => {
    const { record } = JSON.parse(await site.firsthand("record", "export", client.clientId)) as {
      record: { [entry: string]: { responses?: { content: string }[] } };
    };
    return asked.map(({ id }) => record[id]?.responses?.[0]?.content ?? "");
  };
  await talk.press(page, "Review");
  await expect.poll(async () => (await transcripts()).every(Boolean), { timeout: 60_000 }).toBe(true);
  const heard = await transcripts();
  const shares = sentences.map((said, place) => shareOfMarked(said, heard[place] ?? ""));
  const message = heard.join("\n");
  expect(Math.min(...shares), message).toBeGreaterThanOrEqual(WORDS_OF_EACH);
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length, message).toBeGreaterThanOrEqual(
    WORDS_OF_ALL,
  );
  test.info().annotations.push({ type: "figure", description: `words found: ${shares.join(" ")}` });
});
