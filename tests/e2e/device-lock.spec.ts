import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import { withDeviceLock } from "../support/browser/device-lock.ts";
import {
  accessButton,
  answer,
  answers,
  test as base,
  enterKey,
  expect,
  expectToast,
  header,
  headerButton,
  keyField,
  openMenu,
  type Site,
  save,
  signIn,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { freePort } from "../support/service/free-port.ts";
import { startSite } from "../support/service/site-process.ts";

/**
 * Coming back with the device's lock: without finding the key again, and without leaving anything that a thief of the
 * browser's storage could use.
 */

/** Passkeys need an address with a host name. */
const test = base.extend<Record<never, never>, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const port = await freePort();
      const site = await startSite({
        PORT: String(port),
        FIRSTHAND_PUBLIC_URL: `http://localhost:${port}`,
      });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url.replace("127.0.0.1", "localhost")),
});

test.use({ serviceWorkers: "allow" });

const lockButton = (page: Page) =>
  page.getByRole("button", { name: "Use this device’s screen lock", exact: true });
const signedIn = (page: Page) => expect(header(page)).toContainText("Rosa's Bakery");
const keptForOffline = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

async function addLock(page: Page): Promise<void> {
  await (await openMenu(page))
    .getByRole("button", { name: "Sign in with this device’s screen lock" })
    .click();
  await expectToast(
    page,
    "Ready for next time",
    "Next time, your face, fingerprint or screen lock signs you in here. No key needed.",
  );
}

/** Comes back as if the phone had discarded the tab. */
async function comeBack(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.goto("/");
}

test("a client comes back with the device lock, and nothing moves on the way", async ({ page, client }) => {
  const lock = await withDeviceLock(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  await signIn(page, client);
  await expect(lockButton(page)).toHaveCount(0);
  await answer(page, "team-description", "Two of us");
  await save(page);
  await addLock(page);
  expect(await lock.count()).toBe(1);
  await keptForOffline(page);
  await expect(async () => {
    await comeBack(page);
    await expect(lockButton(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );
  expect(shift).toBe(0);
  await expectAccessible(page, "the access screen with a lock");
  await expectNoOverflow(page, "the access screen with a lock");
  await lockButton(page).click();
  await signedIn(page);
  await expect(answers(page, "team-description")).toHaveText([/Two of us/]);
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain("fhs_");
  // the secret that opens the draft offline stays on the device
  const passkeys = sent.filter((body) => body.includes("clientExtensionResults"));
  expect(passkeys).toHaveLength(2);
  for (const body of passkeys) expect(JSON.parse(body).passkey.clientExtensionResults).toEqual({});
  await (await openMenu(page)).getByRole("button", { name: "Where you’re signed in" }).click();
  await expect(page.getByRole("list", { name: "Devices whose screen lock signs you in" })).toContainText(
    /Linux, Chrome\s*added .* · last used/,
  );
  await expectAccessible(page, "a lock in the list");
});

test("a lock removed elsewhere is reported, and not offered again", async ({ page, client, openContext }) => {
  await withDeviceLock(page);
  await signIn(page, client);
  await addLock(page);
  const other = await (await openContext()).newPage();
  await signIn(other, client);
  await (await openMenu(other)).getByRole("button", { name: "Where you’re signed in" }).click();
  const locks = other.getByRole("list", { name: "Devices whose screen lock signs you in" });
  await locks.getByRole("button", { name: "Remove" }).click();
  await expect(locks).toHaveCount(0);
  await headerButton(page, "Logout").click();
  await lockButton(page).click();
  await expect(page.getByRole("alert")).toHaveText(
    "This device’s screen lock no longer signs you in. Please enter your access key.",
  );
  await comeBack(page);
  await expect(accessButton(page)).toBeVisible();
  await expect(lockButton(page)).toHaveCount(0);
});

test("the PIN is requested after the lock, which is opened once", async ({ page, client, site }) => {
  const pin = JSON.parse(await site.firsthand("client", "pin", "set", client.clientId, "--json")).pin;
  await withDeviceLock(page);
  await page.goto("/");
  await keyField(page).fill(client.accessKey);
  await accessButton(page).click();
  await page.getByRole("textbox", { name: "PIN" }).fill(pin);
  await accessButton(page).click();
  await signedIn(page);
  await addLock(page);
  await headerButton(page, "Logout").click();
  await lockButton(page).click();
  const field = page.getByRole("textbox", { name: "PIN" });
  await expect(field).toBeFocused();
  await expect(keyField(page)).toBeHidden();
  await expect(accessButton(page)).toBeHidden();
  await expectAccessible(page, "the PIN after a lock");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(keyField(page)).toBeFocused();
  await lockButton(page).click();
  await field.fill(String((Number(pin) + 1) % 1_000_000).padStart(6, "0"));
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(field).toHaveAccessibleDescription(/That PIN isn’t right/);
  await field.fill(pin);
  await field.press("Enter");
  await signedIn(page);
});

test("a client who does not open the lock stays there, and can try again", async ({ page, client }) => {
  const shut = await withDeviceLock(page);
  await signIn(page, client);
  await shut.refuse();
  await (await openMenu(page))
    .getByRole("button", { name: "Sign in with this device’s screen lock" })
    .click();
  await expectToast(
    page,
    "We couldn’t add your screen lock",
    "Your screen lock didn’t confirm it was you. You can try again anytime from the menu.",
  );
  await shut.remove();
  const lock = await withDeviceLock(page);
  await addLock(page);
  await headerButton(page, "Logout").click();
  await lock.refuse();
  await lockButton(page).click();
  await expect(page.getByRole("alert")).toHaveText(
    "We couldn’t sign you in with your screen lock. Try again, or enter your access key.",
  );
  await expect(lockButton(page)).toBeEnabled();
  await enterKey(page, client.accessKey);
  await signedIn(page);
});

test("on a shared computer the lock is forgotten on a press", async ({ page, client }) => {
  await withDeviceLock(page);
  await signIn(page, client);
  await addLock(page);
  await headerButton(page, "Logout").click();
  await page.getByRole("button", { name: "Forget this device" }).click();
  await expect(lockButton(page)).toBeHidden();
  await keptForOffline(page);
  await comeBack(page);
  await expect(keyField(page)).toBeFocused();
  await expect(lockButton(page)).toBeHidden();
  expect(await page.evaluate(async () => (await caches.match("/choices/lock"))?.text())).toBe("");
});

test("without a connection the lock opens the draft, and later sends what was written", async ({
  page,
  client,
  context,
}) => {
  await withDeviceLock(page);
  await signIn(page, client);
  await addLock(page);
  await keptForOffline(page);
  await headerButton(page, "Logout").click();
  await lockButton(page).click();
  await signedIn(page);
  await answer(page, "team-description", "Two of us");
  await save(page);
  await context.setOffline(true);
  await expect(async () => {
    await comeBack(page);
    await expect(lockButton(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await lockButton(page).click();
  await signedIn(page);
  await expect(answers(page, "team-description")).toHaveText([/Two of us/]);
  await answer(page, "team-description", "And a cat");
  await context.setOffline(false);
  const dialog = page.getByRole("dialog", { name: "Signed out" });
  await expect(dialog).toContainText("Use this device’s screen lock once more to continue.", {
    timeout: 20_000,
  });
  await lockButton(page).click();
  await expectToast(page, "Progress Saved", "Your responses have been saved successfully.");
  await expect(answers(page, "team-description")).toHaveText([/Two of us/, /And a cat/]);
});

test("a lock without a secret still signs in", async ({ page, client }) => {
  await withDeviceLock(page, { givesSecret: false });
  await signIn(page, client);
  await addLock(page);
  await headerButton(page, "Logout").click();
  await lockButton(page).click();
  await signedIn(page);
});

test("the lock is offered once the answers are sent, and not where it already exists", async ({
  page,
  client,
  site,
}) => {
  await withDeviceLock(page);
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  await headerButton(page, "Submit").click();
  await page.getByRole("button", { name: "Next time, use this device’s screen lock" }).click();
  await expectToast(
    page,
    "Ready for next time",
    "Next time, your face, fingerprint or screen lock signs you in here. No key needed.",
  );
  await openMenu(page);
  await expect(page.getByRole("button", { name: "Sign in with this device’s screen lock" })).toHaveCount(0);
});

test("in a hurry: double taps add one lock and open it once", async ({ page, client }) => {
  const lock = await withDeviceLock(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/auth/passkey")) asked.push(new URL(request.url()).pathname);
  });
  await signIn(page, client);
  await (await openMenu(page))
    .getByRole("button", { name: "Sign in with this device’s screen lock" })
    .dblclick();
  await expectToast(
    page,
    "Ready for next time",
    "Next time, your face, fingerprint or screen lock signs you in here. No key needed.",
  );
  expect(await lock.count()).toBe(1);
  expect(asked).toEqual(["/v1/auth/passkeys/challenge", "/v1/auth/passkeys"]);
  await headerButton(page, "Logout").click();
  await lockButton(page).dblclick();
  await signedIn(page);
  expect(asked.slice(2)).toEqual(["/v1/auth/passkey/challenge", "/v1/auth/passkey"]);
});
