import { expectAccessible } from "../support/browser/console-axe.ts";
import { addWebhookInConsole, enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { startSite } from "../support/service/site-process.ts";

test("an administrator adds a webhook, whose receiver verifies what it gets; the log says so", async ({
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

  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
  await site.close();
  await receiver.close();
});
