import type { BrowserContext, Page } from "@playwright/test";
import {
  accessButton,
  expect,
  header,
  keyField,
  openSection,
  signIn,
  type TestClient,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";
import {
  expectEverything,
  fillForms,
  fillWritten,
  REMARK,
  textsFor,
  WRITTEN,
} from "../support/browser/whole-interview.ts";
import { recordFigure, trials } from "../support/faults/faults.ts";

test.use({ serviceWorkers: "allow" });

/** Counts the most saves that are under way at once, over all tabs. */
async function watchSaves(context: BrowserContext) {
  const most = { atOnce: 0 };
  let underWay = 0;
  await context.route("**/v1/onboarding", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    underWay += 1;
    most.atOnce = Math.max(most.atOnce, underWay);
    try {
      const response = await route.fetch();
      await route.fulfill({ response });
    } catch {
      await route.abort().catch(() => undefined);
    } finally {
      underWay -= 1;
    }
  });
  return most;
}

async function enterKey(page: Page, { accessKey }: TestClient): Promise<void> {
  await keyField(page).fill(accessKey);
  await accessButton(page).click();
  await expect(header(page)).toBeVisible();
}

test("a whole interview answered offline, with reloads, arrives once, one save at a time across all tabs", async ({
  page,
  client,
  context,
  site,
}) => {
  const rounds = trials(1, 10);
  test.setTimeout(60_000 + rounds * 120_000);
  for (let round = 0; round < rounds; round++) {
    const each = round === 0 ? client : await site.addClient();
    await signIn(page, each);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const second = await context.newPage();
    await signIn(second, each);
    const saves = await watchSaves(context);
    await context.setOffline(true);
    await fillForms(page);
    await page.reload();
    await enterKey(page, each);
    await fillWritten(page);
    await context.setOffline(false);
    // goes online once more in the middle of the sync
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await page.reload();
    await enterKey(page, each);
    await expect(unsavedMark(page)).toHaveText("", { timeout: 20_000 });
    await openSection(page, "business-snapshot");
    await expectEverything(page);
    expect(saves.atOnce).toBeLessThanOrEqual(1);
    const exported = await site.firsthand("record", "export", each.clientId);
    const texts = [...Object.values(WRITTEN).flat().flatMap(textsFor), REMARK];
    for (const text of texts) expect(exported.split(JSON.stringify(text))).toHaveLength(2);
    await second.close();
  }
  recordFigure({
    promise: "P15",
    fault:
      "a whole interview answered without a connection, with reloads before and in the middle of the sync",
    trials: rounds,
    losses: 0,
    note: "each answer arrives once, one save at a time over two tabs",
  });
});
