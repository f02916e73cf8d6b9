import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { WITH_PDF } from "../service/program.ts";
import { type Site, startSite, type TestClient } from "../service/site-process.ts";
import { watchFaults } from "./watch-faults.ts";

export { expect } from "@playwright/test";
export type { Site, TestClient } from "../service/site-process.ts";

type Fixtures = {
  /** A new client with their own key. */
  client: TestClient;
  /** Opens another browser context, watched for faults like the first. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
};

/** Every test has its worker's real server, its own client, and a page that is watched for faults. */
export const test = base.extend<Fixtures, { site: Site }>({
  browser: [
    async ({ playwright, browserName, launchOptions }, use) => {
      const launch = () => playwright[browserName].launch(launchOptions);
      // retries once: on a busy machine Chromium has crashed with a segmentation fault before it opened anything
      const browser = await launch().catch(launch);
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const site = await startSite(WITH_PDF);
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  client: async ({ site }, use) => use(await site.addClient()),
  context: async ({ context }, use) => {
    const check = await watchFaults(context);
    await use(context);
    check();
  },
  openContext: async ({ browser, baseURL, viewport }, use) => {
    const opened: { context: BrowserContext; check: () => void }[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport, ...options });
      opened.push({ context, check: await watchFaults(context) });
      return context;
    });
    for (const { context, check } of opened) {
      await endRoutes(context);
      await context.close();
      check();
    }
  },
});

/** Ends the routes quietly: a call that a route was about to answer at the end of a test is not a fault. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
}

export const keyField = (page: Page) => page.getByRole("textbox", { name: "Access Key" });
export const accessButton = (page: Page) => page.getByRole("button", { name: "Access Interview" });
/** The page's header; a dialog has one too. */
export const header = (page: Page) =>
  page.getByRole("banner").filter({ has: page.getByRole("heading", { level: 1 }) });
export const headerButton = (page: Page, name: "Save" | "Review" | "Submit" | "Next" | "Logout") =>
  header(page).getByRole("button", { name, exact: true });
/** The mark of unsaved changes; empty while everything is synced. */
export const unsavedMark = (page: Page) => header(page).getByRole("status");
/** The menu at the end of the header; its items are nowhere else on the page. */
export const menu = (page: Page) => page.getByRole("dialog", { name: /^(Menu|Menú)$/ });
export async function openMenu(page: Page): Promise<Locator> {
  // scrolls to the top, because the header's row scrolls away on phones
  await page.evaluate(() => window.scrollTo(0, 0));
  await header(page)
    .getByRole("button", { name: /^(Menu|Menú)$/ })
    .click();
  await expect(menu(page)).toBeVisible();
  return menu(page);
}
/** Closes the menu and waits, because the page below takes no keys while the menu is open. */
export async function escapeMenu(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
}
export const section = (page: Page, id: string) => page.locator(`[data-section="${id}"]`);
export const card = (page: Page, questionId: string) => page.locator(`[data-question="${questionId}"]`);
/** The box for a new answer; the editors of existing answers have other names. */
export const box = (page: Page, questionId: string) =>
  card(page, questionId).getByRole("textbox", { name: /^(Your answer|Anything to add)/ });
export const answers = (page: Page, questionId: string) =>
  card(page, questionId)
    .getByRole("list", { name: /^\d+ answers?$/ })
    .getByRole("listitem");
export const answeredMark = (page: Page, questionId: string) => card(page, questionId).getByText("Answered");

/** The innermost element that holds both the toast's words and its close button. */
export const toast = (page: Page, title: string): Locator =>
  page
    .getByRole("region", { name: "Notifications" })
    .locator("div")
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByRole("button", { name: "Close this message" }) })
    .last();

export async function expectToast(page: Page, title: string, message: string): Promise<void> {
  await expect(toast(page, title).getByRole("paragraph")).toHaveText([title, message]);
}

/** Types the key and waits for the interview. */
export async function signIn(page: Page, { accessKey }: TestClient, address = "/"): Promise<void> {
  await page.goto(address);
  await enterKey(page, accessKey);
}

export async function enterKey(page: Page, accessKey: string): Promise<void> {
  await keyField(page).fill(accessKey);
  // waits for the response first: polling for the header from the press on would check only at long intervals
  const loaded = page.waitForResponse("**/v1/onboarding");
  await accessButton(page).click();
  await loaded;
  await expect(header(page)).toBeVisible();
}

export async function openSection(page: Page, id: string): Promise<void> {
  await section(page, id).click();
  await expect(section(page, id)).toHaveAttribute("aria-current", "step");
}

/** Types an answer and leaves the box with Enter. */
export async function answer(page: Page, questionId: string, text: string): Promise<void> {
  // the name of the list counts all answers, although a long list shows only its last ones
  const list = card(page, questionId).getByRole("list", { name: /^\d+ answers?$/ });
  // a section that is just opening has no answers yet
  await box(page, questionId).waitFor();
  const given =
    (await list.count()) === 0 ? 0 : Number.parseInt((await list.getAttribute("aria-label")) ?? "", 10);
  await box(page, questionId).fill(text);
  await box(page, questionId).press("Enter");
  await expect(list).toHaveAccessibleName(given === 0 ? "1 answer" : `${given + 1} answers`);
}

/** Fills a box of the interview, and waits until the page has written the text on the device. */
export async function fillOnDevice(page: Page, field: Locator, text: string): Promise<void> {
  const before = await halfTyped(page);
  let now = before;
  await field.fill(text);
  // the first change may be of what was done before; after the last one, nothing changes any more
  const settles = async () => {
    const last = now;
    now = await halfTyped(page);
    return now !== before && now === last;
  };
  await expect.poll(settles, { intervals: [100] }).toBe(true);
}

/** The encrypted half-typed texts on this device. Each write changes them, and a read waits for writes under way. */
function halfTyped(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = (request: IDBRequest) =>
      new Promise((resolve, reject) => Object.assign(request, { onsuccess: resolve, onerror: reject }));
    const opening = indexedDB.open("firsthand");
    await done(opening);
    const journal = opening.result.transaction("journal").objectStore("journal");
    const [names, rows] = [journal.getAllKeys(), journal.getAll()];
    await done(rows);
    opening.result.close();
    const open = rows.result.filter((_, row) => String(names.result[row]).endsWith("/open"));
    return open.map(({ iv }) => iv.join()).join(" ");
  });
}

/** Shows the answers that a long list leaves out. */
export async function showEarlier(page: Page, questionId: string): Promise<void> {
  await card(page, questionId)
    .getByRole("button", { name: /^Show \d+ earlier answers?$/ })
    .click();
}

export async function save(page: Page): Promise<void> {
  await headerButton(page, "Save").click();
  await expect(toast(page, "Progress Saved")).toBeVisible();
}

/**
 * Stops the page's clock an hour ahead, so that even a slow machine has not passed it; the test then moves the time.
 */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

/** The body of the next save, as the browser sends it. */
export async function nextSaveBody(page: Page, act: () => Promise<unknown>): Promise<unknown> {
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await act();
  return (await sent).postDataJSON();
}
