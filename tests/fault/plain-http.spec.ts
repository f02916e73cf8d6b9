import { chromium } from "@playwright/test";
import {
  answer,
  answers,
  expect,
  headerButton,
  save,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { recordFigure } from "../support/faults/faults.ts";

test("plain http, where browsers offer no encryption: nothing is written to the device, and a banner says so", async ({
  client,
  site,
}, { project }) => {
  const { port } = new URL(site.url);
  const { launchOptions } = project.use;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), "--host-resolver-rules=MAP shop.example 127.0.0.1"],
  });
  const page = await browser.newPage();
  await signIn(page, client, `http://shop.example:${port}/`);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await expect(page.getByText(/^This browser can’t store a backup/)).toBeVisible();
  await answer(page, "team-description", "Two of us");
  await save(page);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  await headerButton(page, "Submit").click();
  await page.getByRole("button", { name: "Submit anyway" }).click();
  await expect(toast(page, "Submission Complete!")).toBeVisible();
  await signIn(page, client, `http://shop.example:${port}/`);
  await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
  await browser.close();
  recordFigure({ promise: "P16", fault: "plain http, without Web Crypto", trials: 1, losses: 0 });
});
