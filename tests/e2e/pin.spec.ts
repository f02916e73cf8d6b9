import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import { dialog, expectSecretStays, openFold, openNewClient } from "../support/browser/console-journey.ts";
import {
  accessButton,
  answer,
  enterKey,
  expect,
  header,
  headerButton,
  keyField,
  type Site,
  save,
  signIn,
  type TestClient,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";

const ASKED = "Please enter the PIN your account manager gave you.";
const pinField = (page: Page) => page.getByRole("textbox", { name: "PIN" });

async function setPin(site: Site, { clientId }: TestClient): Promise<string> {
  const facts = await site.firsthand("client", "pin", "set", clientId, "--json");
  return (JSON.parse(facts) as { pin: string }).pin;
}
const otherThan = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, "0");

async function enterAccessKey(page: Page, { accessKey }: TestClient): Promise<void> {
  await keyField(page).fill(accessKey);
  await accessButton(page).click();
}

test("a client with a PIN is asked for it after the key, and signs in", async ({ page, site, client }) => {
  const pin = await setPin(site, client);
  await page.goto("/");
  await expect(pinField(page)).toHaveCount(0);
  await enterAccessKey(page, client);
  await expect(pinField(page)).toBeFocused();
  await expect(pinField(page)).toHaveAccessibleDescription(ASKED);
  await expect(pinField(page)).toHaveAttribute("inputmode", "numeric");
  await expect(pinField(page)).toHaveAttribute("autocomplete", "off");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(keyField(page)).toHaveValue(client.accessKey);
  await expectAccessible(page, "asked for the PIN");
  await expectNoOverflow(page, "asked for the PIN");
  await pinField(page).pressSequentially(`${pin.slice(0, 3)} ${pin.slice(3)}`);
  await pinField(page).press("Enter");
  await expect(header(page)).toContainText(client.clientName);
});

test("a wrong PIN is reported at its field, which is empty and ready; the key stays", async ({
  page,
  site,
  client,
}) => {
  const pin = await setPin(site, client);
  await page.goto("/");
  await enterAccessKey(page, client);
  await accessButton(page).click();
  await expect(page.getByRole("alert")).toHaveText(ASKED);
  await pinField(page).fill(otherThan(pin));
  await accessButton(page).click();
  await expect(page.getByRole("alert")).toHaveText("That PIN isn’t right. Please try again.");
  await expect(pinField(page)).toHaveValue("");
  await expect(pinField(page)).toBeFocused();
  await expect(pinField(page)).toHaveAttribute("aria-invalid", "true");
  await expect(keyField(page)).toHaveValue(client.accessKey);
  await expectAccessible(page, "a wrong PIN");
  await pinField(page).fill(pin);
  await accessButton(page).click();
  await expect(header(page)).toContainText(client.clientName);
});

test("without a connection the PIN and the key stay in their fields", async ({ page, site, client }) => {
  const pin = await setPin(site, client);
  await page.goto("/");
  await enterAccessKey(page, client);
  await pinField(page).fill(pin);
  await page.route("**/v1/auth/exchange", (route) => route.abort("internetdisconnected"));
  await accessButton(page).click();
  await expect(page.getByRole("alert")).toHaveText("Connection error. Please try again.");
  await expect(pinField(page)).toBeFocused();
  await expect(pinField(page)).toHaveValue(pin);
  await page.unroute("**/v1/auth/exchange");
  await accessButton(page).click();
  await expect(header(page)).toContainText(client.clientName);
});

test("a client who switches to another key is not asked for a PIN", async ({ page, site, client }) => {
  await setPin(site, client);
  const other = await site.addClient("Otto's Garage");
  await page.goto("/");
  await enterAccessKey(page, client);
  await expect(pinField(page)).toBeVisible();
  await keyField(page).fill("");
  await accessButton(page).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter an access key.");
  await expect(pinField(page)).toHaveCount(0);
  await enterAccessKey(page, other);
  await expect(header(page)).toContainText("Otto's Garage");
});

test("a session that has ended asks for key and PIN over the page", async ({ page, site, client }) => {
  const exchanged = page.waitForResponse("**/v1/auth/exchange");
  await signIn(page, client);
  const { accessToken } = (await (await exchanged).json()).data;
  await answer(page, "team-description", "Two of us");
  const pin = await setPin(site, client);
  await page.request.post("/v1/auth/logout", { headers: { authorization: `Bearer ${accessToken}` } });
  await headerButton(page, "Save").click();
  const asking = page.getByRole("dialog", { name: "Signed out" });
  await asking.getByRole("textbox", { name: "Access Key" }).fill(client.accessKey);
  await asking.getByRole("button", { name: "Access Interview" }).click();
  await expect(pinField(page)).toBeFocused();
  await expectAccessible(page, "asked for the PIN over the page");
  await pinField(page).fill(pin);
  await pinField(page).press("Enter");
  await expect(asking).toHaveCount(0);
  await expect(unsavedMark(page)).toHaveText("");
});

test("a manager sets a PIN, sees that it was stopped, sets a new one and removes it", async ({
  page,
  site,
  openContext,
}) => {
  // eleven PINs are checked, each as slowly as a password
  test.setTimeout(120_000);
  const { accessKey } = await openNewClient(page, site);
  await openFold(page, "Sign-in and PIN");
  await expect(page.getByText("This client signs in with only the access key.")).toBeVisible();
  await page.getByRole("button", { name: "Set PIN" }).click();
  const shownPin = dialog(page).getByLabel("PIN", { exact: true });
  await expect(shownPin).toHaveValue(/^\d{6}$/);
  const pin = await shownPin.inputValue();
  await expectAccessible(page, "a new PIN");
  await expectNoOverflow(page, "a new PIN");
  await expectSecretStays(page, "PIN");
  await shownPin.press("Control+c");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText("This client enters the access key and then the PIN.")).toBeVisible();

  const clients = await (await openContext()).newPage();
  await clients.goto("/");
  await keyField(clients).fill(accessKey);
  await accessButton(clients).click();
  for (let time = 1; time < 10; time++) {
    await pinField(clients).fill(otherThan(pin));
    const answered = clients.waitForResponse("**/v1/auth/exchange");
    await accessButton(clients).click();
    await answered;
    await expect(pinField(clients)).toHaveValue("");
    await expect(accessButton(clients)).not.toHaveAttribute("aria-busy", "true");
  }
  await pinField(clients).fill(otherThan(pin));
  await accessButton(clients).click();
  await expect(clients.getByRole("alert")).toHaveText(
    /^Too many wrong PINs\. Please ask your account manager/,
  );
  await expect(pinField(clients)).toHaveCount(0);
  await expect(keyField(clients)).toBeFocused();

  await expect(page.getByText("entered ten wrong PINs in a row")).toBeVisible();
  await expectAccessible(page, "a client whose PIN is stopped");
  await expectNoOverflow(page, "a client whose PIN is stopped");
  await page.getByRole("button", { name: "Set new PIN" }).click();
  await expect(shownPin).not.toHaveValue(pin);
  const second = await shownPin.inputValue();
  await shownPin.press("Control+c");
  await page.getByRole("button", { name: "Close" }).click();
  await keyField(clients).fill(accessKey);
  await accessButton(clients).click();
  await pinField(clients).fill(second);
  await accessButton(clients).click();
  await expect(header(clients)).toContainText("Rosa's Bakery");
  await save(clients);

  await page.getByRole("button", { name: "Remove PIN" }).click();
  await expect(page.getByText("This client signs in with only the access key.")).toBeVisible();
  await clients.goto("/");
  await enterKey(clients, accessKey);
});
