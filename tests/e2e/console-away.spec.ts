import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  dialog,
  enterByLink,
  enterConsole,
  invite,
  line,
  openNewClient,
  pageTitle,
} from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";

const DAY_MS = 86_400_000;
const AWAY_DAYS = 9;

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** The day of return, in the form that is typed and in the form that is shown. */
function wayBack(days = AWAY_DAYS) {
  const date = new Date(Date.now() + days * DAY_MS);
  const typed = date.toISOString().slice(0, 10);
  const isThisYear = typed.startsWith(String(new Date().getFullYear()));
  const said = date.toLocaleDateString("en-US", {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
    ...(!isThisYear && { year: "numeric" }),
  });
  return { typed, said };
}

test("a manager hands clients to a colleague until a day, and comes back early", async ({
  page,
  site,
  openContext,
}) => {
  const { typed, said } = wayBack();
  const leo = await invite(site, "manager", "Leo Park");
  await openNewClient(page, site, "Rosa's Bakery");
  await page.goto("/console/account");
  await expect(page.getByRole("heading", { name: "Away" })).toBeVisible();
  await expectAccessible(page, "an account with colleagues");
  await page.getByLabel("Colleague").selectOption({ label: "Leo Park" });
  await page.getByLabel("Until").fill("2020-01-01");
  await press(page, "Hand over clients");
  // the browser asks for a later date
  expect(await page.getByLabel("Until").evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(
    false,
  );
  await page.getByLabel("Until").fill(typed);
  await press(page, "Hand over clients");
  await expect(page.getByText(`Your clients are with Leo Park until ${said}.`)).toBeVisible();
  await expectAccessible(page, "an account that is away");
  await expect(page.getByLabel("Until")).toHaveValue(typed);
  const later = wayBack(AWAY_DAYS + 5);
  await page.getByLabel("Until").fill(later.typed);
  await press(page, "Save");
  await expect(page.getByText(`Your clients are with Leo Park until ${later.said}.`)).toBeVisible();
  await expect(page.getByRole("status").getByText("Saved", { exact: true })).toBeVisible();
  await page.getByLabel("Until").fill(typed);
  await press(page, "Save");
  await expect(page.getByText(`Your clients are with Leo Park until ${said}.`)).toBeVisible();

  const leos = await (await openContext({ baseURL: site.url })).newPage();
  await enterByLink(leos, leo);
  await expect(
    leos.getByText(`You’re looking after one of Mia Lopes’s clients until ${said}.`),
  ).toBeVisible();
  await expectAccessible(leos, "a list with another's clients");
  await leos.getByRole("link", { name: "Show Mia Lopes’s clients" }).click();
  await expect(leos.getByRole("link", { name: "Rosa's Bakery" })).toBeVisible();
  await expectAccessible(leos, "a list of another's clients alone");
  await leos.getByRole("button", { name: /Handed over by a colleague who is away/ }).click();
  await expect(leos).toHaveURL(/console\/$/);
  await leos.goto("/console/account");
  await leos.getByRole("link", { name: "Español" }).click();
  await expect(leos.getByRole("heading", { name: "Ausencia" })).toBeVisible();
  await leos.goto("/console/");
  await expect(leos.getByText("Usted atiende a un cliente de Mia Lopes hasta el")).toBeVisible();
  await leos.goto("/console/account");
  await leos.getByRole("link", { name: "English" }).click();
  await expect(leos.getByRole("heading", { name: "Away" })).toBeVisible();
  await leos.goto("/console/");
  await leos.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(leos.getByText(`Leo Park, for Mia Lopes until ${said}`)).toBeVisible();

  await page.goto("/console/");
  await expect(page.getByText(`Your clients are with Leo Park until ${said}.`)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page, "a list of a manager who is away");
  await expectNoOverflow(page, "a list of a manager who is away");
  await press(page, "Come back now");
  await expect(page.getByRole("link", { name: "Rosa's Bakery" })).toBeVisible();
  await expect(page.getByText("Your clients are with")).toBeHidden();
  await leos.goto("/console/");
  await expect(leos.getByText("You’re looking after")).toBeHidden();
  await expect(leos.getByRole("link", { name: "Rosa's Bakery" })).toBeHidden();
});

test("an administrator hands over another manager's clients, and gives them back", async ({ page, site }) => {
  const { typed, said } = wayBack();
  await invite(site, "manager", "Tom Reed");
  await invite(site, "manager", "Mia Chen");
  await enterConsole(page, site, "administrator", "Ada Byron");
  await page.getByRole("link", { name: "Team" }).click();
  await expect(pageTitle(page, "Team")).toBeVisible();
  await line(page, "Mia Chen").getByRole("button", { name: /^Edit/ }).click();
  await dialog(page).getByLabel("Colleague").selectOption({ label: "Tom Reed" });
  await dialog(page).getByLabel("Until").fill(typed);
  await expectAccessible(page, "a colleague who goes away");
  await expectNoOverflow(page, "a colleague who goes away");
  await press(page, "Hand over clients");
  await expect(dialog(page).getByText(`Mia Chen’s clients are with Tom Reed until ${said}.`)).toBeVisible();
  await expect(line(page, "Mia Chen")).toContainText(`Away until ${said}`);
  await press(page, "Give clients back now");
  await expect(dialog(page).getByRole("status").getByText("The clients are back.")).toBeVisible();
  await expect(line(page, "Mia Chen")).not.toContainText("Away");
});
