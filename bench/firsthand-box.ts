import { randomBytes } from "node:crypto";
import type { Page, Route } from "@playwright/test";
import { endpoints } from "../contract/api/endpoints.ts";
import { builtInInterview } from "../contract/interview/built-in-interview.ts";

/** What a server with no record of this client would answer; any other call is of something that is not there. */
const ANSWERS: { [path: string]: object } = {
  [endpoints.exchange.path]: {
    accessToken: "token",
    clientId: "client",
    clientName: "Client",
    draftKey: randomBytes(32).toString("base64url"),
  },
  [endpoints.interview.path]: { interview: builtInInterview, hash: "hash" },
};

/** From Firsthand's access screen to the interview; returns the first answer box there, the page at rest. */
export async function openAnswerBox(page: Page): Promise<string> {
  await page.route("**/v1/**", answer);
  await page.locator("#access-key").fill("key");
  // by key, as on the other pages: a pointer on the page is looked for anew in each frame
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
