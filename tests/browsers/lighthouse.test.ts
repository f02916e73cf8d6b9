import { navigation } from "lighthouse";
import { type Browser, launch, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addManager } from "../../server/managers/accounts.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { type Site, startSite } from "../support/service/site-process.ts";

/** Lighthouse with its mobile preset: each page is loaded as on a phone and must score 100 of 100. */

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await launch({ executablePath: "/usr/bin/chromium", headless: true, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test("the access screen, in both languages", async () => {
  await expectPerfect(await browser.newPage(), "/", "Welcome!");
  await expectPerfect(await browser.newPage(), "/?language=es", "Clave de acceso");
});

test("the interview of a client who comes back to a saved record", async () => {
  const client = await site.addClient();
  await site.saveAs(client, fullRecord());
  const page = await browser.newPage();
  const open = async () => {
    await page.goto(`${site.url}/#key=${client.accessKey}`);
    await page.locator("aria/Access Interview").click();
    await page.locator('[data-question="team-description"]').wait();
  };
  await expectPerfect(page, open, "About team-description");
});

test("the console's sign-in", async () => {
  await expectPerfect(await browser.newPage(), "/console/", "Sign in");
});

describe("in the console,", () => {
  let page: Page;
  let clientId: string;
  beforeAll(async () => {
    ({ clientId } = await site.addClient());
    page = await browser.newPage();
    await enterConsole(page);
  });

  test("the list of clients", () => expectPerfect(page, "/console/", "Rosa's Bakery"));
  test("a client", () => expectPerfect(page, `/console/clients/${clientId}`, "Sign-in and PIN"));
});

/** Loads a page again and audits it once nothing moves; `text` proves that the page is the intended one. */
async function expectPerfect(
  page: Page,
  opened: string | (() => Promise<void>),
  text: string,
): Promise<void> {
  const run = await navigation(page, typeof opened === "string" ? site.url + opened : opened, {
    flags: {
      onlyCategories: ["accessibility", "best-practices"],
      // keeps the signed-in session
      disableStorageReset: true,
      disableFullPageScreenshot: true,
      logLevel: "error",
    },
  });
  if (!run) throw new Error(`Lighthouse said nothing about ${text}`);
  expect(await page.evaluate(() => document.body.innerText)).toContain(text);
  const { audits, categories, runtimeError } = run.lhr;
  expect(runtimeError).toBeUndefined();
  const faults = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score = null, scoreDisplayMode = "", details } = audits[id] ?? {};
      return weight > 0 && score !== 1 && scoreDisplayMode !== "notApplicable"
        ? [{ id, score, details }]
        : [];
    }),
  );
  expect({ text, faults }).toEqual({ text, faults: [] });
  const scores = Object.values(categories).map(({ id, score }) => [id, score]);
  expect(scores).toEqual([
    ["accessibility", 1],
    ["best-practices", 1],
  ]);
}

async function enterConsole(page: Page): Promise<void> {
  const account = { name: "Mia Lopes", email: "mia@example.com", role: "administrator" } as const;
  const link = await addManager(site.storage, account, { actor: "operator", at: Date.now() });
  if (!link) throw new Error("The account was not made");
  await page.goto("about:blank");
  await page.goto(`${site.url}/console/#link=${link.token}`);
  await page.locator('input[type="password"]').fill("correct horse battery");
  await page.locator("aria/Set password and sign in").click();
  await page.locator("aria/Add client").wait();
}
