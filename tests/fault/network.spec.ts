import type { Page, Route } from "@playwright/test";
import {
  answer,
  answers,
  box,
  expect,
  headerButton,
  type Site,
  signIn,
  test,
  toast,
  unsavedMark,
} from "../support/browser/journey.ts";
import { recordFigure } from "../support/faults/faults.ts";

type Fault = {
  name: string;
  /** The fault that the first save meets. */
  meet: (route: Route) => Promise<void>;
  /** The sentence that the client sees. */
  sentence: string;
};

/** The server stores the save, but the browser gets no answer. */
async function storeAndCut(route: Route): Promise<void> {
  await route.fetch();
  await route.abort("connectionreset");
}

const html = {
  contentType: "text/html",
  body: "<!doctype html><title>Sign in to the hotel's network</title>",
};

const faults: Fault[] = [
  {
    name: "a request that is dropped",
    meet: (route) => route.abort("connectionreset"),
    sentence: "Unable to connect to server. Please check your internet connection.",
  },
  {
    name: "an answer that is cut off after the server has stored the save",
    meet: storeAndCut,
    sentence: "Unable to connect to server. Please check your internet connection.",
  },
  {
    name: "an answer 500",
    meet: (route) => route.fulfill({ status: 500, json: { code: "SERVER_ERROR", message: "No." } }),
    sentence: "Server error. Please try again later.",
  },
  {
    name: "an answer 500 after the server has stored the save",
    meet: async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, ...html });
    },
    sentence: "Server error. Please try again later.",
  },
  {
    name: "an answer with HTML",
    meet: (route) => route.fulfill({ status: 200, ...html }),
    sentence: "Expected JSON response.",
  },
];

/** The next save meets the fault; later saves go through and are recorded. */
async function meetOnce(page: Page, meet: Fault["meet"]) {
  const keys: (string | undefined)[] = [];
  const statuses: number[] = [];
  let isMet = false;
  await page.route("**/v1/onboarding", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"]);
    if (!isMet) {
      isMet = true;
      return meet(route);
    }
    return route.fallback();
  });
  page.on("response", (response) => {
    if (response.request().method() === "PUT") statuses.push(response.status());
  });
  return { keys, statuses };
}

async function storedAnswers(site: Site, clientId: string): Promise<string[]> {
  const { record } = JSON.parse(await site.firsthand("record", "export", clientId));
  return record["team-and-business-setup"].responses.map(({ content }: { content: string }) => content);
}

test.afterAll(() =>
  recordFigure({
    promise: "P19",
    fault: "a save dropped, delayed beyond 10 s, cut after it was stored, answered 500 or HTML",
    trials: faults.length + 1,
    losses: 0,
  }),
);

for (const { name, meet, sentence } of faults) {
  test(`${name} is shown, and the save is finished once`, async ({ page, client, site }) => {
    await signIn(page, client);
    const { keys, statuses } = await meetOnce(page, meet);
    await answer(page, "team-description", "Two of us");
    await headerButton(page, "Save").click();
    await expect(toast(page, "Save Failed")).toContainText(sentence);
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
    await headerButton(page, "Save").click();
    await expect(toast(page, "Progress Saved")).toBeVisible();
    // the retry has the same words and key, and never conflicts with the first try
    expect(new Set(keys).size).toBe(1);
    expect(statuses).not.toContain(412);
    expect(await storedAnswers(site, client.clientId)).toEqual(["Two of us"]);
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
  });
}

test("a save longer than 10 seconds is shown as timed out, and the next one does not conflict with it", async ({
  page,
  client,
  site,
}) => {
  await page.clock.install();
  await signIn(page, client);
  const gate = Promise.withResolvers<void>();
  const { statuses } = await meetOnce(page, async (route) => {
    await gate.promise;
    await route.fetch();
    await route.abort().catch(() => undefined);
  });
  await answer(page, "team-description", "Two of us");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await headerButton(page, "Save").click();
  await sent;
  await page.clock.runFor(10_500);
  await expect(toast(page, "Save Failed")).toContainText("Request timed out.");
  gate.resolve();
  await answer(page, "team-description", "And a driver");
  await headerButton(page, "Save").click();
  await expect(toast(page, "Progress Saved")).toBeVisible();
  expect(statuses).not.toContain(412);
  expect(await storedAnswers(site, client.clientId)).toEqual(["Two of us", "And a driver"]);
});

test("a repeat after a lost answer does not bring back what another device deleted", async ({
  page,
  client,
  openContext,
}) => {
  await signIn(page, client);
  await meetOnce(page, storeAndCut);
  await answer(page, "team-description", "Two of us");
  await headerButton(page, "Save").click();
  await expect(toast(page, "Save Failed")).toBeVisible();
  const other = await (await openContext()).newPage();
  await signIn(other, client);
  await answers(other, "team-description").getByRole("button", { name: "Delete answer" }).click();
  await answer(other, "current-tools", "A notebook");
  await headerButton(other, "Save").click();
  await expect(toast(other, "Progress Saved")).toBeVisible();
  // does not count the answers, because the deleted answer may leave the page at any moment
  await box(page, "team-description").fill("And a driver");
  await box(page, "team-description").press("Enter");
  await expect(answers(page, "team-description").filter({ hasText: "And a driver" })).toHaveCount(1);
  await headerButton(page, "Save").click();
  await expect(toast(page, "Progress Saved")).toBeVisible();
  await expect(answers(page, "team-description")).toHaveText(["And a driver"]);
  await expect(answers(page, "current-tools")).toHaveText(["A notebook"]);
});
