import type { Locator, Page, Request } from "@playwright/test";
import type { Take } from "#contract/api/calls.ts";
import { noRecognizer } from "../fakes/fake-recognizer.ts";
import { test as base, card, expect } from "./journey.ts";

/** A microphone that needs no permission and beeps once a second. */
export const MICROPHONE = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];

/** Journeys in a browser with that microphone and without speech recognition, so that talking makes a recording. */
export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...MICROPHONE] }),
    { scope: "worker" },
  ],
  page: async ({ page }, use) => {
    await noRecognizer(page);
    await use(page);
    // a page that still asks for a take must not outlive its test
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});

export const recordButton = (page: Page, questionId: string) =>
  card(page, questionId).getByRole("button", { name: "Talk: Record", exact: true });
export const stopButton = (page: Page, questionId: string) =>
  card(page, questionId).getByRole("button", { name: "Stop recording" });

/** Starts a recording in a browser that could also dictate; with `seconds`, stops after that time. */
export async function recordInstead(page: Page, questionId: string, seconds?: number): Promise<void> {
  await card(page, questionId).getByRole("button", { name: "More ways to answer" }).click();
  await card(page, questionId).getByRole("button", { name: "Record instead" }).click();
  await expect(stopButton(page, questionId)).toBeFocused();
  if (seconds === undefined) return;
  await recordedFor(page, questionId, seconds);
  await stopButton(page, questionId).click();
}

/** Waits until a recording is at least `seconds` long; a busy machine may see it only later. */
export async function recordedFor(page: Page, questionId: string, seconds: number): Promise<void> {
  await expect(card(page, questionId).getByRole("timer")).toHaveText(
    new RegExp(`^0:0[${seconds}-9] of 5:00$`),
  );
}

const TAKE = /\/v1\/onboarding\/takes\/(?<id>[\w-]+)$/;
const isClosing = (request: Request) => request.method() === "PUT" && TAKE.test(request.url());

/** Records for at least `seconds`. */
export async function record(page: Page, questionId: string, seconds = 1): Promise<void> {
  await recordButton(page, questionId).click();
  await recordedFor(page, questionId, seconds);
  await stopButton(page, questionId).click();
  await recordButton(page, questionId).waitFor();
}

/** Expects the audio to play; a failure shows the player's own state. */
export async function expectPlaying(player: Locator): Promise<void> {
  const state = () =>
    player.evaluate(({ currentTime, paused, readyState, networkState, error, src }: HTMLAudioElement) =>
      currentTime > 0.2
        ? "playing"
        : { currentTime, paused, readyState, networkState, error: error?.message, hasSource: src !== "" },
    );
  await expect.poll(state).toBe("playing");
}

/** The id of the next take that the server has completely. */
export async function nextTake(page: Page, act: () => Promise<unknown>): Promise<string> {
  const closed = page.waitForResponse((response) => isClosing(response.request()) && response.ok());
  await act();
  return TAKE.exec((await closed).url())?.groups?.id ?? "";
}

/** From now on every take has this outcome of the engine; the rest of the server's answer is real. */
export async function decide(page: Page, outcome: Partial<Take>): Promise<void> {
  await page.unroute(TAKE);
  await page.route(TAKE, async (route) => {
    if (route.request().method() === "DELETE") return route.continue();
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const { data } = (await response.json()) as { data: Take };
    // before the take is complete, nothing has been decided
    return route.fulfill({
      response,
      json: { data: data.state === "receiving" ? data : { ...data, ...outcome } },
    });
  });
}
