import type { Page } from "@playwright/test";
import {
  answer,
  answers,
  box,
  expect,
  header,
  openSection,
  save,
  showEarlier,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { RAN, xssVectors } from "../support/security/xss-vectors.ts";

const RUN = `window.${RAN}=1`;
/** hostile-content.spec.ts tries the remaining strings, without typing them. */
const STRINGS = xssVectors.slice(0, 20);
const ALL = STRINGS.join(", ");

async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate((ran) => ran in window, RAN)).toBe(false);
}

test("markup in an answer is shown as typed, and never runs", async ({ page, client }) => {
  await signIn(page, client);
  for (const text of STRINGS) await answer(page, "team-description", text);
  await expectShown(page);
  await save(page);
  await signIn(page, client);
  await openSection(page, "business-snapshot");
  await expectShown(page);
});

async function expectShown(page: Page): Promise<void> {
  const given = answers(page, "team-description");
  await showEarlier(page, "team-description");
  await expect(given).toHaveCount(STRINGS.length);
  for (const [place, text] of STRINGS.entries()) {
    await expect(given.nth(place).getByRole("paragraph")).toHaveText(text, { useInnerText: true });
  }
  await expectNothingRan(page);
}

test("markup in every other field, an edit and the client's name stays text", async ({ page, site }) => {
  const name = `Rosa <img src=x onerror="${RUN}">`;
  const client = await site.addClient(name);
  await signIn(page, client);
  await expect(header(page)).toContainText(name);

  await answer(page, "team-description", "harmless");
  await page.getByRole("button", { name: "Edit answer" }).click();
  await page.getByRole("textbox", { name: "Edit answer" }).fill(ALL);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("checkbox", { name: "Other" }).check();
  await page.getByRole("textbox", { name: "Other tools" }).fill(ALL);
  await answer(page, "current-tools", ALL);
  await openSection(page, "website");
  await page.getByRole("textbox", { name: "Website URL" }).fill(ALL);
  await save(page);

  await signIn(page, client);
  await openSection(page, "business-snapshot");
  await expect(page.getByRole("textbox", { name: "Other tools" })).toHaveValue(ALL);
  for (const questionId of ["team-description", "current-tools"]) {
    await answers(page, questionId).getByRole("button", { name: "Show more" }).click();
    await expect(answers(page, questionId).getByRole("paragraph")).toHaveText(ALL, { useInnerText: true });
    await answers(page, questionId).getByRole("button", { name: "Edit answer" }).click();
    await expect(answers(page, questionId).getByRole("textbox")).toHaveValue(ALL);
  }
  await box(page, "team-description").fill(ALL);
  await openSection(page, "website");
  await expect(page.getByRole("textbox", { name: "Website URL" })).toHaveValue(ALL);
  await expectNothingRan(page);
});

test("markup in a key and in the server's refusal stays text", async ({ page }) => {
  await page.route("**/v1/auth/exchange", (route) =>
    route.fulfill({ status: 401, json: { code: "INVALID_ACCESS_KEY", message: ALL } }),
  );
  await page.goto(`/#key=${encodeURIComponent(`<img src=x onerror="${RUN}">`)}`);
  await page.getByRole("button", { name: "Access Interview" }).click();
  await expect(page.getByRole("alert")).toHaveText(ALL, { useInnerText: true });
  await expectNothingRan(page);
});
