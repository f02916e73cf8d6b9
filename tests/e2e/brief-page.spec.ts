import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import type { Brief } from "#contract/manage/answers/brief.ts";
import { openBriefs } from "../../server/briefs/briefs.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { briefed, briefFullOf } from "../support/data/briefed.ts";
import { fullRecord } from "../support/data/full-record.ts";

const briefs = openBriefs({
  config: { providerName: "Northside Studio", chromium: undefined, dataFolder: "." },
  path: undefined,
  timeZone: () => "America/New_York",
  clock: () => Date.parse("2026-03-02T08:00:00Z"),
});

/** Opens the brief as the file that people share; any request or console error of the page fails the test. */
async function open(page: Page, brief: Brief): Promise<void> {
  const file = test.info().outputPath("brief.html");
  writeFileSync(file, briefs.page(brief, "en").html);
  const address = pathToFileURL(file).href;
  const faults: string[] = [];
  page.on("request", (request) => request.url() !== address && faults.push(request.url()));
  page.on("console", (message) => faults.push(message.text()));
  page.on("dialog", (dialog) => faults.push(dialog.message()));
  await page.goto(address);
  expect(faults).toEqual([]);
}

test("the page of a brief is styled, links to open questions, and is accessible in light and dark", async ({
  page,
}) => {
  await open(page, briefed({ input: { "website-form": { url: "https://rosa.example", satisfaction: 7 } } }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rosa’s Bakery");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-weight", "700");
  await expect(page.locator("body")).toHaveCSS("max-width", "896px");
  await page.getByRole("link", { name: "Your team" }).click();
  await expect(page.getByRole("heading", { name: "Your team" })).toBeInViewport();
  await expectAccessible(page, "an empty brief");
  await open(page, briefed({ input: fullRecord() }));
  await expectAccessible(page, "a full brief");
});

test("hostile text neither runs nor fetches nor leaves its place, on a phone and on paper", async ({
  page,
}) => {
  const attack = `<img src="https://evil.example/x" onerror="alert(1)"><script>alert(2)</script>${"long".repeat(200)}\u202e\u2069`;
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, briefFullOf(attack));
  await expect(page.getByText(attack.slice(0, 60)).first()).toBeVisible();
  const overflow = () =>
    page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
  expect(await overflow()).toBe(0);
  await page.emulateMedia({ media: "print" });
  expect(await overflow()).toBe(0);
  await expect(page.getByRole("navigation")).toBeHidden();
});
