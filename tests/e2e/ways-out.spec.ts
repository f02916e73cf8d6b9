import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  answer,
  answeredMark,
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  nextSaveBody,
  openMenu,
  openSection,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { WRITTEN } from "../support/browser/whole-interview.ts";
import { shareOf } from "../support/faults/faults.ts";

const noWebsite = (page: Page) =>
  page.getByRole("button", { name: "I don't have a website yet", exact: true });
const noneOfThese = (page: Page) => page.getByRole("button", { name: "None of these", exact: true });
const address = (page: Page) => page.getByRole("textbox", { name: "Website URL" });
const slider = (page: Page) => page.getByRole("slider");
const tool = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const otherTools = (page: Page) => page.getByRole("textbox", { name: "Other tools" });
const savedData = async (page: Page) => {
  const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
  return (body as { data: { [entry: string]: unknown } }).data;
};

test.beforeEach(async ({ page, client }) => signIn(page, client));

test.describe("without a website", () => {
  test.beforeEach(async ({ page }) => openSection(page, "website"));

  test("the question is answered with one press, and open again with another", async ({ page }) => {
    await noWebsite(page).click();
    await expect(noWebsite(page)).toHaveAttribute("aria-pressed", "true");
    await expect(slider(page)).toHaveCount(0);
    await expect(address(page)).toHaveValue("");
    await expect(answeredMark(page, "website-info")).toBeVisible();
    expect(await savedData(page)).toMatchObject({ "website-form": { url: "none" } });
    await noWebsite(page).click();
    await expect(noWebsite(page)).toHaveAttribute("aria-pressed", "false");
    await expect(slider(page)).toBeVisible();
    await expect(answeredMark(page, "website-info")).toHaveCount(0);
  });

  test("typing an address deselects the chip, also one that begins with the word", async ({ page }) => {
    await noWebsite(page).click();
    await address(page).pressSequentially("nonesuch.example");
    await expect(address(page)).toHaveValue("nonesuch.example");
    await expect(noWebsite(page)).toHaveAttribute("aria-pressed", "false");
    await address(page).blur();
    expect(await savedData(page)).toMatchObject({ "website-form": { url: "https://nonesuch.example" } });
  });

  test("the word typed into the box selects the chip, once the box is left", async ({ page }) => {
    await address(page).pressSequentially("None");
    await expect(address(page)).toHaveValue("None");
    await address(page).blur();
    await expect(noWebsite(page)).toHaveAttribute("aria-pressed", "true");
    await expect(address(page)).toHaveValue("");
  });

  test("an accidental press loses neither address nor rating", async ({ page }) => {
    await address(page).fill("https://rosa.example");
    await slider(page).fill("8");
    await noWebsite(page).click();
    await noWebsite(page).click();
    await expect(address(page)).toHaveValue("https://rosa.example");
    await expect(slider(page)).toHaveValue("8");
  });
});

test.describe("with none of the listed tools", () => {
  test("one press answers the question, and Other's box is hidden", async ({ page }) => {
    await noneOfThese(page).click();
    await expect(noneOfThese(page)).toHaveAttribute("aria-pressed", "true");
    await expect(otherTools(page)).toHaveCount(0);
    await expect(tool(page, "Other")).not.toBeChecked();
    await expect(answeredMark(page, "current-tools")).toBeVisible();
    expect(await savedData(page)).toMatchObject({
      "tool-selection": { selectedTools: ["other"], customTools: "None", toolRatings: {} },
    });
  });

  test("picking a tool deselects it", async ({ page }) => {
    await noneOfThese(page).click();
    await tool(page, "Square").check();
    await expect(noneOfThese(page)).toHaveAttribute("aria-pressed", "false");
    expect(await savedData(page)).toMatchObject({
      "tool-selection": { selectedTools: ["square"], customTools: "" },
    });
  });

  test("picking Other shows its box, empty, and text typed there stays", async ({ page }) => {
    await noneOfThese(page).click();
    await tool(page, "Other").check();
    await expect(otherTools(page)).toHaveValue("");
    await otherTools(page).pressSequentially("Nonesuch diary");
    await expect(otherTools(page)).toHaveValue("Nonesuch diary");
    await expect(noneOfThese(page)).toHaveAttribute("aria-pressed", "false");
  });

  test("an accidental press loses no tool", async ({ page }) => {
    await tool(page, "Square").check();
    await tool(page, "Other").check();
    await otherTools(page).fill("Paper diary");
    await noneOfThese(page).click();
    await expect(tool(page, "Square")).not.toBeChecked();
    await noneOfThese(page).click();
    await expect(tool(page, "Square")).toBeChecked();
    await expect(otherTools(page)).toHaveValue("Paper diary");
  });
});

test.describe("more ways to answer", () => {
  const ways = (page: Page, questionId: string) =>
    card(page, questionId).getByText("More ways to answer", { exact: true });
  const way = (page: Page, questionId: string, name: string) =>
    card(page, questionId).getByRole("button", { name, exact: true });

  test("such an answer is an ordinary answer with its reason, and can be deleted", async ({ page }) => {
    await ways(page, "team-description").click();
    await way(page, "team-description", "I don’t know").click();
    await expect(answers(page, "team-description")).toHaveText(["I don’t know"]);
    await expect(answeredMark(page, "team-description")).toBeVisible();
    expect(await savedData(page)).toMatchObject({
      "team-and-business-setup": {
        responses: [{ type: "text", content: "I don’t know", source: "typed", reason: "unknown" }],
      },
    });
    await card(page, "team-description").getByRole("button", { name: "Delete answer" }).click();
    await expect(answeredMark(page, "team-description")).toHaveCount(0);
  });

  test("one can be chosen with the keyboard alone, and the focus stays at the choices", async ({ page }) => {
    await ways(page, "team-description").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(way(page, "team-description", "Record instead")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(way(page, "team-description", "Doesn’t apply to us")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(answers(page, "team-description")).toHaveText(["Doesn’t apply to us"]);
    await expect(ways(page, "team-description")).toBeFocused();
  });

  test("editing the words removes the reason", async ({ page }) => {
    await ways(page, "team-description").click();
    await way(page, "team-description", "I’d rather tell you in person").click();
    await card(page, "team-description").getByRole("button", { name: "Edit answer" }).click();
    await card(page, "team-description").getByRole("textbox").first().fill("Just me.");
    await card(page, "team-description").getByRole("button", { name: "Save changes" }).click();
    const data = await savedData(page);
    expect(JSON.stringify(data["team-and-business-setup"])).not.toContain("reason");
  });

  test("they are not offered while there is text, and remarks can only be recorded", async ({ page }) => {
    await box(page, "team-description").fill("Two of us");
    await expect(ways(page, "team-description")).toHaveCount(0);
    await ways(page, "current-tools").click();
    await expect(way(page, "current-tools", "Record instead")).toBeVisible();
    await expect(way(page, "current-tools", "I don’t know")).toHaveCount(0);
  });
});

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
for (const size of shareOf(SIZES, { every: 2, turn: 0 })) {
  test(`all thirteen are answered without a website at ${size.width} px, and Review says so`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.getByLabel("Number of Employees").selectOption("1");
    await noneOfThese(page).click();
    for (const [sectionId, questions] of Object.entries(WRITTEN)) {
      await openSection(page, sectionId);
      for (const questionId of questions) {
        if (questionId === "growth-vision") await answer(page, questionId, "A second shop.");
        else {
          await card(page, questionId).getByText("More ways to answer", { exact: true }).click();
          await card(page, questionId).getByRole("button", { name: "Doesn’t apply to us" }).click();
        }
      }
    }
    await noWebsite(page).click();
    await expect(header(page)).toContainText("100% Completed");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Review your answers" })).toBeVisible();
    await expect(page.getByText("13 of 13 answered")).toBeVisible();
    await expect(page.getByText("No website yet", { exact: true })).toBeVisible();
    await expect(page.getByText("None of these", { exact: true })).toBeVisible();
    await expect(page.getByText("Doesn’t apply", { exact: true })).toHaveCount(9);
    await expect(page.getByRole("link", { name: /none/i })).toHaveCount(0);
    await (await openMenu(page)).getByRole("link", { name: "Español" }).click();
    await expect(page.getByText("Todavía sin sitio web", { exact: true })).toBeVisible();
    await expect(page.getByText("Ninguna de estas", { exact: true })).toBeVisible();
    await expect(page.getByText("No aplica", { exact: true })).toHaveCount(9);
  });
}

test("each alternative answer is accessible and fits, selected and not", async ({ page }) => {
  test.setTimeout(60_000);
  await card(page, "team-description").getByText("More ways to answer", { exact: true }).click();
  await noneOfThese(page).click();
  await expectAccessible(page, "tools and ways");
  await expectNoOverflow(page, "tools and ways");
  await openSection(page, "website");
  await expectAccessible(page, "website, not pressed");
  await noWebsite(page).click();
  await expectAccessible(page, "website, pressed");
  await expectNoOverflow(page, "website, pressed");
});
