import { enterConsole, line } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { written } from "../support/data/written.ts";

/** The list says when a client last changed something, whatever else happened and whatever did not. */

const DAY_MS = 86_400_000;
const LAST_CHANGE = 5;

test("the last change is the last save, also when a submission came before it", async ({ page, site }) => {
  const client = await site.addClient("Brightside Bikes");
  await site.saveAs(client, written("Word of mouth."), { submit: true });
  await site.saveAs(client, written("Word of mouth, and the market."));
  const { savedAt = 0 } = (await site.storage.records.load(client.clientId)) ?? {};
  const [submission] = await site.storage.records.listSubmissions(client.clientId);
  expect(submission?.submittedAt).toBeLessThan(savedAt);
  await enterConsole(page, site, "administrator");
  const changed = line(page, "Brightside Bikes")
    .getByRole("cell")
    .nth(LAST_CHANGE - 1);
  await expect(changed.locator("time")).toHaveAttribute("datetime", new Date(savedAt).toISOString());
});

test("a client who never began has no last change, and is never said to have had one", async ({
  page,
  site,
}) => {
  await site.addClient("Cara's Cars", Date.now() - 90 * DAY_MS);
  await enterConsole(page, site, "administrator");
  const row = line(page, "Cara's Cars");
  await expect(row.getByRole("cell").nth(LAST_CHANGE - 1)).toHaveText("never");
  await expect(row).toContainText("Not started, added 3 months ago");
  await expect(row).not.toContainText("last change");
});
