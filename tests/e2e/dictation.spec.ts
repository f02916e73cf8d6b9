import type { Page } from "@playwright/test";
import {
  answer,
  answers,
  box,
  card,
  expect,
  headerButton,
  nextSaveBody,
  openSection,
  section,
  signIn,
  type TestClient,
  test,
} from "../support/browser/journey.ts";
import { countWakeLocks } from "../support/browser/wake-locks.ts";
import { engine, fakeRecognizer, noRecognizer } from "../support/fakes/fake-recognizer.ts";

const TEAM = "team-description";
const TOOLS = "current-tools";
const PRIVACY = "The company behind your browser turns your speech into text.";
const dictate = (page: Page, questionId = TEAM) =>
  card(page, questionId).getByRole("button", { name: "Dictate" });
const stop = (page: Page, questionId = TEAM) =>
  card(page, questionId).getByRole("button", { name: "Stop dictation" });
/** The announcements and errors of a question. */
const statusIn = (page: Page, questionId = TEAM) => card(page, questionId).getByRole("status");

/** Signs in and starts dictation for the first free answer. */
async function listen(page: Page, client: TestClient, manners?: Parameters<typeof fakeRecognizer>[1]) {
  await fakeRecognizer(page, manners);
  await signIn(page, client);
  await dictate(page).click();
  await expect(stop(page)).toBeVisible();
}

/**
 * From here on time moves only as the test says. A slow machine gets there first, and before any engine's silence ends.
 */
async function holdTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 6_000);
}

test("there is no button when the browser has no speech recognition", async ({ page, client }) => {
  await noRecognizer(page);
  await signIn(page, client);
  await expect(box(page, TEAM)).toBeVisible();
  await expect(page.getByRole("button", { name: "Dictate" })).toHaveCount(0);
});

test("the button says where speech goes, and nothing is recorded before a press", async ({
  page,
  client,
}) => {
  await fakeRecognizer(page);
  await signIn(page, client);
  await expect(page.getByRole("button", { name: "Dictate" })).toHaveCount(2);
  await expect(card(page, TEAM)).toContainText(PRIVACY);
  expect(await engine.isRunning(page)).toBe(false);
});

test("while listening the box is read-only and shows words as they come", async ({ page, client }) => {
  await listen(page, client);
  await expect(box(page, TEAM)).toHaveAttribute("placeholder", "Listening... Speak now");
  await expect(box(page, TEAM)).not.toBeEditable();
  await engine.hear(page, "two of");
  await expect(box(page, TEAM)).toHaveValue("two of");
  await engine.settle(page, "two of us");
  await engine.hear(page, " and a");
  await expect(box(page, TEAM)).toHaveValue("two of us and a");
  await expect(answers(page, TEAM)).toHaveCount(0);
});

test("start, stop and the answer are announced, but not the words in between", async ({ page, client }) => {
  await fakeRecognizer(page);
  await signIn(page, client);
  await expect(statusIn(page)).toHaveText("");
  await dictate(page).click();
  await expect(statusIn(page)).toHaveText("Listening.");
  await engine.hear(page, "two of us");
  await expect(box(page, TEAM)).toHaveValue("two of us");
  await expect(statusIn(page)).toHaveText("Listening.");
  await stop(page).click();
  await expect(statusIn(page)).toHaveText("Stopped listening. Added: Two of us.");
  await dictate(page).click();
  await stop(page).click();
  await expect(statusIn(page)).toHaveText("Stopped listening.");
});

test("a stop adds what was heard, including interim words, and the box and the screen are as before", async ({
  page,
  client,
}) => {
  const heldLocks = await countWakeLocks(page);
  await listen(page, client);
  await expect.poll(heldLocks, "the screen stays on").toBe(1);
  await engine.settle(page, "two of us");
  await engine.hear(page, "and a dog");
  await stop(page).click();
  await expect(answers(page, TEAM)).toContainText(["Two of us and a dog."]);
  await expect(box(page, TEAM)).toHaveValue("");
  await expect(box(page, TEAM)).toBeEditable();
  await expect(dictate(page)).toBeVisible();
  expect(await engine.isRunning(page)).toBe(false);
  await expect.poll(heldLocks, "the screen can turn off").toBe(0);
});

test("the text is added 100 ms after the engine's end", async ({ page, client }) => {
  await page.clock.install();
  await listen(page, client);
  await engine.settle(page, "two of us");
  await holdTime(page);
  await stop(page).click();
  await expect(dictate(page)).toBeVisible();
  await page.clock.runFor(99);
  await expect(answers(page, TEAM)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(answers(page, TEAM)).toHaveCount(1);
});

test("an engine that does not react to the stop counts as ended after 1.5 s", async ({ page, client }) => {
  await page.clock.install();
  await listen(page, client, { answersStop: false });
  await engine.settle(page, "two of us");
  await holdTime(page);
  await stop(page).click();
  await page.clock.runFor(1_499);
  await expect(stop(page)).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(101);
  await expect(answers(page, TEAM)).toHaveCount(1);
  expect(await engine.isRunning(page)).toBe(false);
});

test.describe("an end caused by the engine", () => {
  test("does not end it for the client: the box listens on three times, and then adds the text", async ({
    page,
    client,
  }) => {
    await page.clock.install();
    await listen(page, client);
    for (const words of ["two of us", "and a dog", "we open at nine"]) {
      await engine.settle(page, words);
      await engine.end(page);
      await expect(stop(page)).toBeVisible();
      await expect(box(page, TEAM)).not.toBeEditable();
      await page.clock.runFor(1_000);
      await expect.poll(() => engine.isRunning(page)).toBe(true);
    }
    await expect(box(page, TEAM)).toHaveValue("two of us and a dog we open at nine");
    await engine.end(page);
    await expect(dictate(page)).toBeVisible();
    await page.clock.runFor(5_000);
    await expect(answers(page, TEAM)).toHaveCount(1);
    expect(await engine.isRunning(page)).toBe(false);
  });

  test("ends it on Android, and adds the text like a stop", async ({ openContext, client }) => {
    const userAgent = "Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0 Mobile Safari/537.36";
    const page = await (await openContext({ userAgent })).newPage();
    await listen(page, client);
    await engine.settle(page, "two of us");
    await engine.end(page);
    await expect(answers(page, TEAM)).toContainText(["Two of us."]);
    await expect(dictate(page)).toBeVisible();
    expect(await engine.runs(page)).toHaveLength(1);
  });
});

test("silence makes no answer, and is not a failure", async ({ page, client }) => {
  await listen(page, client);
  await engine.fail(page, "no-speech");
  await expect(statusIn(page)).toHaveText("We didn’t hear anything. Press Talk when you’re ready to talk.");
  await expect(dictate(page)).toBeVisible();
  await expect(box(page, TEAM)).toBeEditable();
  await expect(answers(page, TEAM)).toHaveCount(0);
});

test("another page that takes the microphone ends it, which is not a failure either", async ({
  page,
  client,
}) => {
  await listen(page, client);
  await engine.settle(page, "two of us");
  await engine.fail(page, "aborted");
  await expect(answers(page, TEAM)).toContainText(["Two of us."]);
  await expect(statusIn(page)).toHaveText("Stopped listening. Added: Two of us.");
  await expect(dictate(page)).toBeVisible();
});

test("dictation continues after text typed before", async ({ page, client }) => {
  await fakeRecognizer(page);
  await signIn(page, client);
  await box(page, TEAM).fill("We are");
  await dictate(page).click();
  await engine.settle(page, "two of us");
  await expect(box(page, TEAM)).toHaveValue("We are two of us");
  await stop(page).click();
  await expect(answers(page, TEAM)).toContainText(["We are two of us."]);
});

test.describe("tidied text", () => {
  test("can be replaced by the raw words, also after a save and on another device", async ({
    page,
    client,
    openContext,
  }) => {
    await listen(page, client);
    await engine.settle(page, "two of us");
    await stop(page).click();
    await expect(answers(page, TEAM)).toContainText(["Two of us."]);
    await nextSaveBody(page, () => headerButton(page, "Save").click());
    const other = await (await openContext()).newPage();
    await signIn(other, client);
    await answers(other, TEAM).getByRole("button", { name: "Use my exact words" }).click();
    await expect(answers(other, TEAM).getByText("two of us", { exact: true })).toBeVisible();
    await expect(other.getByRole("button", { name: "Use my exact words" })).toHaveCount(0);
    const body = await nextSaveBody(other, () => headerButton(other, "Save").click());
    expect(body).toMatchObject({
      data: { "team-and-business-setup": { responses: [{ content: "two of us", source: "dictated" }] } },
    });
  });

  test("does not exist when the engine sets its own punctuation", async ({ page, client }) => {
    await listen(page, client);
    await engine.settle(page, "Two of us, and a dog.");
    await stop(page).click();
    await expect(answers(page, TEAM)).toContainText(["Two of us, and a dog."]);
    await expect(page.getByRole("button", { name: "Use my exact words" })).toHaveCount(0);
  });
});

test("an error keeps what was heard and says in plain words what to do", async ({ page, client }) => {
  await page.clock.install();
  await fakeRecognizer(page);
  await signIn(page, client);
  const unblock =
    "To allow it, click the icon to the left of the web address and turn Microphone on. Then press Talk again, or type your answer.";
  const causes = [
    ["not-allowed", 0, `The microphone is blocked for this page. ${unblock}`],
    ["not-allowed", 3_000, `We don’t have permission to use the microphone. ${unblock}`],
    [
      "audio-capture",
      0,
      "We couldn’t use a microphone. Plug one in, hang up any call that’s using it, or type your answer.",
    ],
    ["network", 0, "Your browser can’t reach its speech service. Please type your answer for now."],
    ["something-new", 0, "Dictation stopped. Press Talk to try again, or type your answer."],
  ] as const;
  await holdTime(page);
  for (const [place, [code, afterMs, sentence]] of causes.entries()) {
    await dictate(page).click();
    await page.clock.runFor(afterMs);
    await engine.settle(page, `heard before ${code}`);
    await engine.fail(page, code);
    await expect(statusIn(page)).toHaveText(sentence);
    await expect(dictate(page)).toBeVisible();
    await page.clock.runFor(100);
    await expect(answers(page, TEAM)).toHaveCount(place + 1);
    await expect(answers(page, TEAM).nth(place)).toContainText(`Heard before ${code}.`);
  }
});

test("without a connection, an engine that needs one is not blamed", async ({ page, client, context }) => {
  await listen(page, client);
  await context.setOffline(true);
  await engine.fail(page, "network");
  await expect(statusIn(page)).toHaveText(
    "Dictation needs the internet, and you’re offline. Please type your answer for now.",
  );
  await dictate(page).click();
  await engine.fail(page, "network");
  await expect(dictate(page)).toBeVisible();
  await context.setOffline(false);
});

test.describe("dictation that does not work is not offered again on this page:", () => {
  const DEAD = "Dictation doesn’t work in this browser. Record your answer instead.";

  async function expectDead(page: Page, sentence: string): Promise<void> {
    await expect(statusIn(page)).toHaveText(sentence);
    await expect(page.getByRole("button", { name: /dictat/i })).toHaveCount(0);
    // the button that had the focus has disappeared
    await expect(card(page, TEAM).getByRole("button", { name: "Record" })).toBeFocused();
    await expect(card(page, TOOLS)).toContainText(DEAD);
    await expect(card(page, TEAM)).not.toContainText(PRIVACY);
    await expect(box(page, TEAM)).toBeEditable();
    expect(await engine.isRunning(page)).toBe(false);
    await answer(page, TEAM, "Typed instead");
  }

  test("the service is unreachable twice", async ({ page, client }) => {
    await listen(page, client);
    await engine.fail(page, "network");
    await expect(dictate(page)).toBeVisible();
    await dictate(page).click();
    await engine.fail(page, "network");
    await expectDead(page, "Your browser can’t reach its speech service. Please type your answer for now.");
    await openSection(page, "leads-booking");
    await expect(card(page, "booking-process")).toContainText(DEAD);
  });

  for (const [code, sentence] of [
    [
      "service-not-allowed",
      "Speech recognition is turned off in this browser or on this device. Please type your answer.",
    ],
    ["language-not-supported", "This browser can’t recognize spoken English. Please type your answer."],
  ] as const) {
    test(`${code}, with or without an end event`, async ({ page, client }) => {
      await listen(page, client);
      await engine.failOnly(page, code);
      await expectDead(page, sentence);
    });
  }

  const NO_ANSWER = "This browser’s speech service isn’t responding. Please type your answer.";

  test("the engine never answers, although the microphone is allowed", async ({ page, client, context }) => {
    await context.grantPermissions(["microphone"]);
    await page.clock.install();
    await fakeRecognizer(page, { tellsStart: false });
    await signIn(page, client);
    await holdTime(page);
    await dictate(page).click();
    await page.clock.runFor(3_999);
    await expect(stop(page)).toBeVisible();
    await page.clock.runFor(1);
    await expectDead(page, NO_ANSWER);
  });

  test("the engine listens and hears nothing, twice", async ({ page, client }) => {
    await page.clock.install();
    await listen(page, client);
    await page.clock.runFor(30_000);
    await expect(statusIn(page)).toContainText("We didn’t hear anything.");
    await dictate(page).click();
    await page.clock.runFor(30_000);
    await expectDead(page, NO_ANSWER);
  });
});

test("while the browser may be asking for the microphone, the client sees a hint and there is no timeout", async ({
  page,
  client,
}) => {
  await page.clock.install();
  await listen(page, client, { tellsStart: false });
  await page.clock.runFor(20_000);
  await expect(card(page, TEAM)).toContainText("If your browser asks to use the microphone, choose Allow.");
  await engine.hear(page, "two of us");
  await expect(card(page, TEAM)).not.toContainText("choose Allow");
  await expect(box(page, TEAM)).toHaveValue("two of us");
});

test("the engine gets the client's name and the names of the tools", async ({ page, client }) => {
  await listen(page, client, { phrases: "taken" });
  const [run] = await engine.runs(page);
  expect(run?.phrases).toEqual(expect.arrayContaining([client.clientName, "QuickBooks", "Google Workspace"]));
});

test("an engine that accepts no names listens without them", async ({ page, client }) => {
  await listen(page, client, { phrases: "refused" });
  await expect(statusIn(page)).toHaveText("Listening.");
  await engine.settle(page, "two of us");
  await stop(page).click();
  await expect(answers(page, TEAM)).toContainText(["Two of us."]);
  expect((await engine.runs(page)).map(({ phrases }) => phrases.length > 0)).toEqual([true, false]);
});

test.describe("when the provider wants speech to stay on the device", () => {
  test.beforeAll(({ site }) => site.restart({ FIRSTHAND_DICTATION: "on-device" }));
  test.afterAll(({ site }) => site.restart());
  const ON_DEVICE = "Your speech stays on this device.";

  test("it does, and the line beside the button says so", async ({ page, client }) => {
    await listen(page, client, { onDevice: { availability: "available", installs: true } });
    await expect(card(page, TEAM)).toContainText(ON_DEVICE);
    await expect(card(page, TEAM)).not.toContainText(PRIVACY);
    expect(await engine.runs(page)).toMatchObject([{ isOnDevice: true }]);
  });

  test("the browser's vendor processes it until the device is ready, and the line says that", async ({
    page,
    client,
  }) => {
    await fakeRecognizer(page, { onDevice: { availability: "downloadable", installs: true } });
    await signIn(page, client);
    await expect(card(page, TEAM)).toContainText(PRIVACY);
    await dictate(page).click();
    await engine.settle(page, "two of us");
    await expect(card(page, TEAM)).toContainText(PRIVACY);
    await stop(page).click();
    await expect(card(page, TEAM)).toContainText(ON_DEVICE);
    // the new answer moves the button
    await expect(answers(page, TEAM)).toHaveCount(1);
    await dictate(page).click();
    await expect(stop(page)).toBeVisible();
    expect((await engine.runs(page)).map(({ isOnDevice }) => isOnDevice)).toEqual([false, true]);
  });

  test("a failing device is reported, and the vendor is used only after another press", async ({
    page,
    client,
  }) => {
    await listen(page, client, { onDevice: { availability: "available", installs: true } });
    await engine.failOnly(page, "language-not-supported");
    await expect(statusIn(page)).toHaveText(
      "This device couldn’t recognize your speech. Press Talk to use your browser’s online service, or type your answer.",
    );
    await expect(card(page, TOOLS)).toContainText(PRIVACY);
    expect(await engine.isRunning(page)).toBe(false);
    await dictate(page).click();
    await engine.settle(page, "two of us");
    await expect(box(page, TEAM)).toHaveValue("two of us");
  });

  test("a browser without that feature works as before", async ({ page, client }) => {
    await listen(page, client);
    await expect(card(page, TEAM)).toContainText(PRIVACY);
    expect(await engine.runs(page)).toMatchObject([{ isOnDevice: false }]);
  });
});

test.describe("the microphone is turned off, and what was heard is added, with", () => {
  async function expectTaken(page: Page): Promise<void> {
    await expect.poll(() => engine.isRunning(page)).toBe(false);
    await expect(answers(page, TEAM)).toContainText(["Two of us."]);
    await expect(dictate(page)).toBeVisible();
  }

  test("Save", async ({ page, client }) => {
    await listen(page, client);
    await engine.hear(page, "two of us");
    const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
    expect(body).toMatchObject({
      data: { "team-and-business-setup": { responses: [{ content: "Two of us.", source: "dictated" }] } },
    });
    await expectTaken(page);
  });

  test("a change of section", async ({ page, client }) => {
    await listen(page, client);
    await engine.hear(page, "two of us");
    await openSection(page, "website");
    await expect(section(page, "business-snapshot")).toContainText("1/3 completed");
    expect(await engine.isRunning(page)).toBe(false);
    await openSection(page, "business-snapshot");
    await expectTaken(page);
  });

  test("a page that is hidden", async ({ page, client }) => {
    await listen(page, client);
    await engine.hear(page, "two of us");
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expectTaken(page);
  });

  test("Logout", async ({ page, client, site }) => {
    await listen(page, client);
    await engine.hear(page, "two of us");
    await headerButton(page, "Logout").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await engine.isRunning(page)).toBe(false);
    await page.getByRole("button", { name: "Save and log out" }).click();
    await expect(page.getByRole("button", { name: "Access Interview" })).toBeVisible();
    expect(await site.firsthand("record", "export", client.clientId, "--format", "md")).toContain(
      "Two of us.",
    );
  });
});

test("Dictate on a second card stops the first, whose words are not lost", async ({ page, client }) => {
  await fakeRecognizer(page);
  await signIn(page, client);
  await openSection(page, "leads-booking");
  await dictate(page, "customer-acquisition").click();
  await engine.settle(page, "friends tell friends");
  await dictate(page, "booking-process").click();
  await expect(stop(page, "booking-process")).toBeVisible();
  await expect(dictate(page, "customer-acquisition")).toBeVisible();
  await engine.settle(page, "they call us");
  await stop(page, "booking-process").click();
  await expect(answers(page, "booking-process")).toContainText(["They call us."]);
  const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
  expect(body).toMatchObject({
    data: {
      "customer-acquisition": { responses: [{ content: "Friends tell friends." }] },
      "booking-process": { responses: [{ content: "They call us." }] },
    },
  });
});

test("a dictated answer is marked as one, a typed one is not", async ({ page, client }) => {
  await listen(page, client);
  await engine.settle(page, "two of us");
  await stop(page).click();
  await expect(answers(page, TEAM).getByText("Dictated")).toBeVisible();
  await answer(page, TEAM, "and a dog");
  await expect(answers(page, TEAM).nth(1).getByText("Dictated")).toHaveCount(0);
});
