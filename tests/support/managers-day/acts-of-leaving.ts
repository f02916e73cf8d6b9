import type { Dialog } from "@playwright/test";
import { pageTitle } from "../browser/console-journey.ts";
import { card, expect } from "../browser/journey.ts";
import type { Act } from "./acts-of-work.ts";
import { draftKey, hasWordsInPage, isTheirs, QUESTIONS, stateOf } from "./model.ts";
import { chooseClient, chooseQuestion, openClient, openList, typeFollowUp } from "./moves.ts";
import type { Desk, Office } from "./office.ts";
import { LIST } from "./screens.ts";
import { untilOwnIsShown } from "./watching.ts";

/** How a manager leaves a page, on purpose or not. Each act checks that typed words are there on return. */

const goAwayAndComeBack: Act = async (office, desk) => {
  const client = chooseClient(office, desk);
  if (!client) return undefined;
  await openClient(office, desk, client);
  await openList(office, desk);
  await openClient(office, desk, client);
  return performance.now();
};

const goBackAndForward: Act = async (office, desk) => {
  const client = chooseClient(office, desk);
  if (!client) return undefined;
  await openList(office, desk);
  await openClient(office, desk, client);
  await desk.page.goBack();
  await desk.page.mouse.move(1, 1);
  desk.place = { kind: "list" };
  await untilOwnIsShown(office, desk);
  await desk.page.goForward();
  desk.place = { kind: "client", client };
  await untilOwnIsShown(office, desk);
  return performance.now();
};

/** The browser asks for confirmation if words exist only in the page, and the manager stays. */
const reload: Act = async (office, desk) => {
  const { page } = desk;
  const isAsked = await new Promise<boolean>((answered) => {
    const stay = (question: Dialog) => void question.dismiss().then(() => finish(true));
    const go = () => finish(false);
    const finish = (was: boolean) => {
      page.off("dialog", stay).off("load", go);
      answered(was);
    };
    page.on("dialog", stay).on("load", go);
    // the promise rejects when the page goes away
    page.evaluate(() => location.reload()).catch(() => undefined);
  });
  expect(isAsked, "asked before the page goes").toBe(hasWordsInPage(office.drafts, desk.manager));
  await untilOwnIsShown(office, desk);
  return performance.now();
};

/**
 * Crashes the tab while a follow-up is being typed: the stored draft returns, and at most the last second of typing is
 * lost.
 */
const killTab: Act = async (office, desk) => {
  const client = chooseClient(office, desk);
  if (!client || hasWordsInPage(office.drafts, desk.manager)) return undefined;
  await openClient(office, desk, client);
  const at = chooseQuestion(office, client, (question) => stateOf(question) !== "asked-back");
  if (!at) return undefined;
  const kept = await typeFollowUp(office, desk, at);
  await expect(card(desk.page, at.id).getByText("Draft saved. Only you see it.")).toBeVisible();
  await typeFollowUp(office, desk, at);
  await crash(desk);
  desk.page = await desk.context.newPage();
  await desk.page.goto(`/console/clients/${client.clientId}`);
  const box = card(desk.page, at.id).getByRole("textbox");
  await expect(box).toHaveValue(new RegExp(`^${kept}`));
  office.drafts.set(draftKey(desk.manager, client, at.id), await box.inputValue());
  await untilOwnIsShown(office, desk);
  return performance.now();
};

async function crash({ context, page, underWay }: Desk): Promise<void> {
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
  underWay.clear();
}

const lookAtOverview: Act = async (office, desk) => {
  await openList(office, desk);
  const own = office.clients.filter((client) => isTheirs(client, desk.manager));
  const submitted = own.filter(({ isSubmitted }) => isSubmitted).length;
  await desk.page.getByRole("link", { name: "Overview" }).click();
  await expect(pageTitle(desk.page, "Overview")).toBeVisible();
  const step = desk.page
    .getByRole("row")
    .filter({ has: desk.page.getByRole("rowheader", { name: "Submitted" }) });
  if (own.length === 0) await expect(desk.page.getByText("No clients invited yet.")).toBeVisible();
  else await expect(step.first().getByRole("cell").first()).toHaveText(String(submitted));
  await backToList(office, desk);
  return performance.now();
};

const search: Act = async (office, desk) => {
  await openList(office, desk);
  const client = chooseClient(office, desk);
  const word = client && newestWord(client.questions[QUESTIONS[0]].answers);
  if (!client || word === undefined) return undefined;
  const { page } = desk;
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump" }).fill(word);
  await page.getByRole("option", { name: /Search answers/ }).click();
  await expect(page.getByRole("main").getByRole("link", { name: client.name })).toBeVisible();
  await backToList(office, desk);
  return performance.now();
};

/** The newest word that only this client has written. */
function newestWord(answers: readonly string[]): string | undefined {
  return answers.findLast((answer) => /^Word\d+x /.test(answer))?.split(" ")[0];
}

async function backToList(office: Office, desk: Desk): Promise<void> {
  await desk.page.goBack();
  await expect(pageTitle(desk.page, LIST)).toBeVisible();
  await desk.page.mouse.move(1, 1);
  await untilOwnIsShown(office, desk);
}

export const actsOfLeaving = {
  goAwayAndComeBack,
  goBackAndForward,
  reload,
  killTab,
  lookAtOverview,
  search,
};
