import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  menu,
  nextSaveBody,
  openMenu,
  signIn,
} from "../support/browser/journey.ts";
import { nextTake, test } from "../support/browser/recording.ts";
import { openTalk, talk, talkAboutTeam } from "../support/browser/talk-journey.ts";
import { countWakeLocks } from "../support/browser/wake-locks.ts";
import { engine, fakeRecognizer, noRecognizer } from "../support/fakes/fake-recognizer.ts";
import { fakeRoom, room } from "../support/fakes/fake-room.ts";
import { fakeVoice, noVoice } from "../support/fakes/fake-voice.ts";
import { shareOf } from "../support/faults/faults.ts";

const TEAM = "team-description";
const TEAM_PROMPT = "Who works with you? What does each person handle on a normal day?";

/** In milliseconds since the page's start. */
type Span = { from: number; to: number };
declare global {
  interface Window {
    __capture: { pieces: Span[]; listening: { from: number; to?: number }[] };
  }
}
/** In milliseconds: the screen shows a state slightly late, and a recorder's last piece comes after its end. */
const LATE_MS = 250;

/** Records the time of each piece that a recorder makes, and of each time that the screen says "Listening". */
async function watchCapture(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.__capture = { pieces: [], listening: [] };
    const { pieces, listening } = window.__capture;
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function begin(...given) {
      let from = performance.now();
      this.addEventListener("dataavailable", () => {
        pieces.push({ from, to: performance.now() });
        from = performance.now();
      });
      return start.apply(this, given);
    };
    const look = () => {
      const isOn = document.querySelector("[data-on]") !== null;
      const last = listening.at(-1);
      const wasOn = last !== undefined && last.to === undefined;
      if (isOn && !wasOn) listening.push({ from: performance.now() });
      if (!isOn && wasOn) last.to = performance.now();
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
}

test.describe("talk it through", () => {
  test("asks aloud, listens, notices the silence, keeps the answer, and continues", async ({
    page,
    client,
  }) => {
    await talkAboutTeam(page, client);
    expect(await talk.spoken(page)).toContain(TEAM_PROMPT);
    await room.speak(page);
    await talk.listenedFor(page, 8);
    await room.hush(page);
    await talk.says(page, "Anything else?");
    await talk.says(page, "Got it. Next:");
    await expect.poll(() => room.open(page)).toBe(0);
    await talk.at(page, 3);
    await expect.poll(() => talk.spoken(page)).toContain("Pick every tool");
    const body = await nextSaveBody(page, () => talk.press(page, "Back to the questions"));
    expect(JSON.stringify(body)).toContain('"type":"audio"');
    await expect(card(page, "current-tools")).toBeVisible();
    await expect(answers(page, TEAM)).toHaveCount(1);
  });

  test("a thin answer brings one short spoken question, once, which can be left unanswered", async ({
    page,
    client,
  }) => {
    await talkAboutTeam(page, client);
    await room.speak(page);
    await talk.listenedFor(page, 2);
    await talk.press(page, "Done, next question");
    await expect(talk.question(page)).toHaveText("How many hours a week do they work?");
    await room.hush(page);
    await talk.says(page, "Listening");
    await talk.press(page, "Done, next question");
    await talk.at(page, 3);
    await talk.press(page, "Back");
    await expect(talk.question(page)).toHaveText(TEAM_PROMPT);
    const spoken = await talk.spoken(page);
    expect(spoken.split("How many hours")).toHaveLength(2);
  });

  test("a silent client is asked once more, and then the interview pauses", async ({ page, client }) => {
    await talkAboutTeam(page, client);
    // asked again after 10 seconds, and paused after 10 more
    await expect.poll(() => talk.spoken(page).then((words) => words.split(TEAM_PROMPT).length)).toBe(3);
    await expect(talk.status(page)).toHaveText(/^Paused/, { timeout: 25_000 });
    expect(await room.open(page)).toBe(0);
    await talk.press(page, "Continue");
    await talk.says(page, "Listening");
    await talk.press(page, "Back to the questions");
    await expect(answers(page, TEAM)).toHaveCount(0);
  });

  test("Pause, Skip, Back, Again and the exit keep the spoken words, and only a pause lets the screen turn off", async ({
    page,
    client,
  }) => {
    const heldLocks = await countWakeLocks(page);
    await talkAboutTeam(page, client);
    // one is of the microphone, and one lasts while questions are read aloud and the client thinks
    await expect.poll(heldLocks, "listening").toBe(2);
    await room.speak(page);
    await talk.listenedFor(page, 3);
    await talk.press(page, "Pause");
    await talk.says(page, /^Paused\. We saved [34] seconds\.$/);
    await expect.poll(heldLocks, "paused").toBe(0);
    await talk.press(page, "Continue");
    await talk.listenedFor(page, 1);
    await talk.press(page, "Repeat");
    await talk.says(page, "Listening");
    await talk.listenedFor(page, 1);
    await talk.press(page, "Skip");
    await talk.at(page, 3);
    await talk.press(page, "Back");
    await talk.says(page, "Listening");
    await talk.listenedFor(page, 1);
    await talk.press(page, "Back to the questions");
    await expect(card(page, TEAM).getByRole("list").first().getByRole("listitem")).toHaveCount(4);
    await expect.poll(heldLocks, "closed").toBe(0);
  });

  test("keys: R, P, the arrows, Space and Esc", async ({ page, client }) => {
    await talkAboutTeam(page, client);
    await talk.question(page).click();
    await page.keyboard.press("p");
    await talk.says(page, /^Paused/);
    await page.keyboard.press("Space");
    await talk.says(page, "Listening");
    await page.keyboard.press("ArrowRight");
    await talk.at(page, 3);
    await page.keyboard.press("ArrowLeft");
    await talk.at(page, 2);
    await page.keyboard.press("r");
    await talk.says(page, "2 of 13");
    await page.keyboard.press("Escape");
    await expect(header(page)).toContainText("Onboarding Interview");
    await expect(box(page, TEAM)).toBeVisible();
  });

  for (const how of ["mute", "ended"] as const)
    test(`a microphone taken by the phone (${how}) ends in a pause, with the answer kept`, async ({
      page,
      client,
    }) => {
      await talkAboutTeam(page, client);
      await room.speak(page);
      await talk.listenedFor(page, 2);
      await room.take(page, how);
      await talk.says(page, /^Paused/);
      await room.hush(page);
      await talk.press(page, "Back to the questions");
      await expect(answers(page, TEAM)).toHaveCount(1);
    });

  test("a lost network loses nothing, and the answer is sent when it is back", async ({
    page,
    client,
    context,
  }) => {
    await talkAboutTeam(page, client);
    await context.setOffline(true);
    await room.speak(page);
    await talk.listenedFor(page, 2);
    await talk.press(page, "Done, next question");
    await room.hush(page);
    await expect(talk.question(page)).toHaveText("How many hours a week do they work?");
    await talk.press(page, "Skip");
    await talk.at(page, 3);
    await talk.press(page, "Back to the questions");
    await expect(answers(page, TEAM)).toHaveCount(1);
    expect(await nextTake(page, () => context.setOffline(false))).not.toBe("");
  });

  test("two tabs listen separately, and both answers end up in the record", async ({
    page,
    client,
    context,
    site,
  }) => {
    const other = await context.newPage();
    await noRecognizer(other);
    for (const tab of [page, other]) await talkAboutTeam(tab, client);
    for (const tab of [page, other]) {
      await room.speak(tab);
      await talk.listenedFor(tab, 2);
    }
    for (const tab of [page, other]) {
      await talk.press(tab, "Back to the questions");
      await headerButton(tab, "Save").click();
      await expect(tab.getByText("Progress Saved").first()).toBeVisible();
    }
    const record = await site.storage.records.load(client.clientId);
    expect(JSON.stringify(record).match(/"type":"audio"/g)).toHaveLength(2);
  });

  test("no audio is captured outside Listening and Quiet", async ({ page, client }) => {
    await watchCapture(page);
    await talkAboutTeam(page, client);
    await room.speak(page);
    await talk.listenedFor(page, 3);
    await room.hush(page);
    await talk.says(page, "Anything else?");
    await room.speak(page);
    await talk.press(page, "Pause");
    await talk.says(page, /^Paused/);
    await talk.press(page, "Continue");
    await talk.listenedFor(page, 1);
    await talk.press(page, "Repeat");
    await talk.says(page, "Listening");
    await talk.listenedFor(page, 1);
    await talk.press(page, "Done, next question");
    await talk.at(page, 3);
    const { pieces, listening } = await page.evaluate(() => window.__capture);
    expect(pieces.length).toBeGreaterThan(4);
    expect(listening.length).toBeGreaterThan(2);
    const isHeard = ({ from, to }: Span) =>
      listening.some((span) => from >= span.from - LATE_MS && to <= (span.to ?? Infinity) + LATE_MS);
    expect(pieces.filter((piece) => !isHeard(piece))).toEqual([]);
  });

  test("a hidden page stops listening, and waits for its client", async ({ page, client }) => {
    await talkAboutTeam(page, client);
    await room.speak(page);
    await talk.listenedFor(page, 2);
    const turn = (state: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await turn("hidden");
    await expect.poll(() => room.open(page)).toBe(0);
    await room.hush(page);
    await talk.says(page, /^Interrupted/);
    await turn("visible");
    await talk.says(page, /^Paused/);
    await talk.press(page, "Continue");
    await talk.says(page, "Listening");
    await talk.press(page, "Type instead");
    await expect(answers(page, TEAM)).toHaveCount(1);
  });

  test("browser Back leaves it with every spoken answer, and Forward returns", async ({ page, client }) => {
    await talkAboutTeam(page, client);
    await room.speak(page);
    await talk.listenedFor(page, 2);
    await page.goBack();
    await expect(answers(page, TEAM)).toHaveCount(1);
    expect(await room.open(page)).toBe(0);
    await page.goForward();
    await expect(talk.question(page)).toHaveText("Talk it through");
  });
});

test.describe("missing browser features", () => {
  test("without a local voice, the question is shown as text and the microphone opens", async ({
    page,
    client,
  }) => {
    await fakeVoice(page, { local: [], remote: ["en-US"] });
    await fakeRoom(page);
    await openTalk(page, client);
    await talk.press(page, "Start");
    await talk.press(page, "Next");
    // no voice has read the question aloud, so the screen reader's text includes it
    await talk.says(page, `2 of 13. ${TEAM_PROMPT} Listening`);
    await expect(talk.question(page)).toHaveText(TEAM_PROMPT);
    expect(await talk.spoken(page)).toBe("");
  });

  test("a voice that loads late, and one that never ends", async ({ page, client }) => {
    await fakeVoice(page, { comesAfterMs: 2_000, ends: false });
    await fakeRoom(page);
    await openTalk(page, client);
    await page.waitForFunction(() => window.speechSynthesis.getVoices().length > 0);
    await talk.press(page, "Start");
    await talk.says(page, "1 of 13");
    await talk.press(page, "Skip");
    await talk.says(page, "2 of 13");
    // the watchdog waits 1.6 times the estimated length plus 2 seconds, for each of the two sentences
    await talk.says(page, "Listening");
    expect(await page.evaluate(() => window.__isSpeaking())).toBe(false);
  });

  test("without a microphone, questions are read aloud and answers typed", async ({ page, client }) => {
    await noVoice(page);
    await page.addInitScript(() => Object.defineProperty(window, "MediaRecorder", { value: undefined }));
    await openTalk(page, client);
    await expect(page.getByText("This browser can’t record.")).toBeVisible();
    await talk.press(page, "Start");
    await talk.press(page, "Next");
    await box(page, TEAM).fill(
      "Maria runs the counter and Sam drives. I do the buying, the books and the rest of it.",
    );
    await talk.press(page, "Add");
    await talk.at(page, 3);
  });

  test("a refused microphone leads to the box, with instructions to allow it", async ({ page, client }) => {
    await fakeVoice(page);
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No.", "NotAllowedError"));
    });
    await openTalk(page, client);
    await talk.press(page, "Start");
    await talk.press(page, "Next");
    await expect(card(page, TEAM).getByRole("alert")).toContainText(/microphone/i);
    await expect(box(page, TEAM)).toBeVisible();
    await talk.press(page, "Next");
    await talk.at(page, 3);
  });

  test("where recording is off, dictation shows its words as a caption, and a pause in them counts as silence", async ({
    page,
    client,
  }) => {
    await fakeRecognizer(page);
    await fakeVoice(page);
    await page.addInitScript(() => Object.defineProperty(window, "MediaRecorder", { value: undefined }));
    await openTalk(page, client);
    await expect(page.getByText(/turns your speech into text/)).toBeVisible();
    await talk.press(page, "Start");
    await talk.press(page, "Next");
    await talk.says(page, "Listening");
    await expect.poll(() => engine.isRunning(page)).toBe(true);
    await engine.settle(
      page,
      "Maria runs the counter and Sam makes the deliveries three days a week and I do the rest",
    );
    await expect(page.getByText(/^Maria runs the counter/i)).toBeVisible();
    await talk.says(page, "Anything else?");
    await talk.at(page, 3);
    await talk.press(page, "Back to the questions");
    await expect(answers(page, TEAM)).toContainText("Maria runs the counter");
  });
});

test.describe("one at a time", () => {
  test("works the same without the voice: one card at a time, Next continues, and the choice is remembered", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    await openMenu(page);
    await menu(page).getByRole("button", { name: "One at a time" }).click();
    await talk.at(page, 1);
    await expect(card(page, TEAM)).toHaveCount(0);
    await talk.press(page, "Next");
    await box(page, TEAM).fill("Maria runs the counter.");
    await talk.press(page, "Add");
    await expect(answers(page, TEAM)).toHaveCount(1);
    await box(page, TEAM).fill("Sam drives.");
    await talk.press(page, "Next");
    await talk.at(page, 3);
    await talk.press(page, "Save");
    await expect(page.getByText("Saved", { exact: false }).first()).toBeVisible();
    await page.reload();
    await signIn(page, client);
    await talk.at(page, 1);
    await talk.press(page, "See all questions");
    await expect(card(page, "business-profile")).toBeVisible();
    await page.reload();
    await signIn(page, client);
    await expect(card(page, TEAM)).toBeVisible();
  });

  test("Next leads through all questions, and the last one to Review", async ({ page, client }) => {
    await signIn(page, client);
    await openMenu(page);
    await menu(page).getByRole("button", { name: "One at a time" }).click();
    for (let place = 1; place <= 13; place++) {
      await talk.at(page, place);
      await talk.press(page, "Next");
    }
    await expect(talk.question(page)).toHaveText("That’s all we wanted to ask");
    await expect(page.getByText("13 questions are still open.", { exact: false })).toBeVisible();
    await talk.press(page, "Review");
    await expect(page.getByRole("heading", { level: 2, name: "Review" })).toBeVisible();
  });
});

for (const width of shareOf([1280, 390, 320], { every: 3, turn: 2 }))
  test(`every state is accessible and fits at ${width} px`, async ({ page, client }) => {
    await page.setViewportSize({ width, height: 740 });
    await fakeVoice(page, { msPerCharacter: 60 });
    await fakeRoom(page);
    await openTalk(page, client);
    const check = async () => {
      await expectAccessible(page, "talk");
      await page.setViewportSize({ width, height: 740 });
      await expectNoOverflow(page, `talk at ${width} px`);
    };
    await check();
    await talk.press(page, "Start");
    await talk.says(page, "1 of 13");
    await check();
    await talk.press(page, "Skip");
    await talk.press(page, "Answer now");
    await talk.says(page, "Listening");
    await check();
    await talk.press(page, "Pause");
    await check();
    await talk.press(page, "Type instead");
    await check();
  });

test("a screen reader reads place, question, state and actions, in this order", async ({ page, client }) => {
  await talkAboutTeam(page, client);
  const read = await page.locator("#root").ariaSnapshot();
  const order = [
    "2 of 13",
    TEAM_PROMPT,
    "Worth a mention",
    "Type instead",
    "Back",
    "Repeat",
    "Pause",
    "Skip",
    "Done, next question",
  ];
  const places = order.map((words) => read.indexOf(words === "Back" ? 'button "Back"' : words));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});
