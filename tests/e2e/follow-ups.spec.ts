import type { Page } from "@playwright/test";
import type { ManagedRecord } from "#contract/manage/clients.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  askFollowUp,
  enterConsole,
  followUp,
  pageTitle,
} from "../support/browser/console-journey.ts";
import {
  accessButton,
  answer,
  answers,
  box,
  card,
  expect,
  header,
  openSection,
  type Site,
  save,
  section,
} from "../support/browser/journey.ts";
import { nextTake, recordInstead, test } from "../support/browser/recording.ts";

const TEAM = "team-description";
const HOSTILE = "<img src=x onerror=alert(1)> =1+1 \u202eereh {{x}} 👍\nWho opens on Sundays?";

const notice = (page: Page) => card(page, TEAM).getByRole("note");
const button = (page: Page, name: RegExp) => card(page, TEAM).getByRole("button", { name });
const press = (page: Page, name: RegExp) => button(page, name).click();

/** A withdrawn or answered follow-up stays visible until the client returns to the card. */
async function expectOver(client: Page): Promise<void> {
  await expect(notice(client)).toContainText("nothing more to add");
  await box(client, TEAM).click();
  await expect(notice(client)).toHaveCount(0);
}

/** A manager on a client's page in one browser, and that client in another. */
async function openBoth(page: Page, site: Site, openPage: () => Promise<Page>) {
  await enterConsole(page, site);
  const { link } = await addClientInConsole(page, "Rosa's Bakery");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(card(page, TEAM)).toContainText("No answer yet.");
  const client = await openPage();
  await client.goto(link);
  return {
    client,
    async enter(): Promise<void> {
      await accessButton(client).click();
      await expect(header(client)).toBeVisible();
    },
  };
}

test("a follow-up is asked, answered in text, and approved, on both sides without a reload", async ({
  page,
  site,
  openContext,
}) => {
  const { client, enter } = await openBoth(page, site, async () => (await openContext()).newPage());
  await enter();
  await answer(client, TEAM, "Two of us.");
  await openSection(client, "website");
  await expect(notice(client)).toHaveCount(0);
  await press(page, /^Follow up/);
  await press(page, /^Cancel/);
  await expect(button(page, /^Follow up/)).toBeFocused();
  await askFollowUp(page, TEAM, HOSTILE);
  await expect(card(page, TEAM).getByText("Waiting for client", { exact: true })).toBeVisible();

  await save(client);
  await expect(section(client, "business-snapshot")).toContainText("1 follow-up");
  await header(client).getByRole("button", { name: "1 follow-up question" }).click();
  await expect(notice(client)).toContainText("Mia Lopes would like to know more");
  await expect(notice(client)).toContainText(HOSTILE.split("\n")[0] ?? "");
  await expect(notice(client)).toContainText("Who opens on Sundays?");
  await expectAccessible(client, "follow-up, with the client");
  await expectNoOverflow(client, "follow-up, with the client");
  await expectAccessible(page, "follow-up, with the manager");
  await expectNoOverflow(page, "follow-up, with the manager");

  await answer(client, TEAM, "Ben does.");
  await expect(notice(client)).toContainText("the next time your answers save");
  await save(client);
  await expectOver(client);
  await expect(header(client).getByRole("button", { name: /follow-up question/ })).toHaveCount(0);
  // the reply is below the follow-up, not above it
  await expect(followUp(page, TEAM)).toContainText(
    /You asked.*Who opens on Sundays\?.*The client replied.*Ben does\./s,
  );
  await expect(card(page, TEAM).getByRole("listitem").first()).toContainText("Two of us.");

  await press(page, /^Approve/);
  await expect(card(page, TEAM).getByText("Approved", { exact: true })).toBeVisible();
  await answer(client, TEAM, "And Rosa.");
  await save(client);
  await expect(card(page, TEAM).getByText("Changed since approval")).toBeVisible();
});

/** Shows the page every recording as waiting for its conversion, until the returned function is called. */
async function holdTakes(page: Page): Promise<() => Promise<void>> {
  const address = /\/clients\/[^/]+\/record$/;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: ManagedRecord };
    const takes = data.takes.map((take) => ({
      ...take,
      state: "queued",
      durationMs: null,
      isPlayable: false,
    }));
    await route.fulfill({ response, json: { data: { ...data, takes } } });
  });
  return () => page.unroute(address);
}

test("a follow-up is also answered by voice, and played by the manager as soon as its audio is there", async ({
  page,
  site,
  openContext,
}) => {
  const { client, enter } = await openBoth(page, site, async () =>
    (await openContext({ permissions: ["microphone"] })).newPage(),
  );
  await askFollowUp(page, TEAM, "Who opens on Sundays?");
  await enter();
  await expect(notice(client)).toContainText("Who opens on Sundays?");
  const release = await holdTakes(page);
  // the fake microphone beeps once a second, so one second may have too little sound to count as speech
  await nextTake(client, () => recordInstead(client, TEAM, 3));
  await expect(answers(client, TEAM)).toHaveCount(1);
  await save(client);
  await expectOver(client);
  await expect(followUp(page, TEAM)).toContainText(
    /The client replied.*waiting to be transcribed.*Recorded/s,
  );
  const sound = card(page, TEAM).getByLabel("Recorded answer");
  await expect(sound).toHaveCount(0);
  await release();
  await expect(followUp(page, TEAM)).toContainText("Recording without a transcript");
  const heard = await sound.evaluate(async (player: HTMLAudioElement) => {
    const ended = new Promise((resolve) => player.addEventListener("ended", resolve, { once: true }));
    await player.play();
    await ended;
    return player.currentTime;
  });
  expect(heard).toBeGreaterThan(0.5);
});

test("a withdrawn follow-up is gone for the client, and the clients' list shows what is open", async ({
  page,
  site,
  openContext,
}) => {
  const { client, enter } = await openBoth(page, site, async () => (await openContext()).newPage());
  await askFollowUp(page, TEAM, "Who opens on Sundays?");
  await enter();
  await expect(notice(client)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Waiting for client, today" })).toHaveCount(1);
  await page.getByRole("link", { name: /^Waiting for client/ }).click();
  await expect(pageTitle(page, "Waiting for client")).toBeVisible();
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await press(page, /^Withdraw/);
  await expect(followUp(page, TEAM).getByRole("listitem").last()).toContainText("withdrew the follow-up");
  await save(client);
  await expectOver(client);
});
