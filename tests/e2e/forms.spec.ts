import type { Page } from "@playwright/test";
import {
  answer,
  answeredMark,
  answers,
  card,
  expect,
  header,
  headerButton,
  nextSaveBody,
  openSection,
  signIn,
  test,
} from "../support/browser/journey.ts";

const savedData = async (page: Page) => {
  const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
  return (body as { data: { [entry: string]: unknown } }).data;
};
const optionsOf = (page: Page, label: string) => page.getByLabel(label).getByRole("option");
const tool = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const rating = (page: Page, name: string) => page.getByRole("group", { name: `${name}: satisfaction` });
const percent = (page: Page, text: string) => expect(header(page)).toContainText(text);

test.beforeEach(async ({ page, client }) => signIn(page, client));

test.describe("the business profile", () => {
  test("offers the choices of the specification and stores their values", async ({ page }) => {
    await expect(optionsOf(page, "Number of Employees")).toHaveText([
      "Choose...",
      "Just me (1)",
      "2-5",
      "6-10",
      "11-25",
      "26-50",
      "50+",
    ]);
    await expect(optionsOf(page, "Number of Locations")).toHaveText(["Choose...", "1", "2-3", "4-10", "10+"]);
    const revenue = page.getByRole("group", { name: "Annual Revenue Range" });
    for (const label of ["Less than $500K", "$500K - $1M", "More than $1M"]) {
      await expect(revenue.getByRole("radio", { name: label })).not.toBeChecked();
    }
    await page.getByLabel("Number of Employees").selectOption("Just me (1)");
    await page.getByLabel("Number of Locations").selectOption("10+");
    await revenue.getByRole("radio", { name: "More than $1M" }).check();
    expect(await savedData(page)).toMatchObject({
      "business-profile": { employees: "1", locations: "10+", revenue: ">1m" },
    });
  });

  test("is complete with any one field, and incomplete again without it", async ({ page }) => {
    const done = answeredMark(page, "business-profile");
    for (const label of ["Number of Employees", "Number of Locations"]) {
      await page.getByLabel(label).selectOption("1");
      await expect(done).toBeVisible();
      await percent(page, "8% Completed");
      await page.getByLabel(label).selectOption("");
      await expect(done).toHaveCount(0);
      await percent(page, "0% Completed");
    }
    await page.getByRole("radio", { name: "Less than $500K" }).check();
    await expect(done).toBeVisible();
  });

  test("shows beside its tick how many fields are open", async ({ page }) => {
    const heading = card(page, "business-profile").locator("summary");
    await expect(heading).not.toContainText("left");
    await page.getByLabel("Number of Employees").selectOption("2-5");
    await expect(heading).toContainText("2 left");
    await expect(answeredMark(page, "business-profile")).toBeVisible();
    await page.getByLabel("Number of Locations").selectOption("1");
    await expect(heading).toContainText("1 left");
    await page.getByRole("radio", { name: "Less than $500K" }).check();
    await expect(heading).not.toContainText("left");
  });
});

test.describe("the tool picker", () => {
  test("offers the twenty tools of the specification, and Other", async ({ page }) => {
    const tools = page.getByRole("group", { name: "Tools you use" });
    await expect(tools.getByRole("checkbox")).toHaveCount(21);
    const named =
      "QuickBooks, Xero, Square, Shopify, Wix, WordPress, Toast, Resy, OpenTable, Canva, Mailchimp, Google Workspace, Microsoft 365, Trello, Asana, ClickUp, HubSpot, Salesforce, Google Sheets, Excel, Other";
    for (const name of named.split(", ")) {
      await expect(tools.getByRole("checkbox", { name, exact: true })).not.toBeChecked();
    }
  });

  test("is complete with one tool and incomplete again without it", async ({ page }) => {
    await tool(page, "Trello").check();
    await expect(answeredMark(page, "current-tools")).toBeVisible();
    await percent(page, "8% Completed");
    await tool(page, "Trello").uncheck();
    await expect(answeredMark(page, "current-tools")).toHaveCount(0);
    await percent(page, "0% Completed");
  });

  test("asks for 1 to 5 stars for each selected tool except Other", async ({ page }) => {
    await tool(page, "Google Workspace").check();
    await tool(page, "Other").check();
    await expect(page.getByRole("group", { name: /: satisfaction$/ })).toHaveCount(1);
    await expect(rating(page, "Google Workspace").getByRole("radio")).toHaveCount(5);
    await rating(page, "Google Workspace").getByRole("radio", { name: "1 star" }).check();
    await rating(page, "Google Workspace").getByRole("radio", { name: "5 stars" }).check();
    expect(await savedData(page)).toMatchObject({
      "tool-selection": {
        selectedTools: ["google-workspace", "other"],
        customTools: "",
        toolRatings: { "google-workspace": 5 },
      },
    });
  });

  test("drops the rating of a tool that is deselected", async ({ page }) => {
    await tool(page, "Wix").check();
    await rating(page, "Wix").getByRole("radio", { name: "3 stars" }).check();
    await tool(page, "Wix").uncheck();
    await expect(rating(page, "Wix")).toHaveCount(0);
    await tool(page, "Wix").check();
    await expect(rating(page, "Wix").getByRole("radio", { checked: true })).toHaveCount(0);
    expect(await savedData(page)).toMatchObject({
      "tool-selection": { selectedTools: ["wix"], toolRatings: {} },
    });
  });

  test("asks which other tools after Other, and drops them without it", async ({ page }) => {
    const custom = page.getByRole("textbox", { name: "Other tools" });
    await expect(custom).toHaveCount(0);
    await tool(page, "Other").check();
    await custom.fill("Paper diary, Whiteboard");
    await tool(page, "Other").uncheck();
    await expect(custom).toHaveCount(0);
    await tool(page, "Other").check();
    await expect(custom).toHaveValue("");
    await custom.fill("x".repeat(2_001));
    await expect(custom).toHaveValue("x".repeat(2_000));
  });

  test("is made neither complete nor incomplete by remarks", async ({ page }) => {
    await answer(page, "current-tools", "We want fewer of them");
    await expect(answeredMark(page, "current-tools")).toHaveCount(0);
    await percent(page, "0% Completed");
    await tool(page, "Asana").check();
    await percent(page, "8% Completed");
    await answers(page, "current-tools").getByRole("button", { name: "Delete answer" }).click();
    await expect(answeredMark(page, "current-tools")).toBeVisible();
    await percent(page, "8% Completed");
  });
});

test.describe("the website form", () => {
  const url = (page: Page) => page.getByRole("textbox", { name: "Website URL" });
  const slider = (page: Page) => page.getByRole("slider", { name: "Satisfaction with your website" });
  const savedForm = async (page: Page) => (await savedData(page))["website-form"];

  test.beforeEach(({ page }) => openSection(page, "website"));

  test("is complete with an address, and incomplete again without it", async ({ page }) => {
    await expect(url(page)).toHaveAttribute("type", "url");
    await expect(url(page)).toHaveAttribute("placeholder", "https://www.example.com");
    await url(page).fill("rosa.example");
    await expect(answeredMark(page, "website-info")).toBeVisible();
    await percent(page, "8% Completed");
    expect(await savedForm(page)).toEqual({ url: "https://rosa.example" });
    await url(page).fill("   ");
    await expect(answeredMark(page, "website-info")).toHaveCount(0);
    await percent(page, "0% Completed");
  });

  test("has a slider from 1 to 10 that rests at 5, which is not an answer", async ({ page }) => {
    await expect(slider(page)).toHaveAttribute("min", "1");
    await expect(slider(page)).toHaveAttribute("max", "10");
    await expect(slider(page)).toHaveValue("5");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "Not rated yet");
    await expect(card(page, "website-info")).toContainText("Very Unsatisfied");
    await expect(card(page, "website-info")).toContainText("Very Satisfied");
    await slider(page).focus();
    await slider(page).press("Tab");
    expect(await savedForm(page)).toEqual({ url: "" });
  });

  test("counts the slider from its first touch, without completing the question", async ({ page }) => {
    await slider(page).press("ArrowRight");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "6 of 10");
    await expect(answeredMark(page, "website-info")).toHaveCount(0);
    expect(await savedForm(page)).toEqual({ url: "", satisfaction: 6 });
  });

  test("lets the resting value be chosen with the mouse", async ({ page }) => {
    const { width = 0, height = 0 } = (await slider(page).boundingBox()) ?? {};
    await slider(page).click({ position: { x: width * (4 / 9), y: height / 2 } });
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "5 of 10");
    expect(await savedForm(page)).toEqual({ url: "", satisfaction: 5 });
  });

  test("lets the resting value be chosen with Enter", async ({ page }) => {
    await slider(page).press("Enter");
    await expect(slider(page)).toHaveAttribute("aria-valuetext", "5 of 10");
    expect(await savedForm(page)).toEqual({ url: "", satisfaction: 5 });
  });
});
