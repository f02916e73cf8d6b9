import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { noInterviewFile } from "../../server/interview-file/read-interview-file.ts";
import { openSite, type PageValues } from "../../server/pages/site.ts";
import {
  accessButton,
  box,
  enterKey,
  expect,
  header,
  keyField,
  save,
  signIn,
  type TestClient,
  test,
} from "../support/browser/journey.ts";
import { startService } from "../support/service/service.ts";

const BUILD = join(import.meta.dirname, "../../dist");
const OTHER_NAME = "Harbour Advisers";

test.use({ serviceWorkers: "allow" });
// restarts this worker's server with its own settings for the next test
test.afterEach(({ site }) => site.restart());

/** Opens the page and waits until the device has stored it. */
async function visit(page: Page): Promise<void> {
  await page.goto("/");
  await expectKept(page);
}

async function expectKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

/** Makes the browser look for a new version, as it does after each visit, and waits until the new one takes over. */
async function takeOver(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const takenOver = new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
    await (await serviceWorker.ready).update();
    await takenOver;
  });
}

/** Marks the window; a reload would remove the mark. */
const markWindow = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);

test.describe("after one visit the app opens", () => {
  test("while the server is stopped", async ({ page, site }) => {
    await visit(page);
    await site.stop();
    await expectOpens(page);
  });

  test("without a network, and works once there is one", async ({ page, context, client }) => {
    await visit(page);
    await context.setOffline(true);
    await expectOpens(page);
    await keyField(page).fill(client.accessKey);
    await accessButton(page).click();
    await expect(page.getByRole("alert")).toHaveText("Connection error. Please try again.");
    await context.setOffline(false);
    await accessButton(page).click();
    await expect(header(page)).toContainText(client.clientName);
  });

  test("in another tab, whatever query the address has", async ({ page, context, site }) => {
    await visit(page);
    await site.stop();
    const other = await context.newPage();
    await other.goto("/?from=mail#key=fh_typed");
    await expect(keyField(other)).toHaveValue("fh_typed");
  });
});

/**
 * Expects the access screen with style and script, the interview part and the interview from the device, and no answer
 * for anything else.
 */
async function expectOpens(page: Page): Promise<void> {
  const script = page.waitForResponse("**/assets/interview-bundle-*.js");
  const style = page.waitForResponse("**/assets/interview-bundle-*.css");
  const opened = await page.reload();
  for (const response of [opened, await script, await style]) {
    expect(response?.status()).toBe(200);
    expect(response?.fromServiceWorker()).toBe(true);
  }
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).toHaveCSS("border-top-style", "solid");
  await page.getByRole("button", { name: "Show key" }).click();
  await expect(keyField(page)).toHaveAttribute("type", "text");
  const interviews = await page.locator('meta[name="firsthand-interviews"]').getAttribute("content");
  expect(await statusOf(page, "/favicon.svg")).toBe(200);
  for (const named of interviews?.split(" ") ?? [])
    expect(await statusOf(page, `/v1/interview?hash=${named.split(":")[1]}`)).toBe(200);
  expect(await statusOf(page, "/v1/interview")).toBe("no answer");
  expect(await statusOf(page, "/healthz")).toBe("no answer");
}

function statusOf(page: Page, address: string): Promise<number | "no answer"> {
  return page.evaluate(
    (path) =>
      fetch(path).then(
        ({ status }) => status,
        () => "no answer" as const,
      ),
    address,
  );
}

test("a first visit continues undisturbed when the device has stored the app", async ({ page }) => {
  let loads = 0;
  page.on("load", () => loads++);
  await visit(page);
  await markWindow(page);
  await keyField(page).fill("fh_typed");
  expect([loads, await isMarked(page)]).toEqual([1, true]);
});

test.describe("a new version takes over", () => {
  test("and an untouched access screen reloads", async ({ page, site }) => {
    await visit(page);
    await expect(page.getByText(site.providerName, { exact: true })).toBeVisible();
    await site.restart({ FIRSTHAND_PROVIDER_NAME: OTHER_NAME });
    // the reload shows the stored page, and then the browser looks for a new version
    await page.reload();
    await expect(page.getByText(OTHER_NAME, { exact: true })).toBeVisible({ timeout: 15_000 });
    await expect(page).toHaveTitle(`Onboarding Interview · ${OTHER_NAME}`);
    await site.stop();
    await page.reload();
    await expect(page.getByText(OTHER_NAME, { exact: true })).toBeVisible();
  });

  test("and a key being typed stays", async ({ page, site, client }) => {
    await visit(page);
    await markWindow(page);
    await keyField(page).pressSequentially("fh_");
    await site.restart({ FIRSTHAND_PROVIDER_NAME: OTHER_NAME });
    await takeOver(page);
    await expect(keyField(page)).toBeFocused();
    await expect(keyField(page)).toHaveValue("fh_");
    await expect(page.getByText(site.providerName, { exact: true })).toBeVisible();
    await enterKey(page, client.accessKey);
    expect(await isMarked(page)).toBe(true);
    await page.reload();
    await expect(page.getByText(OTHER_NAME, { exact: true })).toBeVisible();
  });

  test("and a focused, empty key field keeps the focus", async ({ page, site }) => {
    await visit(page);
    await markWindow(page);
    await keyField(page).click();
    await site.restart({ FIRSTHAND_PROVIDER_NAME: OTHER_NAME });
    await takeOver(page);
    await page.keyboard.type("fh_typed");
    await expect(keyField(page)).toHaveValue("fh_typed");
    expect(await isMarked(page)).toBe(true);
  });

  test("and an answer being typed stays, and the page does not reload", async ({ page, site, client }) => {
    await visit(page);
    await typeAnswerHalf(page, client);
    await site.restart({ FIRSTHAND_PROVIDER_NAME: OTHER_NAME });
    await takeOver(page);
    const typed = box(page, "team-description");
    await expect(typed).toBeFocused();
    await page.keyboard.type(" three ovens");
    await expect(typed).toHaveValue("We have three ovens");
    await save(page);
    expect(await isMarked(page)).toBe(true);
  });

  test("and a client who logged out is not disturbed either", async ({ page, site, client }) => {
    await visit(page);
    await signIn(page, client);
    await markWindow(page);
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(keyField(page)).toBeVisible();
    await site.restart({ FIRSTHAND_PROVIDER_NAME: OTHER_NAME });
    await takeOver(page);
    await enterKey(page, client.accessKey);
    expect(await isMarked(page)).toBe(true);
  });

  test("and the previous version's files stay for a page that is still open", async ({ page, site }) => {
    await visit(page);
    const [first] = await cacheNames(page);
    await keyField(page).fill("fh_typed");
    const seen = [first];
    for (const providerName of ["Second", "Third", "Second"]) {
      await site.restart({ FIRSTHAND_PROVIDER_NAME: providerName });
      await takeOver(page);
      await expectKept(page);
      const kept = await cacheNames(page);
      expect(kept).toEqual([seen.at(-1), expect.stringMatching(/^firsthand-/)]);
      seen.push(kept[1]);
    }
    expect(new Set(seen).size).toBe(3);
  });
});

async function typeAnswerHalf(page: Page, client: TestClient): Promise<void> {
  await signIn(page, client);
  await markWindow(page);
  await box(page, "team-description").pressSequentially("We have");
}

test("a new version with a missing file leaves the previous one in place", async ({ page }) => {
  const VALUES: Omit<PageValues, "providerName"> = {
    interview: { definitions: new Map([["en", { hash: "x" }]]), minutes: "35" },
    dictation: "browser",
    recording: "kept",
    openIdName: "",
    passkeys: "off",
    passwords: "on",
    signInLinks: () => "off",
    provided: noInterviewFile,
  };
  const folder = mkdtempSync(join(tmpdir(), "firsthand-build-"));
  cpSync(BUILD, folder, { recursive: true });
  const first = await startService({ site: openSite({ ...VALUES, providerName: "First" }, folder) });
  const port = Number(new URL(first.url).port);
  await page.goto(first.url);
  await expectKept(page);
  const kept = await cacheNames(page);
  await first.close();

  const files = ["favicon.svg", "favicon.svg.br", "favicon.svg.gz"];
  for (const file of files) rmSync(join(folder, "web", file));
  const site = openSite({ ...VALUES, providerName: "Second" }, folder);
  const second = await startService({ site, port });
  const outcome = await page.evaluate(async () => {
    const { installing } = await (await navigator.serviceWorker.ready).update();
    if (!installing || installing.state === "redundant") return "redundant";
    return new Promise((resolve) => {
      installing.addEventListener("statechange", () => resolve(installing.state));
    });
  });
  expect(outcome).toBe("redundant");
  await second.close();
  await page.reload();
  await expect(page.getByText("First", { exact: true })).toBeVisible();
  expect(await cacheNames(page)).toEqual(kept);
  rmSync(folder, { recursive: true });
});

test("no script can register another worker", async ({ browser, site }) => {
  // a page without checks of the console, because the browser reports the refused requests
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await visit(page);
  const refusals = await page.evaluate(async () => {
    type Policies = { trustedTypes: { createPolicy(name: string, rules: object): unknown } };
    const { trustedTypes } = window as unknown as Policies;
    const createPolicy = (name: string) =>
      Promise.resolve().then(() =>
        trustedTypes.createPolicy(name, { createScriptURL: (url: string) => url }),
      );
    const register = (url: string) => navigator.serviceWorker.register(url);
    const attempts = [
      createPolicy("other"),
      createPolicy("firsthand"),
      register("/other.js"),
      register("/sw.js"),
    ];
    return (await Promise.allSettled(attempts)).map(
      (attempt) => attempt.status === "rejected" && attempt.reason.name,
    );
  });
  expect(refusals).toEqual(["TypeError", "TypeError", "TypeError", "TypeError"]);
  const addresses = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL),
  );
  expect(addresses).toEqual([`${site.url}/sw.js`]);
  await context.close();
});
