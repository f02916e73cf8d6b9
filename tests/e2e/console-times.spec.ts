import { enterConsole, line } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { written } from "../support/data/written.ts";

/** The list shows when a client was last active, regardless of other events. */

const DAY_MS = 86_400_000;
/** The index of its column, after the checkbox, state, progress, what's happening, tag and due date. */
const LAST_ACTIVITY = 6;

test("the last activity is the last save, also when a submission came before it", async ({ page, site }) => {
  const client = await site.addClient("Brightside Bikes");
  await site.saveAs(client, written("Word of mouth."), { submit: true });
  await site.saveAs(client, written("Word of mouth, and the market."));
  const { savedAt = 0 } = (await site.storage.records.load(client.clientId)) ?? {};
  const [submission] = await site.storage.records.listSubmissions(client.clientId);
  expect(submission?.submittedAt).toBeLessThan(savedAt);
  await enterConsole(page, site, "administrator");
  const changed = line(page, "Brightside Bikes").getByRole("cell").nth(LAST_ACTIVITY);
  await expect(changed.locator("time")).toHaveAttribute("datetime", new Date(savedAt).toISOString());
});

test("a client who never came has no last activity, and is shown as never opened", async ({ page, site }) => {
  await site.addClient("Cara's Cars", Date.now() - 90 * DAY_MS);
  await enterConsole(page, site, "administrator");
  const row = line(page, "Cara's Cars");
  await expect(row.getByRole("cell").nth(LAST_ACTIVITY)).toHaveText("—");
  await expect(row).toContainText("Never opened, 90 days");
});
