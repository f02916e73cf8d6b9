import type { Page } from "@playwright/test";
import type { RecordInput } from "#contract/record/record.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  askFollowUp,
  dialog,
  enterConsole,
  line,
  pageTitle,
} from "../support/browser/console-journey.ts";
import { card, expect, holdClock, type Site, test } from "../support/browser/journey.ts";
import { atSizes } from "../support/browser/look.ts";
import { realAnswers } from "../support/data/real-answers.ts";
import { written } from "../support/data/written.ts";
import { shareOf } from "../support/faults/faults.ts";

/** The page of one client: reading, approving and following up with a mouse, with keys, and on a phone. */

const NAME = "Rosa's Bakery";
const LONG = `${"Brightside Cleaning and Maintenance ".repeat(5)}Company`;
/** 70 letters. */
const LONG_ADDRESS = `${"front.desk".repeat(5)}@bakery-a.example`.padStart(70, "a");
const TEAM = "team-description";
const LAST = "website-vision";
const ACQUISITION = "customer-acquisition";
const PHONE = { width: 390, height: 844 };

/** Opens the page of a client who has answered, and returns a function that saves as this client. */
async function openAnswered(page: Page, site: Site, data: RecordInput = realAnswers()) {
  await enterConsole(page, site);
  const { accessKey } = await addClientInConsole(page, NAME);
  await page.getByRole("button", { name: "Close" }).click();
  const save = (changed: RecordInput) => site.saveAs({ clientId: "", clientName: NAME, accessKey }, changed);
  // saved before the first visit, because answers that come later are marked as new
  await save(data);
  await page.getByRole("link", { name: NAME }).click();
  await expect(page.getByText("13 of 13 answered")).toBeVisible();
  await expect(card(page, LAST)).toBeVisible();
  return { save };
}

const title = (page: Page, questionId: string) => card(page, questionId).getByRole("heading", { level: 3 });
const badge = (page: Page, questionId: string) =>
  card(page, questionId).getByText("Approved", { exact: true });
const approvals = (page: Page) => page.locator("[data-question] [data-state='approved']");

test("thirteen answers take at most 2,000 px, the sidebar stays visible, and the current section is marked", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAnswered(page, site);
  await expect(card(page, LAST)).toContainText("2012");
  const height = await page.evaluate(() => {
    const sections = [...document.querySelectorAll("section[data-section]")];
    const edges = sections.map((section) => section.getBoundingClientRect());
    return Math.max(...edges.map(({ bottom }) => bottom)) - Math.min(...edges.map(({ top }) => top));
  });
  expect(height).toBeLessThanOrEqual(2_000);
  const contents = page.getByRole("navigation", { name: "Sections" });
  const current = contents.locator('[aria-current="true"]');
  await expect(current).toHaveText(/^Business Snapshot/);
  await contents.getByRole("button", { name: "Website 2 to approve" }).click();
  await expect(current).toHaveText(/^Website/);
  await expect(page.getByRole("heading", { name: "Website", exact: true })).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Contact" })).toBeInViewport();
  await expect(pageTitle(page, NAME)).toBeInViewport();
});

test("approved and unread answers are counted in the sections, and can be shown alone", async ({
  page,
  site,
}) => {
  const { save } = await openAnswered(page, site);
  const contents = page.getByRole("navigation", { name: "Sections" });
  await expect(page.getByText("13 to approve")).toBeVisible();
  await card(page, LAST)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(contents.getByRole("button", { name: "Website 1 to approve" })).toBeVisible();
  await card(page, "website-info")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(contents.getByRole("button", { name: "Website Approved" })).toBeVisible();
  await expect(page.getByText("2 approved", { exact: true })).toBeVisible();
  await save({ ...realAnswers(), "website-form": { url: "https://new.example" } });
  await expect(page.getByText("1 answer to read, 12 to approve")).toBeVisible();
  await expect(card(page, "website-info").getByText("Changed since approval")).toBeVisible();
  await page.getByLabel("Only unread").check();
  await expect(page.locator("[data-question]")).toHaveCount(1);
  await page.getByLabel("Short view").check();
  await expect(card(page, "website-info").getByText("Where can we find your website")).toBeHidden();
  // an answer that the manager approves counts as read
  await card(page, "website-info")
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("You’ve read everything here.")).toBeVisible();
  await page.getByLabel("Only unread").uncheck();
  await page.getByLabel("Short view").uncheck();
  await expect(page.locator("[data-question]")).toHaveCount(13);
  await page.locator("[data-question='website-info']").getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Undo approval" }).click();
  await expect(badge(page, "website-info")).toHaveCount(0);
  await expect(title(page, "website-info")).toBeFocused();
});

test("Undo ignores a press meant for the button that was there before", async ({ page, site }) => {
  await openAnswered(page, site);
  await holdClock(page);
  await page.getByRole("button", { name: "Approve the 13 you’ve read" }).click();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expect(undo).toBeDisabled();
  await page.clock.runFor(600);
  await undo.click();
  await expect(undo).toHaveCount(0);
  await expect(approvals(page)).toHaveCount(0);
});

test("the origin of a typed answer is shown on hover or focus of the question", async ({ page, site }) => {
  await openAnswered(page, site);
  const origin = card(page, TEAM).getByText(/^Typed, /);
  await page.mouse.move(0, 0);
  await expect(origin).toHaveCSS("opacity", "0");
  await card(page, TEAM).hover();
  await expect(origin).toHaveCSS("opacity", "1");
  await page.mouse.move(0, 0);
  await card(page, TEAM).getByRole("button").first().focus();
  await expect(origin).toHaveCSS("opacity", "1");
});

test("everything read is approved with one press that can be undone, except answers changed meanwhile", async ({
  page,
  site,
}) => {
  const { save } = await openAnswered(page, site);
  await askFollowUp(page, TEAM, "Who opens on Sundays?");
  const approve = page.getByRole("button", { name: /^Approve the \d+ you’ve read$/ });
  await expect(approve).toHaveText("Approve the 12 you’ve read");
  const remind = page.getByRole("complementary").getByRole("button", { name: "Share brief" });
  expect((await approve.boundingBox())?.height).toBe((await remind.boundingBox())?.height);
  await approve.click();
  const approved = page.getByRole("status").filter({ hasText: "12 approved" });
  await expect(approved).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(approved).toHaveCount(0);
  await expect(approvals(page)).toHaveCount(0);

  // the page does not learn of the change before it sends its own
  await page.route(/\/v1\/manage\/clients\/[^/]+(\/record)?$/, (route) => route.abort());
  await save({ ...realAnswers(), "website-form": { url: "https://new.example" } });
  await page.keyboard.press("Shift+A");
  await expect(page.getByRole("complementary").getByRole("alert")).toContainText("changed");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(card(page, "website-info")).toContainText("https://new.example");
  await expect(approvals(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Approve the 11 you’ve read" }).click();
  await expect(approvals(page)).toHaveCount(11);
  // the open follow-up stays open, and the new answer is still unread
  await expect(card(page, TEAM).getByText("Waiting for client")).toBeVisible();
  await expect(page.getByText("1 answer to read, 1 to approve")).toBeVisible();
  await expectAccessible(page, "answers that were approved");
});

test("keys move between answers, approve, ask, and find news; not while words are typed", async ({
  page,
  site,
  context,
}) => {
  const { save } = await openAnswered(page, site);
  const key = (name: string) => page.keyboard.press(name);
  await key("j");
  await expect(title(page, "business-profile")).toBeFocused();
  await key("j");
  await expect(title(page, TEAM)).toBeFocused();
  await key("k");
  await key("j");
  await key("a");
  await expect(badge(page, TEAM)).toBeVisible();
  await expect(title(page, TEAM)).toBeFocused();
  await key("j");
  await key("f");
  const box = card(page, "current-tools").getByRole("textbox");
  await expect(box).toBeFocused();
  await page.keyboard.type("jan");
  await expect(box).toHaveValue("jan");
  await card(page, "current-tools").getByRole("button", { name: "Cancel" }).click();
  await expect(card(page, "current-tools").getByRole("button", { name: /^Follow up/ })).toBeFocused();
  await save({ ...realAnswers(), "website-form": { url: "https://new.example" } });
  await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();
  await key("n");
  await expect(title(page, "website-info")).toBeFocused();
  const opened = context.waitForEvent("page");
  await key("b");
  await expect((await opened).getByRole("heading", { level: 1 })).toContainText(NAME);
  await key("?");
  await expect(dialog(page)).toContainText("Approve what you’ve read");
  await dialog(page)
    .getByRole("checkbox", { name: /^Single-letter shortcuts/ })
    .uncheck();
  await page.keyboard.press("Escape");
  await key("Shift+A");
  await key("a");
  await expect(approvals(page)).toHaveCount(1);
});

test("the news of nine clients is read with one key each", async ({ page, site }) => {
  await enterConsole(page, site);
  const names = Array.from({ length: 9 }, (_, place) => `Client ${place + 1}`);
  for (const name of names) {
    const added = await page.request.post(`${site.url}/v1/manage/clients`, {
      headers: { "x-firsthand-console": "1" },
      data: { name },
    });
    const { accessKey } = ((await added.json()) as { data: { accessKey: string } }).data;
    await site.saveAs({ clientId: "", clientName: name, accessKey }, written("We are four."));
  }
  const looks = new Set<string>();
  page.on("response", (response) => {
    const isNoted = response.request().method() !== "GET" && response.ok();
    if (isNoted && response.url().endsWith("/look")) looks.add(response.url());
  });
  await page.clock.install();
  await page.goto("/console/?filter=needs-you");
  await expect(page.getByRole("rowheader")).toHaveCount(9);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  for (const [place, name] of names.entries()) {
    await expect(page.getByText(`${place + 1} of 9 in Needs you`)).toBeVisible();
    await expect(pageTitle(page, name)).toBeVisible();
    await expect(card(page, ACQUISITION)).toContainText("We are four.");
    await page.keyboard.press("n");
    await expect(title(page, ACQUISITION)).toBeFocused();
    // a shorter visit does not count as a look at the answers
    await page.clock.runFor(2_000);
    await expect.poll(() => looks.size).toBe(place + 1);
    if (place < names.length - 1) await page.keyboard.press("Shift+J");
  }
  await page.goto("/console/?filter=needs-you");
  await expect(page.getByRole("link", { name: "Needs you 0" })).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(0);
});

const WAITED_FOR = [
  ["what is new", "**/look"],
  ["the follow-ups", "**/follow-ups"],
  ["the manager's drafts", "**/drafts"],
] as const;
for (const [what, path] of shareOf(WAITED_FOR, { every: 3, turn: 0 }))
  test(`the answers wait for ${what}, and come without it when that fails`, async ({ page, site }) => {
    await openAnswered(page, site);
    let release = () => undefined as unknown;
    const held = new Promise<unknown>((resolve) => {
      release = () => resolve(undefined);
    });
    const asked = page.waitForRequest(path);
    const answered = page.waitForResponse("**/record");
    await page.route(path, async (route) => {
      await held;
      await route.fulfill({ status: 404, json: { error: { code: "NOT_FOUND", message: "Not here." } } });
    });
    await page.reload();
    await asked;
    await (await answered).finished();
    await expect(page.getByText("13 of 13 answered")).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toBeVisible();
    await expect(card(page, LAST)).toHaveCount(0);
    release();
    await expect(card(page, LAST)).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

/** The parts of the client's head that reach beyond the head, and text that wraps there. */
const outsideOfHead = (page: Page) =>
  page
    .locator("header")
    .filter({ has: page.getByRole("heading", { level: 1 }) })
    .evaluate((head) => {
      const whole = head.getBoundingClientRect();
      const isOutside = (part: Element) => {
        const { top, bottom, left, right } = part.getBoundingClientRect();
        return top < whole.top || bottom > whole.bottom || left < whole.left || right > innerWidth;
      };
      const parts = [...head.children, ...head.querySelectorAll("h1, p, button")];
      return parts.filter(isOutside).map((part) => part.textContent);
    });

test("moving between clients follows the list as it was, and Back leads to it", async ({ page, site }) => {
  await enterConsole(page, site);
  for (const name of ["Anna's Attic", "Ben's Bikes", LONG]) {
    await addClientInConsole(page, name, name === LONG ? LONG_ADDRESS : "");
    await page.getByRole("button", { name: "Close" }).click();
  }
  await page.getByRole("searchbox").fill("b");
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await page.getByRole("link", { name: "Ben's Bikes" }).click();
  await expect(pageTitle(page, "Ben's Bikes")).toBeVisible();
  await expect(page.getByText("1 of 2 in All clients")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous client" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.getByRole("button", { name: "Next client" }).click();
  await expect(pageTitle(page, LONG)).toBeVisible();
  await expect(page.getByText("2 of 2 in All clients")).toBeVisible();
  // the name is cut off where there is no room, and shown in full on hover
  await expect(pageTitle(page, LONG)).toHaveAttribute("title", LONG);
  await expectNoOverflow(page, "a client with a long name");
  await expect(page.getByRole("link", { name: LONG_ADDRESS })).toBeVisible();
  const sizes = [1280, 1440].map((width) => ({ width, height: 900 }));
  await atSizes(page, sizes, async (size) => {
    await expect.poll(() => outsideOfHead(page), size).toEqual([]);
    const sidebar = page.getByRole("complementary");
    expect(await sidebar.evaluate((own) => own.scrollWidth - own.clientWidth), size).toBe(0);
  });
  await page.keyboard.press("Shift+K");
  await expect(pageTitle(page, "Ben's Bikes")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 of 2 in All clients")).toBeVisible();
  await page.getByRole("link", { name: "Back to All clients" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("b");
  await expect(line(page, "Ben's Bikes")).toBeVisible();
  // an unknown client has no page
  await page.goto(`${page.url().split("?")[0]}nowhere`);
  await expect(pageTitle(page, "Page not found")).toBeVisible();
});

test("on a phone, answers are read, approved and asked about with the thumb", async ({ page, site }) => {
  const { save } = await openAnswered(page, site);
  await page.setViewportSize(PHONE);
  const bar = page.locator("[data-thumb-bar]");
  const press = (name: RegExp) => bar.getByRole("button", { name }).click();
  await expect(bar).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeHidden();
  await press(/^Approve ?: ?Your business at a glance/);
  await expect(badge(page, "business-profile")).toBeVisible();
  await expect(bar.getByRole("button", { name: /^Approve/ })).toBeDisabled();

  await save({ ...realAnswers(), "website-form": { url: "https://new.example" } });
  await press(/^Next new/);
  await expect(title(page, "website-info")).toBeInViewport();
  await expect(title(page, "website-info")).toBeFocused();
  const chips = page.getByRole("navigation", { name: "Sections" });
  await expect(chips.getByRole("button", { name: /^Website/ })).toBeInViewport({ ratio: 1 });
  await press(/^Follow up ?: ?Your website/);
  const box = card(page, "website-info").getByRole("textbox");
  await expect(box).toBeFocused();
  // the bar would cover the text being typed
  await expect(bar).toBeHidden();
  await box.fill("Since when?");
  await card(page, "website-info").getByRole("button", { name: "Send follow-up" }).click();
  await expect(card(page, "website-info")).toContainText(/You asked.*Since when\?/s);
  await expect(box).toHaveCount(0);
  await chips.getByRole("button", { name: /^Leads/ }).click();
  await expect(page.getByRole("heading", { level: 2, name: /^Leads/ })).toBeInViewport();
  await expectAccessible(page, "a client on a phone");
  await expectNoOverflow(page, "a client on a phone");
  await page.setViewportSize(PHONE);
  await card(page, TEAM).getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Approve" }).click();
  await expect(badge(page, TEAM)).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Open brief" })).toBeVisible();
  await expectAccessible(page, "the menu of a client on a phone", {
    looks: [{ width: 390, colorScheme: "dark" }],
  });
});

test("without a connection, a client that was not loaded says so, and opens when the connection is back", async ({
  page,
  site,
  context,
}) => {
  await enterConsole(page, site);
  await addClientInConsole(page, NAME);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(line(page, NAME)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: NAME }).click();
  await expect(page.getByText("Not loaded yet. Opens when you’re back online.")).toBeVisible();
  await context.setOffline(false);
  await expect(pageTitle(page, NAME)).toBeVisible();
});
