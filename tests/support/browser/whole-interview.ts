import type { Page } from "@playwright/test";
import { answer, answeredMark, answers, box, card, expect, header, openSection, section } from "./journey.ts";

/** Answers all thirteen questions as a client would, and checks the answers on the page. */

export const WRITTEN = {
  "business-snapshot": ["team-description"],
  "leads-booking": ["customer-acquisition", "booking-process"],
  "service-delivery-ops": ["service-execution", "operations-management"],
  "money-admin": ["financial-management", "administrative-tasks"],
  "customers-growth": ["customer-relationships", "growth-vision"],
  website: ["website-vision"],
};
export const REMARK = "Square does not talk to Excel";
export const textsFor = (questionId: string) => [`First about ${questionId}`, `Then more on ${questionId}`];

export async function fillForms(page: Page): Promise<void> {
  await page.getByLabel("Number of Employees").selectOption("2-5");
  await page.getByLabel("Number of Locations").selectOption("4-10");
  await page.getByRole("radio", { name: "$500K - $1M" }).check();
  await page.getByRole("checkbox", { name: "Square" }).check();
  await page.getByRole("checkbox", { name: "Excel" }).check();
  await page.getByRole("checkbox", { name: "Other" }).check();
  await page.getByRole("textbox", { name: "Other tools" }).fill("Paper diary, Whiteboard");
  await star(page, "Square", 4).check();
  await star(page, "Excel", 2).check();
  await answer(page, "current-tools", REMARK);
  await openSection(page, "website");
  await page.getByRole("textbox", { name: "Website URL" }).fill("https://rosa.example");
  await page.getByRole("slider").fill("8");
}

const star = (page: Page, tool: string, stars: number) =>
  page.getByRole("group", { name: `${tool}: satisfaction` }).getByRole("radio", { name: `${stars} star` });

export async function fillWritten(page: Page): Promise<void> {
  for (const [sectionId, questions] of Object.entries(WRITTEN)) {
    await openSection(page, sectionId);
    for (const questionId of questions) {
      for (const text of textsFor(questionId)) await answer(page, questionId, text);
      await expect(answeredMark(page, questionId)).toBeVisible();
    }
    await expect(section(page, sectionId)).toContainText("Section complete");
  }
}

export async function expectEverything(page: Page): Promise<void> {
  await expect(header(page)).toContainText("100% Completed");
  await expect(page.getByLabel("Number of Employees")).toHaveValue("2-5");
  await expect(page.getByLabel("Number of Locations")).toHaveValue("4-10");
  await expect(page.getByRole("radio", { name: "$500K - $1M" })).toBeChecked();
  for (const tool of ["Square", "Excel", "Other"]) {
    await expect(page.getByRole("checkbox", { name: tool })).toBeChecked();
  }
  await expect(card(page, "current-tools").getByRole("checkbox", { checked: true })).toHaveCount(3);
  await expect(page.getByRole("textbox", { name: "Other tools" })).toHaveValue("Paper diary, Whiteboard");
  await expect(star(page, "Square", 4)).toBeChecked();
  await expect(star(page, "Excel", 2)).toBeChecked();
  await expect(answers(page, "current-tools")).toHaveText([REMARK]);
  for (const [sectionId, questions] of Object.entries(WRITTEN)) {
    await openSection(page, sectionId);
    for (const questionId of questions) {
      await expect(answers(page, questionId)).toHaveText(textsFor(questionId));
      await expect(box(page, questionId)).toHaveValue("");
    }
  }
  await expect(page.getByRole("textbox", { name: "Website URL" })).toHaveValue("https://rosa.example");
  await expect(page.getByRole("slider")).toHaveValue("8");
}
