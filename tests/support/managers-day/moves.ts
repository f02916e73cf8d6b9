import type { Page, Response } from "@playwright/test";
import { line, pageTitle } from "../browser/console-journey.ts";
import { card, expect } from "../browser/journey.ts";
import { type Client, draftKey, isTheirs, QUESTIONS, type Question, type QuestionId } from "./model.ts";
import type { Desk, Office } from "./office.ts";
import { LIST } from "./screens.ts";
import { untilOwnIsShown } from "./watching.ts";

/** How a manager gets to a client and a question, and how these are chosen. */

export function oneOf<One>({ random }: Office, from: readonly One[]): One | undefined {
  return from[Math.floor(random() * from.length)];
}

const THE_DUE_ONE = 0.7;

/** One of the manager's own clients, most often the one whose brief is due. */
export function chooseClient(office: Office, { manager }: Desk): Client | undefined {
  const own = office.clients.filter((client) => isTheirs(client, manager));
  return own.includes(office.due) && office.random() < THE_DUE_ONE ? office.due : oneOf(office, own);
}

export type At = { client: Client; id: QuestionId; question: Question };

/** A question of a client that satisfies `holds`. */
export function chooseQuestion(
  office: Office,
  client: Client,
  holds: (question: Question, id: QuestionId) => boolean,
): At | undefined {
  const id = oneOf(
    office,
    QUESTIONS.filter((each) => holds(client.questions[each], each)),
  );
  return id && { client, id, question: client.questions[id] };
}

export const draftAt = (office: Office, { manager }: Desk, { client, id }: At) =>
  office.drafts.get(draftKey(manager, client, id)) ?? "";

/** Moves the pointer too, because a list under the pointer does not add or remove lines. */
export async function openList(office: Office, desk: Desk): Promise<void> {
  if (desk.place.kind === "list") return;
  await desk.page.getByRole("main").getByRole("link", { name: LIST }).click();
  await expect(pageTitle(desk.page, LIST)).toBeVisible();
  await desk.page.mouse.move(1, 1);
  desk.place = { kind: "list" };
  await untilOwnIsShown(office, desk);
}

export async function openClient(office: Office, desk: Desk, client: Client): Promise<void> {
  if (desk.place.kind === "client" && desk.place.client === client) return;
  await openList(office, desk);
  await line(desk.page, client.name).getByRole("link").click();
  desk.place = { kind: "client", client };
  await untilOwnIsShown(office, desk);
}

/** The server's response to the request that a press sends. */
export async function answerTo(page: Page, path: RegExp, press: () => Promise<unknown>): Promise<Response> {
  const answered = page.waitForResponse(
    (response) => response.request().method() !== "GET" && path.test(new URL(response.url()).pathname),
  );
  await press();
  return answered;
}

/** As `answerTo`, for a request that must succeed. Returns when the response came. */
export async function pressAndSend(page: Page, path: RegExp, press: () => Promise<unknown>): Promise<number> {
  const answer = await answerTo(page, path, press);
  const answeredAt = performance.now();
  expect(answer.status(), `${path}`).toBe(200);
  return answeredAt;
}

/** Continues a begun follow-up or begins one; returns its text. */
export async function typeFollowUp(office: Office, desk: Desk, at: At): Promise<string> {
  const question = card(desk.page, at.id);
  const begun = draftAt(office, desk, at);
  if (begun === "") await question.getByRole("button", { name: /^Follow up/ }).click();
  const text = `${begun} ${office.newText()}`.trim();
  await question.getByRole("textbox").fill(text);
  office.drafts.set(draftKey(desk.manager, at.client, at.id), text);
  return text;
}

export const pressSend = ({ page }: Desk, { id }: At) =>
  card(page, id)
    .getByRole("button", { name: /^Send follow-up/ })
    .click();
export const pressApprove = ({ page }: Desk, { id }: At) =>
  card(page, id)
    .getByRole("button", { name: /^Approve/ })
    .click();

export async function pressInQuestionMenu({ page }: Desk, { id }: At, item: string): Promise<void> {
  await card(page, id).getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
