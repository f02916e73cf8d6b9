import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addWebhookInConsole,
  dialog,
  enterConsole,
  expectSecretStays,
  PASSWORD,
  pageTitle,
} from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { startSite } from "../support/service/site-process.ts";

test("an administrator adds a webhook, whose receiver verifies the messages, and the log says so", async ({
  openContext,
}) => {
  const receiver = await webhookReceiver();
  const site = await startSite({ FIRSTHAND_WEBHOOKS_PRIVATE: "1" });
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(pageTitle(page, "Webhooks")).toBeVisible();
  await addWebhookInConsole(page, receiver, [/^Client added/]);

  await page.getByText(receiver.url).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("Test: reply 204")).toBeVisible();
  await site.addClient("Rosa's Bakery");
  await expect(page.getByRole("row").filter({ hasText: "client.created" })).toContainText("delivered");
  await expectAccessible(page, "a webhook with its log");
  expect(receiver.types()).toEqual(["webhook.test", "client.created"]);
  expect(receiver.problems).toEqual([]);

  // the address that a link in a mail leads to
  const { webhooks } = await (await page.request.get("/v1/manage/webhooks")).json().then(({ data }) => data);
  await page.goto(`/console/webhooks/${webhooks[0].webhookId}`);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
  await site.close();
  await receiver.close();
});

test("the typed host decides the format, and Slack accepts no other", async ({ openContext }) => {
  const site = await startSite();
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("button", { name: "Add webhook" }).click();
  const format = dialog(page).getByLabel("Format");
  await expect(format).toHaveValue("standard");
  await dialog(page)
    .getByLabel("Address")
    .fill("https://prod-1.westus.logic.azure.com/workflows/1/triggers/manual/paths/invoke");
  await expect(format).toHaveValue("teams");
  await dialog(page).getByLabel("Address").fill("https://hooks.slack.com/services/T0/B0/x");
  await expect(format).toHaveValue("slack");
  await format.selectOption("standard");
  await expect(dialog(page).getByText("Slack accepts no other format. Choose Slack message.")).toBeVisible();
  await expectAccessible(page, "a Slack address in another format");
  await dialog(page).getByRole("button", { name: "Add and create secret" }).click();
  await expect(dialog(page).getByText(/^Slack accepts no other format/)).toBeVisible();
  await format.selectOption("slack");
  await dialog(page).getByRole("button", { name: "Add and create secret" }).click();
  await expectSecretStays(page, "Secret");
  await site.close();
});

test("answers are included after entering a password, and the privacy page says so", async ({
  openContext,
}) => {
  const receiver = await webhookReceiver();
  const site = await startSite({ FIRSTHAND_WEBHOOKS_PRIVATE: "1" });
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await addWebhookInConsole(page, receiver, []);
  await page.getByText(receiver.url).click();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(dialog(page).getByLabel("Your password")).toHaveCount(0);
  await dialog(page).getByLabel("Include answers").selectOption("changed");
  await expectAccessible(page, "a webhook that is to include answers");
  await dialog(page).getByLabel("Your password").fill("not mine");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("alert").filter({ hasText: /\S/ })).toBeVisible();
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText("Changed answers")).toBeVisible();
  await page.goto(`${site.url}/privacy`);
  await expect(page.getByText(/progress and answers to other programs/)).toBeVisible();
  await site.close();
  await receiver.close();
});

test("a failing webhook is shown in red, on a phone too, and Retry sends what waits", async ({
  openContext,
}) => {
  const receiver = await webhookReceiver();
  const site = await startSite({ FIRSTHAND_WEBHOOKS_PRIVATE: "1" });
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Webhooks" }).click();
  await addWebhookInConsole(page, receiver, [/^Client added/]);
  receiver.answerWith({ status: 500 });
  for (const name of ["Rosa", "Luis", "Ana"]) await site.addClient(name);
  const trouble = page.getByText("Failing for 1 minute: answered 500, 3 waiting");
  await expect(trouble).toBeVisible();
  await expectAccessible(page, "a webhook that fails");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "a webhook that fails");
  await expectAccessible(page, "a webhook that fails, on a phone in the dark");
  // each message is retried after 5 s; the third try is due in five minutes
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(6);
  receiver.answerWith({ status: 204 });
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Sending 3 messages now.")).toBeVisible();
  await expect(trouble).toHaveCount(0);
  await expect(page.getByText("On", { exact: true })).toBeVisible();

  receiver.answerWith({ status: 500 });
  await site.addClient("Zoe");
  await page.getByText(receiver.url).click();
  await expect(page.getByRole("row").filter({ hasText: "waiting" })).toHaveCount(1);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog(page).getByText("One message wasn’t delivered. Send it now?")).toBeVisible();
  await expectAccessible(page, "the question what becomes of undelivered messages");
  receiver.answerWith({ status: 204 });
  await dialog(page).getByRole("button", { name: "Turn on and send" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "waiting" })).toHaveCount(0);
  await site.close();
  await receiver.close();
});
