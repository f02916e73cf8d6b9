import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import type { Site, TestClient } from "../service/site-process.ts";
import type { OtherBrowser } from "./other-browser.ts";
import { faultsOf, watchFaults } from "./page-faults.ts";

const QUESTION = "team-description";
const CARD = `//*[@data-question="${QUESTION}"]`;
/** For any wait of these journeys; long, because a busy machine is slow. */
const POLL = { timeout: 20_000, interval: 50 };

type Look = {
  /** All text of the question's card. */
  card: string;
  timer: string;
  /** The lines of each answer, without those of its buttons. */
  answers: string[][];
  sound: { at: number; duration: number } | undefined;
};

/** What a client does with a question and sees of it, in any browser. */
export function recordingJourney(browser: OtherBrowser, site: Site) {
  const look = () => browser.run(lookAt, QUESTION);
  const press = (name: string) => browser.press(button(CARD, name));

  return {
    look,
    press,

    async signIn({ accessKey }: TestClient): Promise<void> {
      await browser.open(site.url);
      await browser.type(
        '//input[@id=//label[starts-with(normalize-space(), "Access Key")]/@for]',
        accessKey,
      );
      await browser.press(button("", "Access Interview"));
      await expect.poll(async () => (await look()).card, POLL).not.toBe("");
      await browser.run(watchFaults);
    },

    /** Records while `speak` runs; `speak` must begin at once. */
    async record(speak: () => Promise<void>): Promise<void> {
      await press("Talk: Record");
      await this.sees("timer", "of 5:00");
      await speak();
      await press("Stop recording");
    },

    /**
     * Goes past the first question, which is a form, to the question of these journeys; these browsers have no voice.
     */
    async talkAboutTeam(): Promise<void> {
      const place = await browser.run(placeOfViews);
      await browser.press(button(`//*[@data-place="${place}"]`, "Talk it through"));
      await browser.press(button("", "Start"));
      await browser.press(button("", "Next"));
      await this.hears("Listening");
      // once the seconds count, the microphone is open
      await expect.poll(() => browser.run(wordsOfPage), POLL).toMatch(/\b0:0\d/);
    },

    /** Waits until a screen reader says these words. */
    async hears(words: string): Promise<void> {
      await expect.poll(() => browser.run(statusOf), POLL).toContain(words);
    },

    /** Presses a button of Talk it through. */
    pressInTalk: (name: string) => browser.press(button("", name)),

    type: (text: string) => browser.type(`${CARD}//textarea`, text),

    async sees(part: "card" | "timer", text: string): Promise<void> {
      await expect.poll(async () => (await look())[part], POLL).toContain(text);
    },

    async seesAnswer(text: string): Promise<void> {
      const answers = async () => (await look()).answers.map((lines) => lines.join("\n"));
      await expect.poll(answers, POLL).toEqual([expect.stringContaining(text)]);
    },

    /** Waits for the transcript of the only answer, and returns it. */
    async seesWords(): Promise<string> {
      const words = async () =>
        (await look()).answers.map((lines) => lines.find((line) => !line.startsWith("Sending")) ?? "");
      await expect.poll(words, POLL).toEqual([expect.not.stringMatching(/^(Generating|$)/)]);
      return (await words())[0] ?? "";
    },

    /** Presses Listen once, which must be enough; returns the length of the audio. */
    async listen(): Promise<{ durationMs: number }> {
      await press("Listen");
      await expect.poll(async () => (await look()).sound?.at ?? 0, POLL).toBeGreaterThan(0.2);
      return { durationMs: 1_000 * ((await look()).sound?.duration ?? 0) };
    },

    /** Scrolls to the top first, because the header's first row scrolls away. */
    async save(): Promise<void> {
      await browser.run(() => window.scrollTo(0, 0));
      await browser.press(button("//header", "Save"));
      await expect.poll(() => browser.run(() => document.body.innerText), POLL).toContain("Progress Saved");
    },

    /** The client's takes as the server stores them. */
    takes({ clientId }: TestClient) {
      const database = new DatabaseSync(site.databaseFile, { readOnly: true });
      const rows = database
        .prepare(
          "select state, mime_type as mimeType, duration_ms as durationMs from takes where client_id = ?",
        )
        .all(clientId);
      database.close();
      // copies the rows, because they have no prototype
      return rows.map((row) => ({ ...row }));
    },

    /** The client's record of the question. */
    async stored({ clientId }: TestClient): Promise<unknown> {
      const { record } = JSON.parse(await site.firsthand("record", "export", clientId));
      return record["team-and-business-setup"].responses;
    },

    /** What our pages must never do, collected since the sign-in. */
    faults: () => browser.run(faultsOf),
  };
}

function button(within: string, name: string): string {
  return `${within}//button[normalize-space()="${name}" or @aria-label="${name}"]`;
}

/** Runs in the page. */
function wordsOfPage(): string {
  return document.querySelector("main")?.innerText ?? "";
}

/** Runs in the page: in a narrow window the other ways to answer are above the questions. */
function placeOfViews(): string {
  const views = [...document.querySelectorAll<HTMLElement>("[data-place]")];
  return views.find(({ offsetParent }) => offsetParent !== null)?.dataset.place ?? "";
}

/** Runs in the page. */
function statusOf(): string {
  return [...document.querySelectorAll<HTMLElement>('[role="status"]')]
    .map(({ textContent }) => textContent)
    .join("\n");
}

/** Runs in the page. */
function lookAt(question: string): Look {
  const card = document.querySelector<HTMLElement>(`[data-question="${question}"]`);
  const audio = card?.querySelector("audio");
  return {
    card: card?.innerText ?? "",
    timer: card?.querySelector('[role="timer"]')?.textContent ?? "",
    answers: [...(card?.querySelectorAll<HTMLElement>("ol > li") ?? [])].map((answer) => {
      const buttons = [...answer.querySelectorAll("button")].map(({ innerText }) => innerText);
      return answer.innerText.split("\n").filter((line) => line !== "" && !buttons.includes(line));
    }),
    sound: audio ? { at: audio.currentTime, duration: audio.duration } : undefined,
  };
}
