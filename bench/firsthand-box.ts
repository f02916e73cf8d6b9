import { randomBytes } from "node:crypto";
import type { Page, Route } from "@playwright/test";
import { endpoints } from "../contract/api/endpoints.ts";
import { builtInInterview } from "../contract/interview/built-in-interview.ts";

/** The answers of a server without a record of this client; all other paths are not found. */
const ANSWERS: { [path: string]: object } = {
  [endpoints.exchange.path]: {
    accessToken: "token",
    clientId: "client",
    clientName: "Client",
    draftKey: randomBytes(32).toString("base64url"),
  },
  [endpoints.interview.path]: { interview: builtInInterview, hash: "hash" },
};

/**
 * Goes from Firsthand's access screen to the interview; returns the selector of its first answer box, with the page
 * idle.
 */
export async function openAnswerBox(page: Page): Promise<string> {
  await page.route("**/v1/**", answer);
  await page.locator("#access-key").fill("key");
  // by key, as on the other pages: with a pointer on the page, the browser would hit-test it in each frame
  await page.keyboard.press("Enter");
  const box = '[data-question="team-description"] textarea';
  await page.locator(box).waitFor();
  await page.waitForLoadState("networkidle");
  return box;
}

function answer(route: Route): Promise<void> {
  const json = ANSWERS[new URL(route.request().url()).pathname];
  return route.fulfill(json ? { json } : { status: 404, json: { code: "NOT_FOUND", message: "Not found." } });
}
