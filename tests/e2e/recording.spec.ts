import type { Page } from "@playwright/test";
import { readAloud } from "../support/browser/accessibility-tree.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import { readDevice } from "../support/browser/device.ts";
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
  openSection,
  save,
  section,
  signIn,
  unsavedMark,
} from "../support/browser/journey.ts";
import { textEdges } from "../support/browser/look.ts";
import {
  decide,
  expectPlaying,
  nextTake,
  record,
  recordButton,
  recordedFor,
  recordInstead,
  stopButton,
  test,
} from "../support/browser/recording.ts";
import { countWakeLocks } from "../support/browser/wake-locks.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";
import { shareOf } from "../support/faults/faults.ts";

const TEAM = "team-description";
const TOOLS = "current-tools";
const PENDING = "Generating transcript...";
const sendingFails = "**/v1/onboarding/takes/**";

const player = (page: Page) => answers(page, TEAM).locator("audio");
const listen = (page: Page) => answers(page, TEAM).getByRole("button", { name: "Listen" });

/** Counts the microphones that the app has requested. */
async function countMicrophones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const counting = window as unknown as { __tracks: MediaStreamTrack[] };
    counting.__tracks = [];
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      counting.__tracks.push(...stream.getTracks());
      return stream;
    };
  });
  return () =>
    page.evaluate(() => {
      const { __tracks } = window as unknown as { __tracks: MediaStreamTrack[] };
      return __tracks.filter(({ readyState }) => readyState === "live").length;
    });
}

/** Makes the browser refuse the microphone. */
async function refuseMicrophone(page: Page, name: string): Promise<void> {
  await page.addInitScript((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("No.", error));
  }, name);
}

test.describe("the control", () => {
  test("is absent when the browser cannot record", async ({ page, client }) => {
    await page.addInitScript(() => Object.defineProperty(window, "MediaRecorder", { value: undefined }));
    await signIn(page, client);
    await expect(box(page, TEAM)).toBeVisible();
    await expect(page.getByRole("button", { name: "Record" })).toHaveCount(0);
  });

  test("is absent when the provider accepts no recordings", async ({ page, client }) => {
    await page.route("/", async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(/(name="firsthand-recording" content=")\w+/, "$1none");
      await route.fulfill({ response, body: html });
    });
    await signIn(page, client);
    await expect(box(page, TEAM)).toBeVisible();
    await expect(page.getByRole("button", { name: "Record" })).toHaveCount(0);
  });

  test("says where the voice goes, and opens no microphone before a press", async ({
    page,
    client,
    site,
  }) => {
    const openMicrophones = await countMicrophones(page);
    await signIn(page, client);
    await expect(card(page, TEAM)).toContainText(`Your recording goes to ${site.providerName}.`);
    expect(await openMicrophones()).toBe(0);
  });

  test("shows time and loudness while the microphone is open, and closes it", async ({ page, client }) => {
    const openMicrophones = await countMicrophones(page);
    await signIn(page, client);
    const announced = card(page, TEAM)
      .locator("[aria-live]")
      .filter({ hasText: /ecording/ });
    await recordButton(page, TEAM).click();
    await expect(announced).toHaveText("Recording.");
    await recordedFor(page, TEAM, 1);
    await expect(card(page, TEAM).getByRole("meter", { name: "Microphone level" })).toBeVisible();
    expect(await readAloud(page, card(page, TEAM))).toContainEqual(
      expect.stringMatching(/^button "Stop recording" /),
    );
    expect(await openMicrophones()).toBe(1);
    await stopButton(page, TEAM).click();
    await expect(recordButton(page, TEAM)).toBeFocused();
    await expect(announced).toHaveText("Recording saved.");
    await expect.poll(openMicrophones).toBe(0);
  });

  test("says in plain words why there is no microphone", async ({ page, client }) => {
    await refuseMicrophone(page, "NotAllowedError");
    await signIn(page, client);
    await recordButton(page, TEAM).click();
    await expect(card(page, TEAM)).toContainText(
      "The microphone is blocked for this page. To allow it, click the icon to the left of the web address and turn Microphone on. Then press Talk again, or type your answer.",
    );
    await expect(answers(page, TEAM)).toHaveCount(0);
    await expect(recordButton(page, TEAM)).toBeEnabled();
  });
});

test.describe("a take", () => {
  test("is an answer at once, counts as one, and is sent to the server automatically", async ({
    page,
    client,
  }) => {
    await decide(page, { state: "queued" });
    await signIn(page, client);
    const id = await nextTake(page, () => record(page, TEAM));
    await expect(answers(page, TEAM)).toContainText([PENDING]);
    await expect(section(page, "business-snapshot")).toContainText("1/3 completed");
    await expect(answers(page, TEAM).getByRole("button", { name: "Edit answer" })).toHaveCount(0);
    const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
    expect(body).toMatchObject({
      data: { "team-and-business-setup": { responses: [{ id, type: "audio", content: "" }] } },
    });
  });

  test("leaves the box and its text alone", async ({ page, client }) => {
    await signIn(page, client);
    await box(page, TEAM).fill("Half a sentence");
    await record(page, TEAM);
    await expect(answers(page, TEAM)).toHaveCount(1);
    await expect(box(page, TEAM)).toHaveValue("Half a sentence");
  });

  test("can be played, followed by another, and deleted", async ({ page, client }) => {
    await signIn(page, client);
    await record(page, TEAM, 2);
    await listen(page).click();
    await expectPlaying(player(page));
    expect(await player(page).getAttribute("src")).toMatch(/^blob:/);
    await expect(player(page)).toBeFocused();
    await record(page, TEAM);
    await expect(answers(page, TEAM)).toHaveCount(2);
    await answers(page, TEAM).first().getByRole("button", { name: "Delete answer" }).click();
    await expect(answers(page, TEAM)).toHaveCount(1);
    await save(page);
    await signIn(page, client);
    await expect(answers(page, TEAM)).toHaveCount(1);
  });

  test("can be played while it is being sent", async ({ page, client }) => {
    let release = () => undefined as unknown;
    const held = new Promise<unknown>((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route("**/parts/*", async (route) => {
      await held;
      await route.fallback();
    });
    await signIn(page, client);
    await record(page, TEAM, 2);
    await expect(answers(page, TEAM).locator("progress")).toBeVisible();
    await listen(page).hover();
    await page.mouse.down();
    release();
    await expect(answers(page, TEAM)).toContainText("Saved as a recording.");
    await expect(answers(page, TEAM).locator("progress")).toHaveCount(0);
    await page.mouse.up();
    await expectPlaying(player(page));
  });

  test("gets its words automatically, and they can then be edited", async ({ page, client }) => {
    await decide(page, { state: "queued" });
    await signIn(page, client);
    await nextTake(page, () => record(page, TEAM));
    await expect(answers(page, TEAM)).toContainText([PENDING]);
    await decide(page, { state: "transcribed", transcript: "Two of us, and a dog." });
    await expect(answers(page, TEAM)).toContainText(["Two of us, and a dog."]);
    const words = await textEdges(answers(page, TEAM).getByText("Two of us, and a dog."));
    const icon = await listen(page).locator("svg").boundingBox();
    expect(Math.abs((icon?.x ?? 0) - words.left), "Listen begins where the words begin").toBeLessThan(2);
    await expect(answers(page, TEAM).getByText("Recorded", { exact: true })).toBeVisible();
    await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
    await card(page, TEAM).getByRole("textbox", { name: "Edit answer" }).fill("Three of us.");
    await card(page, TEAM).getByRole("button", { name: "Save changes" }).click();
    await save(page);
    await signIn(page, client);
    await expect(answers(page, TEAM)).toContainText(["Three of us."]);
  });

  const outcomes = [
    ["silent", "We can’t hear anyone in this recording."],
    ["not-transcribed", "Saved as a recording. Your account manager will listen to it."],
    ["refused", "We can’t use this recording."],
    ["failed", "We couldn’t turn this recording into text."],
  ] as const;
  for (const [state, sentence] of shareOf(outcomes, { every: 4, turn: 0 })) {
    test(`that is ${state} says so, and accepts typed words`, async ({ page, client }) => {
      await decide(page, { state });
      await signIn(page, client);
      await record(page, TEAM);
      await expect(answers(page, TEAM)).toContainText([sentence]);
      await expect(answers(page, TEAM)).not.toContainText([PENDING]);
      await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
      const editor = card(page, TEAM).getByRole("textbox", { name: "Edit answer" });
      await expect(editor).toHaveValue("");
      await editor.fill("Two of us.");
      await editor.press("Control+Enter");
      await expect(answers(page, TEAM)).toContainText(["Two of us."]);
    });
  }

  test("that the engine failed on is transcribed when the client tries again", async ({ page, client }) => {
    await decide(page, { state: "failed" });
    await signIn(page, client);
    await record(page, TEAM);
    const retry = answers(page, TEAM).getByRole("button", { name: "Try again" });
    await expect(retry).toBeVisible();
    await decide(page, { state: "transcribed", transcript: "Two of us." });
    const asked = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/transcription"),
    );
    // the server's real answer about a recording that has not failed does not matter here
    await page.route("**/transcription", (route) => route.fulfill({ json: { data: {} } }));
    await retry.click();
    await asked;
    await expect(answers(page, TEAM)).toContainText(["Two of us."]);
  });
});

test("when the provider has stopped accepting recordings, the client sees that, and sends it later", async ({
  page,
  client,
}) => {
  const message = "We can’t accept recordings right now.";
  await page.route(sendingFails, (route) =>
    route.fulfill({ status: 409, json: { code: "RECORDING_NOT_OFFERED", message } }),
  );
  await signIn(page, client);
  await record(page, TEAM);
  await expect(answers(page, TEAM)).toContainText([`${message} Yours is safe on this device`]);
  await page.unroute(sendingFails);
  await nextTake(page, () => answers(page, TEAM).getByRole("button", { name: "Try again" }).click());
  await expect(answers(page, TEAM)).not.toContainText([message]);
});

test.describe("recording is finished into an answer", () => {
  test("by Save, which sends it", async ({ page, client }) => {
    await signIn(page, client);
    await recordButton(page, TEAM).click();
    await recordedFor(page, TEAM, 1);
    const saved = page.waitForRequest(
      (request) => request.method() === "PUT" && request.url().endsWith("/v1/onboarding"),
    );
    await headerButton(page, "Save").click();
    expect((await saved).postDataJSON()).toMatchObject({
      data: { "team-and-business-setup": { responses: [{ type: "audio" }] } },
    });
  });

  test("by another section, and by the review, which shows it", async ({ page, client }) => {
    const openMicrophones = await countMicrophones(page);
    await signIn(page, client);
    await recordButton(page, TEAM).click();
    await recordedFor(page, TEAM, 1);
    await openSection(page, "website");
    await expect(section(page, "business-snapshot")).toContainText("1/3 completed");
    await expect.poll(openMicrophones).toBe(0);
    await headerButton(page, "Review").click();
    await expect(
      page.getByRole("main").getByText(/Generating transcript|Saved as a recording/),
    ).toBeVisible();
  });

  test("by closing its card", async ({ page, client }) => {
    const openMicrophones = await countMicrophones(page);
    await signIn(page, client);
    await recordButton(page, TEAM).click();
    await recordedFor(page, TEAM, 1);
    await card(page, TEAM).locator("summary").click();
    await expect(section(page, "business-snapshot")).toContainText("1/3 completed");
    await expect.poll(openMicrophones).toBe(0);
  });

  test("by Record on another question", async ({ page, client }) => {
    await signIn(page, client);
    await openSection(page, "leads-booking");
    await recordButton(page, "customer-acquisition").click();
    await recordedFor(page, "customer-acquisition", 1);
    await recordButton(page, "booking-process").click();
    await expect(stopButton(page, "booking-process")).toBeVisible();
    await expect(answers(page, "customer-acquisition")).toHaveCount(1);
    await stopButton(page, "booking-process").click();
  });

  test("by dictating elsewhere, and dictation by recording: only one can use the microphone", async ({
    page,
    client,
  }) => {
    const openMicrophones = await countMicrophones(page);
    await fakeRecognizer(page);
    await signIn(page, client);
    await recordInstead(page, TEAM);
    await recordedFor(page, TEAM, 1);
    await card(page, TOOLS).getByRole("button", { name: "Dictate" }).click();
    await expect(answers(page, TEAM)).toHaveCount(1);
    await expect.poll(openMicrophones).toBe(0);
    // the recording stops before dictation starts
    await expect.poll(() => engine.isRunning(page)).toBe(true);
    await engine.settle(page, "two of us");
    await recordInstead(page, TEAM);
    await expect(answers(page, TOOLS)).toContainText(["Two of us."]);
    expect(await engine.isRunning(page)).toBe(false);
    await stopButton(page, TEAM).click();
  });
});

test.describe("without a connection", () => {
  test("a take waits, counts as unsaved, and is sent when the connection is back", async ({
    page,
    client,
    context,
  }) => {
    await signIn(page, client);
    await context.setOffline(true);
    await record(page, TEAM);
    await expect(answers(page, TEAM)).toContainText(["We’ll send your recording when you’re back online."]);
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
    await listen(page).click();
    await expect(player(page)).toBeVisible();
    await nextTake(page, () => context.setOffline(false));
    await expect(answers(page, TEAM)).not.toContainText(["We’ll send your recording"]);
    await expect(unsavedMark(page)).toHaveText("", { timeout: 15_000 });
  });

  test("a take survives the page, once, and only missing parts are sent", async ({
    page,
    client,
    context,
  }) => {
    await signIn(page, client);
    await page.route(sendingFails, (route) => route.abort());
    await record(page, TEAM);
    await expect(answers(page, TEAM)).toContainText(["We’ll send your recording when you’re back online."]);
    await page.unroute(sendingFails);
    await context.setOffline(false);
    await nextTake(page, () => signIn(page, client));
    await expect(answers(page, TEAM)).toHaveCount(1);
    await signIn(page, client);
    await expect(answers(page, TEAM)).toHaveCount(1);
  });
});

test("a recording interrupted by a reload becomes an answer, and the client sees that", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  // without these events the page ends as if it were killed; the fault tests kill the browser itself
  await page.evaluate(() => {
    window.addEventListener("pagehide", (event) => event.stopImmediatePropagation(), { capture: true });
    document.addEventListener("visibilitychange", (event) => event.stopImmediatePropagation(), {
      capture: true,
    });
  });
  const pressedAt = Date.now();
  await recordButton(page, TEAM).click();
  await recordedFor(page, TEAM, 3);
  await nextTake(page, () => signIn(page, client));
  const reopenedAt = Date.now();
  await expect(answers(page, TEAM)).toHaveCount(1);
  const notice = page.getByText(/^We saved \d+ sec of your last recording$/);
  await expect(notice).toBeVisible();
  // at most the last second is lost, and the notice does not overstate the length
  const seconds = Number(/\d+/.exec(await notice.innerText())?.[0]);
  expect(seconds).toBeGreaterThanOrEqual(2);
  expect(seconds).toBeLessThanOrEqual((reopenedAt - pressedAt) / 1_000);
});

test("Logout asks while a take is not fully sent, sends it, and leaves nothing of it on the device", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await page.route(sendingFails, (route) => route.abort());
  await record(page, TEAM);
  await save(page);
  await headerButton(page, "Logout").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("We haven’t sent one of your recordings yet.");
  await page.unroute(sendingFails);
  await nextTake(page, () => dialog.getByRole("button", { name: "Save and log out" }).click());
  await expect(header(page)).toHaveCount(0);
  const countTakes = async () =>
    (await readDevice(page)).rows.filter(({ store }) => store === "takes").length;
  await expect.poll(countTakes).toBe(0);
});

test("a recording made on another device is played from the server", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await nextTake(page, () => record(page, TEAM, 2));
  await save(page);
  const other = await (await openContext()).newPage();
  await signIn(other, client);
  const asked = other.waitForRequest((request) => request.url().endsWith("/audio"));
  await listen(other).click();
  expect((await asked).headers().authorization).toMatch(/^Bearer fhs_/);
});

test.describe("no accessibility problem and no sideways scrolling", () => {
  test("while recording, sending and waiting", async ({ page, client, context }) => {
    test.setTimeout(60_000);
    await signIn(page, client);
    await recordButton(page, TEAM).click();
    await expect(card(page, TEAM).getByRole("meter")).toBeVisible();
    await expectAccessible(page, "recording");
    await expectNoOverflow(page, "recording");
    await page.route("**/parts/*", () => {});
    await stopButton(page, TEAM).click();
    await expect(answers(page, TEAM)).toContainText(["Sending your recording: 0%"]);
    await expectAccessible(page, "sending");
    await context.setOffline(true);
    await page.unroute("**/parts/*");
    await expect(answers(page, TEAM)).toContainText(["We’ll send your recording when you’re back online."], {
      timeout: 15_000,
    });
    await expectAccessible(page, "waiting");
    await expectNoOverflow(page, "waiting");
  });

  test("with a recording that plays, and one that the engine failed on", async ({ page, client }) => {
    test.setTimeout(60_000);
    await decide(page, { state: "failed" });
    await signIn(page, client);
    await record(page, TEAM);
    await expect(answers(page, TEAM).getByRole("button", { name: "Try again" })).toBeVisible();
    await listen(page).click();
    await expect(player(page)).toBeVisible();
    await expectAccessible(page, "failed and playing");
    await expectNoOverflow(page, "failed and playing");
  });

  test("when there is no microphone", async ({ page, client }) => {
    await refuseMicrophone(page, "NotFoundError");
    await signIn(page, client);
    await recordButton(page, TEAM).click();
    await expect(card(page, TEAM)).toContainText("We couldn’t find a microphone.");
    await expectAccessible(page, "no microphone");
  });
});

test("the screen stays on while a take is recorded, and can turn off afterward", async ({ page, client }) => {
  const heldLocks = await countWakeLocks(page);
  await signIn(page, client);
  await recordButton(page, TEAM).click();
  await expect(stopButton(page, TEAM)).toBeVisible();
  await expect.poll(heldLocks).toBe(1);
  await stopButton(page, TEAM).click();
  await expect(answers(page, TEAM)).toHaveCount(1);
  await expect.poll(heldLocks).toBe(0);
});

test("on a phone, the bar stops a recording whose button is scrolled away, and Back in the menu loses nothing", async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, client);
  await openSection(page, "leads-booking");
  const inBar = page.getByRole("banner").getByRole("button", { name: "Stop recording" });
  await recordButton(page, "booking-process").click();
  await recordedFor(page, "booking-process", 1);
  await openMenu(page);
  await page.goBack();
  await expect(menu(page)).toBeHidden();
  await recordedFor(page, "booking-process", 2);
  await page.evaluate(() => window.scrollTo(0, 0));
  await inBar.click();
  await expect(answers(page, "booking-process")).toHaveCount(1);
  await expect(inBar).toHaveCount(0);

  // going Back to another section ends a recording, as every way of leaving does
  await recordButton(page, "booking-process").click();
  await recordedFor(page, "booking-process", 1);
  await page.goBack();
  await expect(section(page, "business-snapshot")).toHaveAttribute("aria-current", "step");
  await openSection(page, "leads-booking");
  await expect(answers(page, "booking-process")).toHaveCount(2);
});
