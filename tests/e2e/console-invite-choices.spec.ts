import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { dialog, line, pageTitle, pressInMenu } from "../support/browser/console-journey.ts";
import { accessButton, expect, header } from "../support/browser/journey.ts";
import { openInvitation, press, test } from "../support/browser/mailed-console.ts";

/** The choices of an invitation besides its text: whether reminders follow, and whether the client needs a PIN. */

const reminders = (page: Page) => dialog(page).getByLabel(/^Remind after/);
const pinChoice = (page: Page) => dialog(page).getByLabel("Also ask for a PIN, which you tell them by phone");
const shownPin = (page: Page) => dialog(page).getByLabel("PIN", { exact: true });
const automatic = (page: Page) => page.getByLabel("Send automatic reminders");
const OFF = "This client gets no automatic reminders.";

async function openClient(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();
}

test("reminders are turned off in the invitation, and on again on the client's page", async ({
  mailed: { page },
}) => {
  await openInvitation(page);
  await expect(reminders(page)).toHaveAccessibleName("Remind after 3, 10, and 24 days until submitted");
  await expect(reminders(page)).toBeChecked();
  await reminders(page).uncheck();
  await press(page, "Send invite");
  await expect(dialog(page)).toHaveCount(0);
  await expect(line(page, "Rosa's Bakery")).toContainText("Invited");

  await openClient(page);
  await expect(page.getByText(OFF)).toBeVisible();
  await expect(automatic(page)).not.toBeChecked();
  await expectAccessible(page, "a client without reminders", {
    looks: [{ width: 1280, colorScheme: "light" }],
  });
  // the next invitation starts with the client's current choices
  await press(page, "Send invite");
  await expect(reminders(page)).not.toBeChecked();
  await press(page, "Close");

  await automatic(page).check();
  await expect(page.getByText("Next reminder")).toBeVisible();
  await expect(page.getByText(OFF)).toHaveCount(0);
  await page.reload();
  await expect(automatic(page)).toBeChecked();
  await press(page, "Send invite");
  await expect(reminders(page)).toBeChecked();
  await press(page, "Close");
  await automatic(page).uncheck();
  await expect(page.getByText(OFF)).toBeVisible();
});

test("a failure to turn reminders off is shown, and they stay on", async ({ mailed: { page } }) => {
  await openInvitation(page);
  await press(page, "Send invite");
  await expect(dialog(page)).toHaveCount(0);
  await openClient(page);
  await page.route("**/v1/manage/clients/*", (route) =>
    route.request().method() === "PUT" ? route.abort("internetdisconnected") : route.continue(),
  );
  // Playwright's `uncheck` would fail, because the press does not uncheck the box
  await automatic(page).click();
  await expect(page.getByRole("alert").filter({ visible: true })).toHaveText(/connection|reach/i);
  await expect(automatic(page)).toBeChecked();
});

test("a PIN is shown once, and the client is asked for it after the link in the mail", async ({
  mailed: { site, server, page },
  openContext,
}) => {
  await openInvitation(page);
  await expect(pinChoice(page)).not.toBeChecked();
  await pinChoice(page).check();
  await expectAccessible(page, "an invitation with a PIN", {
    looks: [{ width: 1280, colorScheme: "dark" }],
  });
  await press(page, "Send invite");
  await expect(page.getByRole("heading", { name: "PIN for Rosa's Bakery" })).toBeVisible();
  await expect(dialog(page).getByText("The invitation is on its way.")).toBeVisible();
  await expect(shownPin(page)).toHaveValue(/^\d{6}$/);
  const pin = await shownPin(page).inputValue();
  await expectAccessible(page, "a PIN to pass on");
  await expectNoOverflow(page, "a PIN to pass on");
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert").filter({ visible: true })).toContainText(
    "You haven’t copied or downloaded this yet",
  );
  await press(page, "Keep open");
  await shownPin(page).press("Control+c");
  await press(page, "Close");
  await expect(dialog(page)).toHaveCount(0);

  await expect.poll(() => server.recipients(), { timeout: 40_000 }).toEqual(["rosa@example.com"]);
  const { mail } = server.onlyMail();
  expect(`${mail.text} ${mail.html}`).not.toContain(pin);
  const client = await (await openContext()).newPage();
  const { hash } = new URL(/http\S+#key=\S+/.exec(mail.text ?? "")?.[0] ?? "");
  await client.goto(`${site.url}/${hash}`);
  await accessButton(client)
    .or(client.getByRole("button", { name: "Continue" }))
    .click();
  const pinField = client.getByRole("textbox", { name: "PIN" });
  await expect(pinField).toBeFocused();
  await pinField.fill(pin);
  await pinField.press("Enter");
  await expect(header(client)).toBeVisible();

  await openClient(page);
  await expect(page.getByText(pin)).toHaveCount(0);
  await pressInMenu(page, "More", "Send invite");
  await expect(dialog(page).getByText("This client already needs a PIN.")).toBeVisible();
  await expect(pinChoice(page)).toHaveCount(0);
});

test("without its PIN, no invitation is sent; if only sending fails, the next try has the same PIN", async ({
  mailed: { page, server },
}) => {
  await openInvitation(page);
  await pinChoice(page).check();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") asked.push(new URL(request.url()).pathname.split("/").at(-1) ?? "");
  });
  await page.route("**/v1/manage/clients/*/pin", (route) => route.abort("internetdisconnected"));
  await press(page, "Send invite");
  await expect(dialog(page).getByRole("alert").filter({ visible: true })).toBeVisible();
  expect(asked).toContain("pin");
  expect(asked).not.toContain("bulk");
  await page.unroute("**/v1/manage/clients/*/pin");

  await page.route("**/v1/manage/bulk", (route) => route.abort("internetdisconnected"));
  await press(page, "Send invite");
  await expect(dialog(page).getByText("The PIN is set, but the invitation isn’t sent yet.")).toBeVisible();
  const pin = await shownPin(page).inputValue();
  await expectAccessible(page, "a PIN whose invitation is not sent", {
    looks: [{ width: 1280, colorScheme: "light" }],
  });
  await page.unroute("**/v1/manage/bulk");
  await press(page, "Try again");
  await expect(dialog(page).getByText("The invitation is on its way.")).toBeVisible();
  await expect(shownPin(page)).toHaveValue(pin);
  await shownPin(page).press("Control+c");
  await press(page, "Close");
  await expect(line(page, "Rosa's Bakery")).toContainText("Invited");
  await expect.poll(() => server.recipients(), { timeout: 40_000 }).toEqual(["rosa@example.com"]);
});

test("several clients are invited without a PIN, and their reminders are turned off together", async ({
  mailed: { page, site },
}) => {
  const added = await page.request.post(`${site.url}/v1/manage/clients/import`, {
    headers: { "x-firsthand-console": "1" },
    data: { csv: "name,email\nRosa's Bakery,rosa@example.com\nOtto,otto@example.com" },
  });
  expect(added.status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("toolbar")).toHaveAccessibleName("2 selected");
  await page.keyboard.press("i");
  await expect(page.getByRole("heading", { name: "Invite 2 clients" })).toBeVisible();
  await expect(pinChoice(page)).toHaveCount(0);
  await expect(reminders(page)).toBeChecked();
  await expect(reminders(page)).toHaveAccessibleDescription("Clients whose reminders are off keep them off.");
  await reminders(page).uncheck();
  await expect(reminders(page)).toHaveAccessibleDescription("");
  await press(page, "Send 2 invites");
  await expect(dialog(page)).toHaveCount(0);
  await expect(line(page, "Otto")).toContainText("Invited");
  await openClient(page);
  await expect(page.getByText(OFF)).toBeVisible();
});

test.describe("where the installation sends no reminders", () => {
  test.use({ settings: { FIRSTHAND_REMINDERS: "off" } });

  test("the invitation and the client's page say so, and offer none", async ({ mailed: { page } }) => {
    const said = /^Automatic reminders are off\./;
    await openInvitation(page);
    await expect(dialog(page).getByText(said)).toBeVisible();
    await expect(reminders(page)).toHaveCount(0);
    await press(page, "Send invite");
    await expect(dialog(page)).toHaveCount(0);
    await openClient(page);
    await expect(page.getByText(said)).toBeVisible();
    await expect(automatic(page)).toHaveCount(0);
  });
});
