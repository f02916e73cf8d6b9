import { type Browser, type BrowserContext, chromium, type Page, type Request } from "@playwright/test";
import { endpoints } from "#contract/api/endpoints.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { enterByLink, invite, pageTitle } from "../support/browser/console-journey.ts";
import { answer, answers, test as base, expect, save, signIn } from "../support/browser/journey.ts";
import { keepContent } from "../support/data/database-content.ts";
import { shareOf } from "../support/faults/faults.ts";
import { otherSite } from "../support/peers/other-site.ts";
import {
  type Aim,
  embedEverything,
  loadEverything,
  writeEverything,
} from "../support/security/cross-site-attack.ts";
import { countTried } from "../support/security/security-counts.ts";
import { startSite } from "../support/service/site-process.ts";

/** Another site's page in a signed-in browser loads nothing and changes nothing (promise P39). */

type Fixtures = { other: Awaited<ReturnType<typeof otherSite>>; open: () => Promise<BrowserContext> };

const test = base.extend<Fixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const site = await startSite({ FIRSTHAND_RATE_SESSION: "0" });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  other: async ({}, use) => {
    const other = await otherSite();
    await use(other);
    await other.close();
  },
  /** Browsers that resolve the other site's name. */
  open: async ({ site }, use, { project }) => {
    const { launchOptions } = project.use;
    const browsers: Browser[] = [];
    await use(async () => {
      const browser = await chromium.launch({
        ...launchOptions,
        args: [...(launchOptions?.args ?? []), "--host-resolver-rules=MAP elsewhere.example 127.0.0.1"],
      });
      browsers.push(browser);
      return browser.newContext({ baseURL: site.url, serviceWorkers: "block" });
    });
    for (const browser of browsers) await browser.close();
  },
});

/** Tracks write requests, and how the server answers those from this origin, as far as the browser reports them. */
function watchWrites(context: BrowserContext, origin: string) {
  const pending = new Set<Request>();
  const answered: { hasCookie: boolean; status: number }[] = [];
  context.on("request", (request) => {
    if (request.method() !== "GET") pending.add(request);
  });
  const settled = (request: Request) => void pending.delete(request);
  context.on("requestfinished", settled);
  context.on("requestfailed", settled);
  context.on("response", async (response) => {
    const request = response.request();
    if (request.method() === "GET") return;
    // Chromium does not always report the headers of a frame that moves to another process
    const headers = await request.allHeaders().catch(() => ({}) as Record<string, string>);
    if (headers.origin !== origin) return;
    answered.push({ hasCookie: (headers.cookie ?? "").includes("firsthand"), status: response.status() });
  });
  return { isQuiet: () => pending.size === 0, answered };
}

/** Every endpoint (a share of them in the short run), with the body that an attacker would send. */
function aimAt(url: string, clientId: string, { files, turn }: { files: string[]; turn: number }): Aim {
  const all = Object.values({ ...endpoints, ...manageEndpoints });
  const pathOf = (path: string) => path.replace(":clientId", clientId).replace(/:\w+/g, "x");
  const body = JSON.stringify({ name: "Mallory", email: "mallory@example.com", data: {}, submit: true });
  const reads = all.filter(({ method }) => method === "GET").map(({ path }) => pathOf(path));
  const writes = all
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => ({ method, path: pathOf(path), body }));
  return {
    url,
    reads: shareOf(["/", "/console/", ...files, ...reads], { every: 8, turn }),
    writes: shareOf(writes, { every: 8, turn }),
  };
}

/** The local files that a page refers to. */
async function filesOf(page: Page): Promise<string[]> {
  const named = await page
    .locator("script[src], link[href]")
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute("src") ?? element.getAttribute("href") ?? ""),
    );
  return named.filter((name) => name.startsWith("/"));
}

/** The texts of the page's frames, without frames that have already gone. */
async function framesOf(page: Page): Promise<string[]> {
  const frames = page.frames().slice(1);
  const texts = frames.map((frame) => frame.evaluate(() => document.documentElement.textContent ?? ""));
  return (await Promise.allSettled(texts)).map((text) => (text.status === "fulfilled" ? text.value : ""));
}

for (const [name, hostname, isSameSite] of [
  ["another site", "elsewhere.example", false],
  // another port is another origin but the same site, so strict cookies are sent
  ["another origin of the same host", "127.0.0.1", true],
] as const) {
  test(`a page of ${name} loads nothing and changes nothing, no matter who is signed in beside it`, async ({
    site,
    other,
    open,
  }) => {
    const context = await open();
    const manager = await context.newPage();
    await enterByLink(manager, await invite(site, "administrator"));
    const clients = await context.newPage();
    const client = await site.addClient();
    await signIn(clients, client);
    await answer(clients, "team-description", "Two of us");
    await save(clients);
    const origin = `http://${hostname}:${other.port}`;
    const files = [...(await filesOf(clients)), ...(await filesOf(manager))];
    expect(files.length).toBeGreaterThan(2);
    const aim = aimAt(site.url, client.clientId, { files, turn: isSameSite ? 1 : 0 });
    const writes = watchWrites(context, origin);
    const evil = await context.newPage();
    await evil.goto(`${origin}/`);
    const content = keepContent(site.databaseFile);

    expect(await evil.evaluate(loadEverything, aim)).toEqual([]);
    expect(await evil.evaluate(writeEverything, aim)).toEqual([]);
    await expect.poll(writes.isQuiet).toBe(true);
    expect([...content.changes()]).toEqual([]);
    content.close();
    countTried("requests of other origins", aim.reads.length * 7 + aim.writes.length * 12);

    // the server itself refused the writes
    const { answered } = writes;
    await expect.poll(() => answered.length).toBeGreaterThan(aim.writes.length);
    expect(answered.some(({ hasCookie }) => hasCookie)).toBe(isSameSite);
    expect(answered.filter(({ status }) => status < 400 || status > 499)).toEqual([]);

    const { isWindowHeld } = await evil.evaluate(embedEverything, aim);
    expect(isWindowHeld).toBe(false);
    const shown = await framesOf(evil);
    expect(shown.length).toBeGreaterThanOrEqual(3);
    expect(shown.filter((text) => /Firsthand|Access Key|Sign in|onboarding/i.test(text))).toEqual([]);

    await manager.goto("/console/account");
    await expect(pageTitle(manager, "Mia Lopes")).toBeVisible();
    await answer(clients, "team-description", "And a dog");
    await save(clients);
    await expect(answers(clients, "team-description")).toHaveText(["Two of us", "And a dog"]);
  });
}

test("control: a successful load, read or write is detected", async ({ site, other, open }) => {
  const context = await open();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${other.port}/`);
  const own = { url: `http://127.0.0.1:${other.port}`, reads: ["/script.js", "/style.css", "/image.svg"] };
  const through = await page.evaluate(loadEverything, { ...own, writes: [] });
  expect(through).toEqual(
    expect.arrayContaining(["fetch /script.js", "script /script.js", "link /style.css", "img /image.svg"]),
  );
  // the same calls from the console's own page do change something
  const manager = await context.newPage();
  await enterByLink(manager, await invite(site, "administrator"));
  const content = keepContent(site.databaseFile);
  const body = JSON.stringify({ name: "Mallory", email: "mallory@example.com" });
  await manager.evaluate(writeEverything, {
    url: site.url,
    reads: [],
    writes: [{ method: "POST", path: "/v1/manage/clients", body }],
  });
  expect([...content.changes().keys()]).toContain("clients");
  content.close();
});
