import type { Page } from "@playwright/test";
import { fakeRoom } from "../fakes/fake-room.ts";
import { fakeVoice } from "../fakes/fake-voice.ts";
import { expect, menu, openMenu, signIn, type TestClient } from "./journey.ts";

/** The parts and buttons of Talk it through. */
export const talk = {
  question: (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 }),
  /** The text that a screen reader said last. */
  status: (page: Page) => page.getByRole("status").last(),
  press: (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click(),
  spoken: (page: Page) => page.evaluate(() => window.__spoken.join(" ")),
  /** Waits for the place in the interview, such as "2 of 13". */
  at: (page: Page, place: number) =>
    expect(page.getByRole("banner").getByText(`${place} of 13`, { exact: true })).toBeVisible(),
  /** Waits until the microphone has been open for at least `seconds`. */
  listenedFor: (page: Page, seconds: number) =>
    expect(page.getByRole("main")).toContainText(new RegExp(`0:0[${seconds}-9]`)),
  says: (page: Page, words: string | RegExp) => expect(talk.status(page)).toHaveText(words),
};

/** Signs in and opens the start screen. */
export async function openTalk(page: Page, client: TestClient): Promise<void> {
  await signIn(page, client);
  await openMenu(page);
  await menu(page).getByRole("button", { name: "Talk it through" }).click();
  await expect(talk.question(page)).toHaveText("Talk it through");
}

/** Starts with a voice and a silent room, and goes past the first question, which is a form. */
export async function talkAboutTeam(page: Page, client: TestClient): Promise<void> {
  await fakeVoice(page);
  await fakeRoom(page);
  await openTalk(page, client);
  await talk.press(page, "Start");
  await talk.press(page, "Next");
  await talk.at(page, 2);
  await talk.says(page, "Listening");
}
