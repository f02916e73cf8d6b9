import type { Locator, Page, Request } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, invite, line, pageTitle } from "../support/browser/console-journey.ts";
import { expect, type Site, test } from "../support/browser/journey.ts";
import { watchLayoutShifts } from "../support/browser/layout-shifts.ts";
import { atSizes } from "../support/browser/look.ts";
import { written } from "../support/data/written.ts";

/** A client list that is longer than one fetch and longer than the rows in the page. */

const CLIENTS = 120;
const IN_PAGE_MAX = 60;
const nameOf = (place: number) => `Shop ${String(place).padStart(3, "0")}`;
const ALL = Array.from({ length: CLIENTS }, (_, place) => nameOf(place));

const names = (page: Page) => page.getByRole("main").getByRole("rowheader");
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}` });
const says = (page: Page, total: number) =>
  page.getByRole("status").filter({ hasText: new RegExp(`^${total} clients?( · live)?$`) });
const bar = (page: Page) => page.getByRole("toolbar");
const chosen = (page: Page, count: number) => expect(bar(page)).toHaveAccessibleName(`${count} selected`);
const result = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
const toTop = (page: Page) => page.evaluate(() => scrollTo(0, 0));

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function addClients(page: Page, site: Site, rows: string[]): Promise<void> {
  const added = await page.request.post(`${site.url}/v1/manage/clients/import`, {
    headers: { "x-firsthand-console": "1" },
    data: { csv: ["name", ...rows].join("\n") },
  });
  expect(added.status()).toBe(200);
}

async function enterWith(page: Page, site: Site, rows: string[]): Promise<void> {
  await enterConsole(page, site);
  await addClients(page, site, rows);
  await page.reload();
  await expect(says(page, rows.length)).toBeVisible();
}

/** Scrolls down until the client's row appears. */
async function scrollDownTo(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(line(page, name)).toBeInViewport({ timeout: 500 });
  }).toPass();
}

/** Whether the middle of the element is in the viewport, with nothing over it. */
const isUncovered = (element: Locator) =>
  element.evaluate((own) => {
    const { x, y, width, height } = own.getBoundingClientRect();
    return own.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** The paths of the console's calls while `act` runs, in order. */
async function callsDuring(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v1/manage/")) paths.push(pathname.replace("/v1/manage", ""));
  };
  page.on("request", note);
  await act();
  page.off("request", note);
  return paths;
}

test("the list is requested once, right after the session and before what the rail shows", async ({
  page,
  site,
}) => {
  await enterWith(page, site, [nameOf(1)]);
  const calls = await callsDuring(page, async () => {
    await page.goto("/console/?search=shop");
    await expect(line(page, nameOf(1))).toBeVisible();
  });
  expect(calls.slice(0, 2)).toEqual(["/auth/session", "/clients"]);
  expect(calls.filter((path) => path === "/clients")).toHaveLength(1);
});

test("a one-time link requests no clients of the one who is signed in", async ({ page, site }) => {
  await enterWith(page, site, [nameOf(1)]);
  const { token } = await invite(site, "manager", "Ben");
  const calls = await callsDuring(page, async () => {
    await page.goto("about:blank");
    await page.goto(`/console/#link=${token}`);
    await expect(page.getByLabel("New password")).toBeVisible();
    // the session has been answered, and what follows it was sent
    await page.waitForLoadState("networkidle");
  });
  expect(calls).toEqual(["/auth/session"]);
});

test("the list loads more while it is scrolled, keeps few lines in the page, and Back finds the opened line", async ({
  page,
  site,
}) => {
  await enterWith(page, site, ALL);
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", String(CLIENTS + 1));
  await scrollDownTo(page, nameOf(CLIENTS - 1));
  expect(await names(page).count()).toBeLessThanOrEqual(IN_PAGE_MAX);
  const sizes = [1024, 1440].map((width) => ({ width, height: 800 }));
  const lastActivity = page.getByRole("button", { name: "Last activity" });
  await atSizes(page, sizes, (size) => expect.poll(() => isUncovered(lastActivity), size).toBe(true));
  await expect(line(page, nameOf(110))).toHaveAttribute("aria-rowindex", "112");

  await page.getByRole("link", { name: nameOf(110) }).click();
  await expect(pageTitle(page, nameOf(110))).toBeVisible();
  await page.goBack();
  await expect(line(page, nameOf(110))).toBeFocused();
  await expect(line(page, nameOf(110))).toBeInViewport();
  // a reload, too, returns to the same place in the list
  await page.getByRole("link", { name: nameOf(110) }).click();
  await expect(pageTitle(page, nameOf(110))).toBeVisible();
  await page.reload();
  await expect(pageTitle(page, nameOf(110))).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await expect(line(page, nameOf(110))).toBeFocused();
  await expect(line(page, nameOf(110))).toBeInViewport();
});

test("the list keeps its clients when the next ones fail to load, and tries again on a press", async ({
  page,
  site,
}) => {
  const refused = { status: 503, json: { code: "UNAVAILABLE", message: "Not now.", requestId: "r" } };
  const after = /\/v1\/manage\/clients\?.*after=/;
  await page.route(after, (route) => route.fulfill(refused));
  await enterWith(page, site, ALL);
  const failure = page.getByRole("alert").filter({ hasText: "Not now." });
  await scrollDownTo(page, nameOf(99));
  await expect(failure).toHaveCount(1);
  await page.unroute(after);
  await toTop(page);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
  await scrollDownTo(page, nameOf(CLIENTS - 1));
});

test("the list shows new clients, moves no line under the pointer, and an old address still has its search", async ({
  page,
  site,
}) => {
  await enterWith(page, site, ALL);
  await page.goto(`${site.url}/console/?search=shop+11&page=2&shown=100&filter=stuck`);
  await expect(says(page, 10)).toBeVisible();
  await page.goto(`${site.url}/console/`);
  await addClients(page, site, ["Shop 000a"]);
  await expect(names(page).nth(1)).toHaveText("Shop 000a");

  await line(page, nameOf(3)).hover();
  await addClients(page, site, ["Shop 000b"]);
  await expect(says(page, CLIENTS + 2)).toBeVisible();
  await expect(names(page).nth(2)).toHaveText(nameOf(1));
  await page.getByRole("searchbox").hover();
  await expect(names(page).nth(2)).toHaveText("Shop 000b");
});

test("the list requests again with the ETag of what it shows, and shows changes", async ({ page, site }) => {
  await enterWith(page, site, ALL);
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname === "/v1/manage/clients") statuses.push(response.status());
  });
  await expect.poll(() => statuses.filter((status) => status === 304).length).toBeGreaterThan(1);
  await addClients(page, site, ["Shop 000a"]);
  await expect(names(page).nth(1)).toHaveText("Shop 000a");
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test("tabs add up, and filters and order are in the address", async ({ page, site }) => {
  const [began, submitted] = [await site.addClient("Began"), await site.addClient("Submitted")];
  await site.saveAs(began, written("Word of mouth."));
  await site.saveAs(submitted, written("Word of mouth."), { submit: true });
  await enterConsole(page, site, "administrator", "Ada Park");
  await addClients(page, site, ["Invited"]);
  await page.reload();
  const tab = (name: string) => page.getByRole("radio", { name: new RegExp(`^${name} \\d+$`) });
  const countOf = async (name: string) =>
    Number(/\d+$/.exec((await tab(name).locator("..").textContent()) ?? "")?.[0]);
  await expect(tab("Approved")).toBeAttached();
  const states = ["Not invited", "Invited", "Opened", "In progress", "Submitted", "Approved"];
  const counts = await Promise.all(states.map(countOf));
  expect(counts.reduce((sum, count) => sum + count)).toBe(await countOf("All"));

  await tab("Submitted").check({ force: true });
  await expect(line(page, "Submitted")).toBeVisible();
  await expect(line(page, "Began")).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]state=submitted/);
  await page.getByRole("combobox", { name: "Manager" }).selectOption({ label: "Ada Park" });
  await expect(page.getByText(/^No clients match/)).toBeVisible();
  await tab("All").check({ force: true });
  await expect(names(page)).toHaveText(["Invited"]);
  await page.getByRole("combobox", { name: "Due" }).selectOption("no date");
  await expect(page).toHaveURL(/manager=mg_.*due=none/);
  await page.reload();
  await expect(names(page)).toHaveText(["Invited"]);
  await page.getByRole("button", { name: "Last activity" }).click();
  await expect(page.getByRole("columnheader", { name: "Last activity" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
});

test("keys move, select, open, and lead to the pages; letters can be turned off", async ({ page, site }) => {
  await enterWith(page, site, ALL);
  const press = (key: string) => page.keyboard.press(key);
  await press("j");
  await expect(line(page, nameOf(0))).toBeFocused();
  await press("ArrowDown");
  await expect(line(page, nameOf(1))).toBeFocused();
  await press("x");
  await expect(box(page, nameOf(1))).toBeChecked();
  await press("Shift+ArrowDown");
  await press("Shift+ArrowDown");
  await expect(line(page, nameOf(3))).toBeFocused();
  await chosen(page, 3);
  await press("Escape");
  await expect(bar(page)).toHaveCount(0);
  await press("Control+a");
  await chosen(page, CLIENTS);
  await press("Escape");
  await press("Enter");
  await expect(pageTitle(page, nameOf(3))).toBeVisible();
  await press("g");
  await press("n");
  await expect(pageTitle(page, "Needs you")).toBeVisible();
  await press("g");
  await press("c");
  await expect(pageTitle(page, "All clients")).toBeVisible();

  await press("/");
  await expect(page.getByRole("searchbox", { name: "Search…" })).toBeFocused();
  // letters in the search field are text, not shortcuts
  await page.keyboard.type("shop 11x?");
  await expect(page.getByText(/^No clients match/)).toBeVisible();
  await page.getByRole("searchbox").fill("shop 11");
  await expect(says(page, 10)).toBeVisible();
  await page.getByRole("searchbox").press("ArrowDown");
  await expect(line(page, nameOf(110))).toBeFocused();

  await press("?");
  await expectAccessible(page, "all shortcuts", { looks: [{ width: 390, colorScheme: "dark" }] });
  await dialog(page).getByRole("checkbox").uncheck();
  await press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await expect(says(page, 10)).toBeVisible();
  await line(page, nameOf(110)).focus();
  await press("j");
  await press("x");
  await expect(line(page, nameOf(110))).toBeFocused();
  await press("ArrowDown");
  await expect(line(page, nameOf(111))).toBeFocused();
  await expect(bar(page)).toHaveCount(0);
});

test("all matches are selected, except those deselected afterwards, and are tagged at once", async ({
  page,
  site,
}) => {
  await enterWith(page, site, ALL);
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await chosen(page, 100);
  await page.getByRole("button", { name: `Select all ${CLIENTS}` }).click();
  await chosen(page, CLIENTS);
  await box(page, nameOf(0)).uncheck();
  await chosen(page, CLIENTS - 1);
  await bar(page).getByRole("button", { name: "Tag" }).click();
  await dialog(page).getByLabel("Add tag").fill("Fall");
  await dialog(page).getByRole("button", { name: "Save tags" }).click();
  await expect(result(page, `${CLIENTS - 1} tagged`)).toBeVisible();
  await page.getByRole("combobox", { name: "Tag" }).selectOption("Fall");
  await expect(says(page, CLIENTS - 1)).toBeVisible();
  await expect(names(page).first()).toHaveText(nameOf(1));

  await page.getByRole("button", { name: "Save as view" }).click();
  await dialog(page).getByLabel("Name").fill("Fall websites");
  await dialog(page).getByRole("button", { name: "Save view" }).click();
  await expect(pageTitle(page, "Fall websites")).toBeVisible();
  const view = page.getByRole("link", { name: `Fall websites ${CLIENTS - 1}` });
  await expect(view).toHaveAttribute("aria-current", "page");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(result(page, "Undone")).toBeVisible();
  await expect(page.getByText(/^No clients match/)).toBeVisible();
  await page.getByRole("button", { name: "View options" }).click();
  await page.getByRole("menuitem", { name: "Delete view" }).click();
  await dialog(page).getByRole("button", { name: "Delete view" }).click();
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Fall websites/ })).toHaveCount(0);
});

test("a range is selected with Shift, a line opens with a press anywhere, and the palette finds every command", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterWith(page, site, [`${nameOf(0)} ${"and Sons ".repeat(15)}Company`, ...ALL.slice(1, 20)]);
  await expect.poll(async () => (await rowsInView(page)).slice(0, 17)).toEqual(Array(17).fill(40));
  await box(page, nameOf(2)).check();
  await box(page, nameOf(5)).click({ modifiers: ["Shift"] });
  await chosen(page, 4);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or jump" });
  await expect(field).toBeFocused();
  await field.fill("shop 007");
  await expect(page.getByRole("option", { name: /^Shop 007/ })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page, "the palette", { looks: [{ width: 1440, colorScheme: "dark" }] });
  await field.fill("due");
  await expect(page.getByRole("option", { name: "Due date" })).toHaveAttribute("aria-selected", "true");
  await field.press("Enter");
  await dialog(page).getByLabel("Due date").fill("2031-12-03");
  await dialog(page).getByRole("button", { name: "Set due date" }).click();
  await expect(result(page, "4 due dates changed")).toBeVisible();
  await expect(line(page, nameOf(3))).toContainText("Dec 3, 2031");
  await page.keyboard.press("Control+k");
  await field.fill("overview");
  await field.press("Enter");
  await expect(pageTitle(page, "Overview")).toBeVisible();
  await page.goBack();
  await line(page, nameOf(9)).getByText("Invited", { exact: true }).click();
  await expect(pageTitle(page, nameOf(9))).toBeVisible();
});

/** The heights of the clients' rows that are wholly between the head of the table and the foot of the list. */
async function rowsInView(page: Page): Promise<number[]> {
  const head = await page.getByRole("columnheader", { name: "Client" }).boundingBox();
  const foot = await page.getByRole("main").locator("footer").boundingBox();
  const rows = await page.getByRole("row").all();
  const boxes = await Promise.all(rows.slice(1).map((row) => row.boundingBox()));
  return boxes.flatMap((row) => {
    if (!head || !foot || !row || row.y < head.y + head.height) return [];
    return row.y + row.height <= foot.y ? [row.height] : [];
  });
}

test("on a phone a long press selects, a press opens, and nothing is hidden by the bars", async ({
  openContext,
  site,
}) => {
  const context = await openContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await enterWith(page, site, ALL.slice(0, 20));
  const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  for (const words of [/^Invited (now|.+ ago)$/, "0/13"])
    await expect(card(nameOf(1)).getByText(words)).toBeInViewport({ ratio: 1 });
  await expect(card(nameOf(1)).getByText("Invited", { exact: true })).toBeAttached();
  const { x, y, height } = (await card(nameOf(1)).boundingBox()) ?? { x: 0, y: 0, height: 0 };
  expect(height).toBe(66);
  const touch = { pointerType: "touch", clientX: x + 100, clientY: y + 30, bubbles: true };
  await card(nameOf(1)).dispatchEvent("pointerdown", touch);
  await chosen(page, 1);
  await card(nameOf(1)).dispatchEvent("pointerup", touch);
  await box(page, nameOf(2)).tap();
  await chosen(page, 2);
  await expectNoOverflow(page, "chosen on a phone");
  await bar(page).getByRole("button", { name: "Clear selection" }).tap();
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole("button", { name: "More" }).tap();
  await dialog(page).getByRole("link", { name: "Overview" }).tap();
  await expect(pageTitle(page, "Overview")).toBeVisible();
  await page.getByRole("link", { name: "Clients", exact: true }).tap();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(card(nameOf(19))).toBeInViewport({ ratio: 1 });
  // a client's page has other buttons at the bottom
  const targets = page.getByRole("navigation", { name: "Console", exact: true }).locator("a, button");
  await expect(targets).toHaveCount(4);
  for (const target of await targets.all())
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole("link", { name: nameOf(19) }).tap();
  await expect(pageTitle(page, nameOf(19))).toBeVisible();
});

test("nothing moves while counts and clients arrive", async ({ page, site }) => {
  await watchLayoutShifts(page);
  await enterWith(page, site, ALL.slice(0, 20));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/v1\/manage\/(clients|views|tags)/, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole("main").getByText("Loading...")).toBeAttached();
  const before = await page.getByRole("radio", { name: /^Submitted/ }).boundingBox();
  release();
  await expect(says(page, 20)).toBeVisible();
  await expect(page.getByRole("link", { name: "All clients 20" })).toBeVisible();
  expect(await page.getByRole("radio", { name: /^Submitted/ }).boundingBox()).toEqual(before);
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
});

test("the list has no accessibility problem at any width, with and without a selection", async ({
  page,
  site,
}) => {
  const began = await site.addClient("Began with a name that is much longer than any column of any list");
  await site.saveAs(began, written("Word of mouth."));
  await enterConsole(page, site, "administrator");
  await box(page, began.clientName).first().check();
  const looks = [1440, 768, 390].flatMap((width) => [
    { width, colorScheme: "light" as const },
    { width, colorScheme: "dark" as const },
  ]);
  await expectAccessible(page, "some clients are chosen", { looks });
  await page.keyboard.press("Escape");
  await expectAccessible(page, "the list", { looks });
  await expectNoOverflow(page, "the list");
  for (const width of [720, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(over, `${width} px`).toBeLessThanOrEqual(0);
  }
});
