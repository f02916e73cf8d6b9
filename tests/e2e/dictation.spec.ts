import type { Page } from "@playwright/test";
import { engine, fakeRecogniser, noRecogniser } from "../support/fake-recogniser.ts";
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
} from "../support/journey.ts";

const TEAM = "team-description";
const dictate = (page: Page, questionId = TEAM) =>
  card(page, questionId).getByRole("button", { name: "Dictate" });
const stop = (page: Page, questionId = TEAM) =>
  card(page, questionId).getByRole("button", { name: "Stop dictation" });

/** Signs in and starts to listen for the first free answer. */
async function listen(page: Page, client: TestClient): Promise<void> {
  await fakeRecogniser(page);
  await signIn(page, client);
  await dictate(page).click();
  await expect(stop(page)).toBeVisible();
}

test("there is no button where the browser has no speech recognition", async ({ page, client }) => {
  await noRecogniser(page);
  await signIn(page, client);
  await expect(box(page, TEAM)).toBeVisible();
  await expect(page.getByRole("button", { name: "Dictate" })).toHaveCount(0);
});

test("the button says beside it where speech goes, and nothing is heard before a press", async ({
  page,
  client,
}) => {
  await fakeRecogniser(page);
  await signIn(page, client);
  await expect(page.getByRole("button", { name: "Dictate" })).toHaveCount(2);
  await expect(card(page, TEAM)).toContainText("Your browser’s maker turns speech into text.");
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

test("a stop submits what was heard, interim words too, and the box is ready again", async ({
  page,
  client,
}) => {
  await listen(page, client);
  await engine.settle(page, "two of us");
  await engine.hear(page, "and a dog");
  await stop(page).click();
  await expect(answers(page, TEAM)).toContainText(["two of us and a dog"]);
  await expect(box(page, TEAM)).toHaveValue("");
  await expect(box(page, TEAM)).toBeEditable();
  await expect(dictate(page)).toBeVisible();
  expect(await engine.isRunning(page)).toBe(false);
});

test("the text is submitted 100 ms after the engine's end", async ({ page, client }) => {
  await page.clock.install();
  await listen(page, client);
  await engine.settle(page, "two of us");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await stop(page).click();
  await expect(dictate(page)).toBeVisible();
  await page.clock.runFor(99);
  await expect(answers(page, TEAM)).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(answers(page, TEAM)).toHaveCount(1);
});

test("an engine that never answers the stop is taken as ended after 1.5 s", async ({ page, client }) => {
  await page.clock.install();
  await fakeRecogniser(page, { answersStop: false });
  await signIn(page, client);
  await dictate(page).click();
  await engine.settle(page, "two of us");
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await stop(page).click();
  await page.clock.runFor(1_499);
  await expect(stop(page)).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(101);
  await expect(answers(page, TEAM)).toHaveCount(1);
  expect(await engine.isRunning(page)).toBe(false);
});

test("an end that the engine decides on submits too", async ({ page, client }) => {
  await listen(page, client);
  await engine.settle(page, "two of us");
  await engine.end(page);
  await expect(answers(page, TEAM)).toHaveCount(1);
  await expect(dictate(page)).toBeVisible();
});

test("silence makes no answer", async ({ page, client }) => {
  await page.clock.install();
  await listen(page, client);
  await engine.fail(page, "no-speech");
  await page.clock.runFor(1_000);
  await expect(dictate(page)).toBeVisible();
  await expect(answers(page, TEAM)).toHaveCount(0);
  await expect(card(page, TEAM).getByRole("status")).toHaveText("");
});

test("dictation goes on after what was typed before", async ({ page, client }) => {
  await fakeRecogniser(page);
  await signIn(page, client);
  await box(page, TEAM).fill("We are");
  await dictate(page).click();
  await engine.settle(page, "two of us");
  await expect(box(page, TEAM)).toHaveValue("We are two of us");
  await stop(page).click();
  await expect(answers(page, TEAM)).toHaveCount(1);
});

test("an error keeps what was heard and says in plain words what to do", async ({ page, client }) => {
  await fakeRecogniser(page);
  await signIn(page, client);
  const causes = [
    [
      "not-allowed",
      "The microphone is blocked for this page. Allow it in your browser’s settings, or type your answer.",
    ],
    [
      "service-not-allowed",
      "The microphone is blocked for this page. Allow it in your browser’s settings, or type your answer.",
    ],
    ["audio-capture", "No microphone was found. Plug one in, or type your answer."],
    ["network", "This browser cannot reach its speech service. Please type your answer."],
    ["something-new", "Dictation stopped. Please type your answer instead, or try once more."],
  ] as const;
  for (const [place, [code, sentence]] of causes.entries()) {
    await dictate(page).click();
    await engine.settle(page, `heard before ${code}`);
    await engine.fail(page, code);
    await expect(card(page, TEAM).getByRole("status")).toHaveText(sentence);
    await expect(dictate(page)).toBeVisible();
    await expect(answers(page, TEAM)).toHaveCount(place + 1);
    await expect(answers(page, TEAM).nth(place)).toContainText(`heard before ${code}`);
  }
});

test("Save while listening takes what was heard, and the microphone is off", async ({ page, client }) => {
  await listen(page, client);
  await engine.hear(page, "two of us");
  const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
  expect(body).toMatchObject({
    data: { "team-and-business-setup": { responses: [{ content: "two of us", source: "dictated" }] } },
  });
  await expect(dictate(page)).toBeVisible();
  expect(await engine.isRunning(page)).toBe(false);
});

test("a change of section while listening takes what was heard, and the microphone is off", async ({
  page,
  client,
}) => {
  await listen(page, client);
  await engine.hear(page, "two of us");
  await openSection(page, "website");
  await expect(section(page, "business-snapshot")).toContainText("1/3 completed");
  expect(await engine.isRunning(page)).toBe(false);
});

test("Dictate on a second card stops the first, whose words are not lost", async ({ page, client }) => {
  await fakeRecogniser(page);
  await signIn(page, client);
  await openSection(page, "leads-booking");
  await dictate(page, "customer-acquisition").click();
  await engine.settle(page, "friends tell friends");
  await dictate(page, "booking-process").click();
  await expect(stop(page, "booking-process")).toBeVisible();
  await expect(dictate(page, "customer-acquisition")).toBeVisible();
  await engine.settle(page, "they call us");
  await stop(page, "booking-process").click();
  await expect(answers(page, "booking-process")).toContainText(["they call us"]);
  const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
  expect(body).toMatchObject({
    data: {
      "customer-acquisition": { responses: [{ content: "friends tell friends" }] },
      "booking-process": { responses: [{ content: "they call us" }] },
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
