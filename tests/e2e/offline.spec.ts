import type { BrowserContext, Page } from "@playwright/test";
import {
  accessButton,
  answer,
  answers,
  box,
  expect,
  fillOnDevice,
  header,
  headerButton,
  keyField,
  openSection,
  save,
  section,
  signIn,
  type TestClient,
  test,
  toast,
  unsavedMark,
} from "../support/browser/journey.ts";

test.use({ serviceWorkers: "allow" });

const notice = (page: Page) => page.getByText(/^You’re offline\./);

/** Signs in, and waits until the app is stored on the device. */
async function signInKept(page: Page, client: TestClient): Promise<void> {
  await signIn(page, client);
  await page.evaluate(() => navigator.serviceWorker.ready);
}

async function enterKeyOffline(page: Page, accessKey: string): Promise<void> {
  await keyField(page).fill(accessKey);
  await accessButton(page).click();
}

const goOffline = (context: BrowserContext) => context.setOffline(true);
const goOnline = (context: BrowserContext) => context.setOffline(false);

test("a server that is down on a working connection is not called offline", async ({ page, client }) => {
  await signIn(page, client);
  await page.route("**/v1/onboarding", (route) => route.abort("connectionrefused"));
  await answer(page, "team-description", "Two of us");
  await headerButton(page, "Save").click();
  await expect(toast(page, "Save Failed")).toContainText("Unable to connect to server.");
  await expect(header(page)).toContainText("can’t reach us, saved on this device");
  await expect(header(page)).not.toContainText("offline");
  await expect(notice(page)).toHaveCount(0);
  await page.unroute("**/v1/onboarding");
  await save(page);
  await expect(header(page)).not.toContainText("can’t reach us");
});

test.describe("without a connection", () => {
  test("the client sees that, and that nothing is lost; both disappear when the connection is back", async ({
    page,
    client,
    context,
  }) => {
    await signInKept(page, client);
    await goOffline(context);
    await expect(notice(page)).toContainText("your answers are stored on this device");
    await answer(page, "team-description", "Two of us");
    await goOnline(context);
    await expect(notice(page)).toHaveCount(0);
    await expect(unsavedMark(page)).toHaveText("");
    await expect(header(page)).toContainText(/Saved \d{1,2}:\d\d\s[AP]M/);
  });

  test("the page reloads, the key opens the draft, and answering continues; everything is saved later automatically", async ({
    page,
    client,
    context,
    site,
  }) => {
    await signInKept(page, client);
    await answer(page, "team-description", "Two of us");
    await save(page);
    await openSection(page, "leads-booking");
    await goOffline(context);
    await answer(page, "customer-acquisition", "Word of mouth");
    await fillOnDevice(page, box(page, "booking-process"), "They ca");
    await page.reload();
    await enterKeyOffline(page, client.accessKey.toLowerCase().replaceAll("_", "-"));
    await expect(header(page)).toContainText(client.clientName);
    await expect(notice(page)).toBeVisible();
    await expect(section(page, "leads-booking")).toHaveAttribute("aria-current", "step");
    await expect(answers(page, "customer-acquisition")).toHaveText(["Word of mouth"]);
    await expect(box(page, "booking-process")).toHaveValue("They ca");
    await answer(page, "booking-process", "They call");
    await goOnline(context);
    // this browser does not notify a reloaded page that the emulated connection is back
    await expect(unsavedMark(page)).toHaveText("", { timeout: 20_000 });
    await expect(notice(page)).toHaveCount(0);
    const exported = await site.firsthand("record", "export", client.clientId);
    for (const text of ["Two of us", "Word of mouth", "They call"]) expect(exported).toContain(text);
  });

  test("another key opens nothing, and stays in the field", async ({ page, client, context, site }) => {
    const other = await site.addClient("Otto's Garage");
    await signInKept(page, client);
    await answer(page, "team-description", "Two of us");
    await goOffline(context);
    await page.reload();
    await enterKeyOffline(page, other.accessKey);
    await expect(page.getByText("Connection error. Please try again.")).toBeVisible();
    await expect(keyField(page)).toHaveValue(other.accessKey);
    await expect(page.getByText("Two of us")).toHaveCount(0);
  });

  test("a key revoked meanwhile is requested again, and nothing is lost", async ({
    page,
    client,
    context,
    site,
  }) => {
    await signInKept(page, client);
    await goOffline(context);
    await page.reload();
    await enterKeyOffline(page, client.accessKey);
    await answer(page, "team-description", "Two of us");
    const { keys } = JSON.parse(await site.firsthand("client", "show", client.clientId, "--json"));
    await site.firsthand("key", "revoke", keys[0].keyId);
    const issued = JSON.parse(await site.firsthand("key", "issue", client.clientId, "--json"));
    await goOnline(context);
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("alert")).toHaveText("Invalid access key. Please try again.", {
      timeout: 20_000,
    });
    await dialog.getByRole("textbox", { name: "Access Key" }).fill(issued.accessKey);
    await dialog.getByRole("button", { name: "Access Interview" }).click();
    await expect(toast(page, "Progress Saved")).toBeVisible();
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
  });

  test("Save says that it failed, and the answers are saved when the connection is back", async ({
    page,
    client,
    context,
  }) => {
    await signInKept(page, client);
    await answer(page, "team-description", "Two of us");
    await goOffline(context);
    await headerButton(page, "Save").click();
    await expect(toast(page, "Save Failed")).toContainText("Unable to connect to server.");
    await goOnline(context);
    await expect(unsavedMark(page)).toHaveText("");
  });

  test("after Logout the key opens nothing on this device", async ({ page, client, context }) => {
    await signInKept(page, client);
    await answer(page, "team-description", "Two of us");
    await save(page);
    await headerButton(page, "Logout").click();
    await expect(accessButton(page)).toBeVisible();
    await goOffline(context);
    await page.reload();
    await enterKeyOffline(page, client.accessKey);
    await expect(page.getByText("Connection error. Please try again.")).toBeVisible();
  });
});

test("a new access key opens the same draft", async ({ page, client, context, site }) => {
  await signInKept(page, client);
  await answer(page, "team-description", "Two of us");
  const issued = JSON.parse(await site.firsthand("key", "issue", client.clientId, "--json"));
  await signIn(page, { ...client, accessKey: issued.accessKey });
  await goOffline(context);
  for (const key of [issued.accessKey, client.accessKey]) {
    await page.reload();
    await enterKeyOffline(page, key);
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
  }
});
