import type { CDPSession, Page } from "@playwright/test";
import { builtInInterview } from "../contract/interview/built-in-interview.ts";
import { writtenQuestions } from "../contract/interview/interview.ts";
import type { Table } from "./figures.ts";
import { type Interview, openInterview } from "./interview-page.ts";

const TIMES = 10;
const CHANGES = 500;
const CHANGES_A_ROW = 100;
const TEXT = "We write invoices on Sunday evening. ".repeat(5);

/** The page's memory after answering everything, once and ten times, and after many changes of section. */
export async function benchMemory(interview: Interview): Promise<Table> {
  const page = await interview.browser.newPage();
  await openInterview(page, interview, {});
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  await session.send("Performance.enable");
  const rows = [await measure(session, "opened")];
  for (let time = 1; time <= TIMES; time++) {
    await answerEverything(page);
    if (time === 1 || time === TIMES) rows.push(await measure(session, `everything answered, ${time} times`));
  }
  for (let change = 1; change <= CHANGES; change++) {
    const { sections } = builtInInterview;
    await page.locator(`[data-section="${sections[change % sections.length]?.id}"]`).click();
    if (change % CHANGES_A_ROW === 0) rows.push(await measure(session, `then ${change} changes of section`));
  }
  await page.close();
  return { heads: ["kept in memory", "heap MB", "nodes", "listeners"], rows };
}

async function measure(session: CDPSession, name: string): Promise<string[]> {
  // objects freed by one collection may let a second one free more
  for (let time = 0; time < 2; time++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (metric: string) => metrics.find((one) => one.name === metric)?.value ?? Number.NaN;
  const megabytes = (of("JSHeapUsedSize") / 1024 ** 2).toFixed(2);
  return [name, megabytes, String(of("Nodes")), String(of("JSEventListeners"))];
}

/** Answers each question once, after deleting its earlier answer. */
async function answerEverything(page: Page): Promise<void> {
  await openSection(page, "business-snapshot");
  await page.getByLabel("Number of Employees").selectOption("2-5");
  await page.getByLabel("Number of Locations").selectOption("4-10");
  await page.locator("label", { hasText: "$500K - $1M" }).click();
  const tool = page.getByRole("checkbox", { name: "Square" });
  if (await tool.isChecked()) await tool.uncheck();
  await tool.check();
  await page.getByRole("group", { name: "Square: satisfaction" }).locator("label").nth(3).click();
  for (const { section, question } of writtenQuestions(builtInInterview)) {
    await openSection(page, section.id);
    await answerAnew(page, question.id);
  }
  await openSection(page, "website");
  await page.getByRole("textbox", { name: "Website URL" }).fill("https://rosa.example");
  await page.getByRole("slider").fill("8");
}

const openSection = (page: Page, id: string) => page.locator(`[data-section="${id}"]`).click();

async function answerAnew(page: Page, questionId: string): Promise<void> {
  const card = page.locator(`[data-question="${questionId}"]`);
  const deleting = card.getByRole("button", { name: "Delete answer" });
  if ((await deleting.count()) > 0) await deleting.first().click();
  const box = card.locator("textarea[data-box]");
  await box.fill(TEXT);
  await box.press("Enter");
  await deleting.first().waitFor();
}
