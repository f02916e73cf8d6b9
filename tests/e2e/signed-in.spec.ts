import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import { openFold, openNewClient } from "../support/browser/console-journey.ts";
import { answer, expect, header, headerButton, openMenu, signIn, test } from "../support/browser/journey.ts";

const signedIn = (page: Page) => page.getByRole("dialog", { name: "Where you’re signed in" });
const lines = (page: Page) => signedIn(page).getByRole("listitem");
const open = async (page: Page) =>
  (await openMenu(page)).getByRole("button", { name: "Where you’re signed in" }).click();

/** The next save is refused, and the page asks for the key. */
async function expectSignedOut(page: Page): Promise<void> {
  await headerButton(page, "Save").click();
  await expect(page.getByRole("dialog", { name: "Signed out" })).toBeVisible();
}

test("a client who is signed in on no other device sees that", async ({ page, client }) => {
  await signIn(page, client);
  await open(page);
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText(/^Linux, Chrome\s*since .* · this tab$/);
  await expect(signedIn(page).getByRole("status")).toContainText("You’re not signed in anywhere else.");
  await expect(signedIn(page).getByRole("button", { name: "Sign out" })).toHaveCount(0);
  await expectAccessible(page, "signed in here alone");
  await signedIn(page).getByRole("button", { name: "Close" }).click();
  await expect(header(page).getByRole("button", { name: "Menu" })).toBeFocused();
});

test("a client signs out other devices, one by one and all at once, and continues here", async ({
  page,
  client,
  openContext,
}) => {
  const elsewhere: Page[] = [];
  for (let count = 0; count < 3; count++) {
    const other = await (await openContext()).newPage();
    await signIn(other, client);
    elsewhere.push(other);
  }
  await signIn(page, client);
  await open(page);
  await expect(lines(page)).toHaveCount(4);
  await expectAccessible(page, "signed in at four places");
  await expectNoOverflow(page, "signed in at four places");
  const [, , last] = elsewhere;
  await lines(page).nth(1).getByRole("button", { name: "Sign out" }).click();
  await expect(lines(page)).toHaveCount(3);
  await expect(signedIn(page).getByRole("status")).toContainText("Signed out.");
  await expect(signedIn(page).getByRole("list")).toBeFocused();
  if (last) await expectSignedOut(last);
  await signedIn(page).getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(signedIn(page).getByRole("status")).toContainText("You’re not signed in anywhere else.");
  for (const other of elsewhere.slice(0, 2)) await expectSignedOut(other);
  await page.keyboard.press("Escape");
  await expect(signedIn(page)).toHaveCount(0);
  await answer(page, "team-description", "Two of us");
  await headerButton(page, "Save").click();
  await expect(page.getByText("Progress Saved")).toBeVisible();
});

test("without a connection the list says so, and loads on the next request", async ({ page, client }) => {
  await signIn(page, client);
  await page.route("**/v1/auth/sessions", (route) => route.abort("internetdisconnected"));
  await open(page);
  await expect(signedIn(page).getByRole("alert")).toContainText("Unable to connect to server.");
  await page.unroute("**/v1/auth/sessions");
  await signedIn(page).getByRole("button", { name: "Try again" }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(signedIn(page).getByRole("alert")).toHaveCount(0);
});

test("a manager sees where a client is signed in, and signs them out", async ({
  page,
  site,
  openContext,
}) => {
  const { accessKey } = await openNewClient(page, site);
  await openFold(page, "Sign-in and PIN");
  await expect(page.getByText("Not signed in right now.")).toBeVisible();
  const client = { accessKey, clientId: "", clientName: "" };
  const pages: Page[] = [];
  for (let count = 0; count < 3; count++) {
    const other = await (await openContext()).newPage();
    await signIn(other, client);
    pages.push(other);
  }
  const keyId = accessKey.split("_")[1] ?? "";
  const ends = page.getByRole("button", { name: `Sign out with key ${keyId}` });
  await expect(ends).toHaveCount(3);
  await expectAccessible(page, "a client who is signed in");
  await expectNoOverflow(page, "a client who is signed in");
  await ends.first().click();
  await expect(ends).toHaveCount(2);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Not signed in right now.")).toBeVisible();
  for (const other of pages) {
    await expect(header(other)).toBeVisible();
    await expectSignedOut(other);
  }
});
