import type { Page } from "@playwright/test";
import {
  accessButton,
  answer,
  answers,
  box,
  expect,
  expectToast,
  header,
  headerButton,
  keyField,
  openSection,
  save,
  signIn,
  type TestClient,
  test,
  toast,
  unsavedMark,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";

const ENDED = "Authentication failed. Please try logging in again.";
const keyDialog = (page: Page) => page.getByRole("dialog", { name: "Signed out" });
const logoutDialog = (page: Page) => page.getByRole("dialog", { name: "Log out with unsaved changes?" });
const itemsOnDevice = (page: Page) => page.evaluate(() => ({ ...localStorage }));

/** Signs in and returns the token, which no page shows. */
async function signInWithToken(page: Page, client: TestClient): Promise<string> {
  const exchanged = page.waitForResponse("**/v1/auth/exchange");
  await signIn(page, client);
  return (await (await exchanged).json()).data.accessToken;
}

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** Ends the session on the server, as if it had been idle for too long: the server refuses the next call. */
async function endSession(page: Page, token: string): Promise<void> {
  expect((await page.request.post("/v1/auth/logout", withToken(token))).ok()).toBe(true);
}

async function enterKeyAgain(page: Page, { accessKey }: TestClient): Promise<void> {
  await keyDialog(page).getByRole("textbox", { name: "Access Key" }).fill(accessKey);
  await keyDialog(page).getByRole("button", { name: "Access Interview" }).click();
}

test.describe("a session that ends while the client is working", () => {
  test.beforeEach(async ({ page, client }) => {
    const token = await signInWithToken(page, client);
    await answer(page, "team-description", "Two of us");
    await endSession(page, token);
  });

  test("asks for the key over the page, in the catalog's words", async ({ page }) => {
    await headerButton(page, "Save").click();
    await expectToast(page, "Save Failed", ENDED);
    await expect(keyDialog(page).getByRole("alert")).toHaveText(ENDED);
    await expect(keyDialog(page)).toContainText("Your answers are safe.");
    await expect(keyDialog(page).getByRole("button", { name: "Continue" })).toBeFocused();
  });

  test("continues with one press, since the page still has its key", async ({ page }) => {
    await headerButton(page, "Save").click();
    await expect(keyDialog(page).getByRole("button", { name: "Continue" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expectToast(page, "Progress Saved", "Your responses have been saved successfully.");
    await expect(keyDialog(page)).toHaveCount(0);
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
  });

  test("does not offer a key that was revoked since then", async ({ page, client, site }) => {
    const { keys } = JSON.parse(await site.firsthand("client", "show", client.clientId, "--json"));
    await site.firsthand("key", "revoke", keys[0].keyId);
    await headerButton(page, "Save").click();
    await keyDialog(page).getByRole("button", { name: "Continue" }).click();
    await expect(keyDialog(page)).toContainText("Invalid access key. Please try again.");
    await expect(keyDialog(page).getByRole("button", { name: "Continue" })).toHaveCount(0);
    await expect(keyDialog(page).getByRole("textbox", { name: "Access Key" })).toBeFocused();
  });

  test("continues with the same key: the save is finished, and open text stays", async ({ page, client }) => {
    await page.getByRole("button", { name: "Edit answer" }).click();
    await page.getByRole("textbox", { name: "Edit answer" }).fill("Two of us and a d");
    await box(page, "current-tools").fill("Half a thought");
    await headerButton(page, "Save").click();
    await enterKeyAgain(page, client);
    await expectToast(page, "Progress Saved", "Your responses have been saved successfully.");
    await expect(keyDialog(page)).toHaveCount(0);
    await expect(unsavedMark(page)).toHaveText("");
    await expect(page.getByRole("textbox", { name: "Edit answer" })).toHaveValue("Two of us and a d");
    await expect(answers(page, "current-tools")).toHaveText(["Half a thought"]);
  });

  test("finishes a submission with the same key", async ({ page, client }) => {
    await headerButton(page, "Submit").click();
    await page.getByRole("button", { name: "Submit anyway" }).click();
    await expect(toast(page, "Submission Failed")).toContainText(ENDED);
    await enterKeyAgain(page, client);
    await expect(toast(page, "Submission Complete!")).toBeVisible();
  });

  test("refuses the key of another client, and then accepts the right one", async ({
    page,
    client,
    site,
  }) => {
    const other = await site.addClient("Otto's Garage");
    await headerButton(page, "Save").click();
    await enterKeyAgain(page, other);
    await expect(keyDialog(page).getByRole("alert")).toHaveText(/^That key is for a different business\./);
    await expect(keyDialog(page).getByRole("textbox", { name: "Access Key" })).toHaveValue("");
    await expect(header(page)).toContainText(client.clientName);
    await enterKeyAgain(page, client);
    await expect(toast(page, "Progress Saved")).toBeVisible();
    expect(await site.firsthand("client", "show", other.clientId)).toContain("State: opened, 0 of 13");
  });

  test("leaves everything on the page when no key is entered, and Save says why it cannot save", async ({
    page,
  }) => {
    await headerButton(page, "Save").click();
    await keyDialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(keyDialog(page)).toHaveCount(0);
    await headerButton(page, "Save").click();
    await expectToast(page, "Not Authenticated", "Please log in to save your progress.");
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
  });

  test("offers the key again to a client who closed the dialog, and then saves", async ({ page, client }) => {
    await headerButton(page, "Save").click();
    await keyDialog(page).getByRole("button", { name: "Cancel" }).click();
    await header(page).getByRole("button", { name: "Sign in again" }).click();
    await enterKeyAgain(page, client);
    await expect(toast(page, "Progress Saved")).toBeVisible();
    await expect(header(page).getByRole("button", { name: "Sign in again" })).toHaveCount(0);
  });
});

test.describe("Logout", () => {
  test("with nothing unsynced signs out at once, clears the device and ends the session", async ({
    page,
    client,
  }) => {
    const token = await signInWithToken(page, client);
    await page.getByLabel("Number of Employees").selectOption("2-5");
    await save(page);
    const ended = page.waitForResponse("**/v1/auth/logout");
    await headerButton(page, "Logout").click();
    await expect(accessButton(page)).toBeVisible();
    await expect(keyField(page)).toHaveValue("");
    await ended;
    expect((await page.request.get("/v1/onboarding", withToken(token))).status()).toBe(401);
    await expect.poll(() => itemsOnDevice(page)).toEqual({});
  });

  test("with unsynced work asks first, and Stay changes nothing", async ({ page, client }) => {
    await signIn(page, client);
    await box(page, "team-description").fill("Two of us");
    await headerButton(page, "Logout").click();
    await logoutDialog(page).getByRole("button", { name: "Stay" }).last().click();
    await expect(logoutDialog(page)).toHaveCount(0);
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
  });

  test("can save first, and everything is there at the next sign-in", async ({ page, client }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Two of us");
    await headerButton(page, "Logout").click();
    await logoutDialog(page).getByRole("button", { name: "Save and log out" }).click();
    await expect(accessButton(page)).toBeVisible();
    await expect.poll(() => itemsOnDevice(page)).toEqual({});
    await signIn(page, client);
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
  });

  test("stays when saving first fails", async ({ page, client }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Two of us");
    await page.route("**/v1/onboarding", (route) => route.abort());
    await headerButton(page, "Logout").click();
    await logoutDialog(page).getByRole("button", { name: "Save and log out" }).click();
    await expect(toast(page, "Save Failed")).toBeVisible();
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
  });

  test("can drop the unsynced work, and nothing of it is left", async ({ page, client }) => {
    const token = await signInWithToken(page, client);
    await page.getByLabel("Number of Employees").selectOption("2-5");
    const ended = page.waitForResponse("**/v1/auth/logout");
    await headerButton(page, "Logout").click();
    await logoutDialog(page).getByRole("button", { name: "Log out without saving" }).click();
    await expect(accessButton(page)).toBeVisible();
    await ended;
    expect((await page.request.get("/v1/onboarding", withToken(token))).status()).toBe(401);
    await expect.poll(() => itemsOnDevice(page)).toEqual({});
    await signIn(page, client);
    await expect(page.getByLabel("Number of Employees")).toHaveValue("");
    await expect(header(page)).toContainText("0% Completed");
  });

  test("leaves nothing behind the browser's back button", async ({ page, client }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Two of us");
    await save(page);
    await headerButton(page, "Logout").click();
    await expect(accessButton(page)).toBeVisible();
    await page.goto("/robots.txt");
    await page.goBack();
    await expect(accessButton(page)).toBeVisible();
    await expect(keyField(page)).toHaveValue("");
    await expect(page.getByText("Two of us")).toHaveCount(0);
    await expect(page.getByText(client.clientName)).toHaveCount(0);
  });
});

test.describe("a reload", () => {
  test("asks for the key again", async ({ page, client }) => {
    await signIn(page, client);
    await save(page);
    await page.reload();
    await expect(accessButton(page)).toBeVisible();
    await expect(keyField(page)).toHaveValue("");
    await expect(header(page)).toHaveCount(0);
  });

  test("restores forms that were not saved yet, over the server's record", async ({ page, client, site }) => {
    await site.saveAs(client, { "business-profile": { employees: "1", locations: "1" } });
    await signIn(page, client);
    await page.getByLabel("Number of Employees").selectOption("50+");
    await page.getByRole("checkbox", { name: "Toast" }).check();
    await signIn(page, client);
    await expect(page.getByLabel("Number of Employees")).toHaveValue("50+");
    await expect(page.getByLabel("Number of Locations")).toHaveValue("1");
    await expect(page.getByRole("checkbox", { name: "Toast" })).toBeChecked();
  });

  test("shows answers saved on another device since then, when nothing is unsynced here", async ({
    page,
    client,
    site,
  }) => {
    await signIn(page, client);
    await page.getByLabel("Number of Employees").selectOption("1");
    await save(page);
    await site.saveAs(client, { "business-profile": { employees: "6-10" } });
    await signIn(page, client);
    await expect(page.getByLabel("Number of Employees")).toHaveValue("6-10");
    await expect(unsavedMark(page)).toHaveText("");
  });
});

test.describe("the device", () => {
  test("holds exactly three items in local storage while a client is signed in", async ({
    page,
    client,
    site,
  }) => {
    await site.saveAs(client, fullRecord());
    await signIn(page, client);
    const names = async () => Object.keys(await itemsOnDevice(page));
    await expect.poll(names).toHaveLength(3);
    await openSection(page, "website");
    await answer(page, "website-vision", "Book online");
    await save(page);
    await expect.poll(names).toHaveLength(3);
    // written answers are not part of the form data (spec §3)
    expect(JSON.stringify(await itemsOnDevice(page))).not.toContain("Book online");
  });

  test("shows a second client nothing of the first one's forms", async ({ page, client, site }) => {
    const second = await site.addClient("Otto's Garage");
    await signIn(page, client);
    await page.getByLabel("Number of Employees").selectOption("50+");
    await page.getByRole("checkbox", { name: "Toast" }).check();
    await signIn(page, second);
    await expect(header(page)).toContainText("Otto's Garage");
    await expect(header(page)).toContainText("0% Completed");
    await expect(page.getByLabel("Number of Employees")).toHaveValue("");
    await expect(page.getByRole("checkbox", { name: "Toast" })).not.toBeChecked();
    await expect(unsavedMark(page)).toHaveText("");
    expect(JSON.stringify(await itemsOnDevice(page))).not.toContain("50+");
  });
});
