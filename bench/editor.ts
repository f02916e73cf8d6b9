import type { Page } from "@playwright/test";
import type { DraftCard, InterviewDraft } from "../contract/manage/interview-draft/draft.ts";
import { openInstallation } from "../server/open-installation.ts";
import { readConfig } from "../server/settings/config.ts";
import { enterConsole, openConsoleSession } from "./console-session.ts";
import { median, percentile, type Table } from "./figures.ts";
import { type Interview, withInterview } from "./interview-page.ts";
import { slowProcessor, THROTTLE, timeKeys } from "./key-to-paint.ts";

const SIZES = [10, 200];
const SECTIONS = 4;
const STATIC = "static page";
const TITLE = 'input[data-first=""]';
const WIDE = { width: 1440, height: 900 };

/** The time from a key press in the title of a question to the frame that shows it, with the preview open. */
export function benchEditor(rounds: number): Promise<Table[]> {
  return withInterview(async (interview) => {
    const { cookie, interviewIds } = await addInterviews(interview);
    const times = new Map<string, number[]>();
    for (let round = 0; round <= rounds; round++) {
      for (const target of [STATIC, ...SIZES.map(String)]) {
        const page = await interview.browser.newPage({ viewport: WIDE });
        const selector = await openPage(page, { target, cookie, interviewIds, url: interview.url });
        const measured = await timeKeys(page, selector);
        await page.close();
        // the first round warms up
        if (round > 0) times.set(target, [...(times.get(target) ?? []), ...measured]);
      }
    }
    const atRest = percentile(times.get(STATIC) ?? [], 0.95);
    const rows = [...times].map(([target, values]) => [
      target === STATIC ? target : `title in a draft of ${target} questions`,
      median(values).toFixed(1),
      percentile(values, 0.95).toFixed(1),
      (percentile(values, 0.95) / atRest).toFixed(2),
    ]);
    return [{ heads: [`key to paint, ${THROTTLE}x slowed`, "p50 ms", "p95 ms", "p95 / static page"], rows }];
  });
}

type Opening = { target: string; url: string; cookie: string; interviewIds: Map<string, string> };

/** Returns the selector of the field to type in. */
async function openPage(page: Page, { target, url, cookie, interviewIds }: Opening): Promise<string> {
  if (target === STATIC) {
    await page.setContent("<!doctype html><input>");
    await slowProcessor(page);
    return "input";
  }
  await enterConsole(page.context(), url, cookie);
  await page.goto(`${url}/console/interviews/${interviewIds.get(target)}`);
  await page.getByRole("button", { name: /^Question 2\b/ }).click();
  await page.frameLocator("iframe").getByRole("heading", { name: "Question 2", exact: true }).waitFor();
  await slowProcessor(page);
  await page.locator(TITLE).click();
  return TITLE;
}

/** Adds an administrator's session, and interviews by their number of questions. */
async function addInterviews({ env, url }: Interview) {
  const { storage } = await openInstallation(readConfig(env));
  const cookie = await openConsoleSession(storage);
  await storage.close();
  const interviewIds = new Map<string, string>();
  for (const size of SIZES) {
    const response = await fetch(`${url}/v1/manage/interviews`, {
      method: "POST",
      headers: {
        cookie: `firsthand-console=${cookie}`,
        "x-firsthand-console": "1",
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: `${size} questions`, from: { kind: "draft", interview: draftOf(size) } }),
    });
    if (!response.ok) throw new Error(`The interview was not added: ${response.status}`);
    const { data } = (await response.json()) as { data: { interviewId: string } };
    interviewIds.set(String(size), data.interviewId);
  }
  return { cookie, interviewIds };
}

function draftOf(size: number): InterviewDraft {
  const questions = Array.from(
    { length: size },
    (_, place): DraftCard => ({
      kind: "free-answer",
      id: `question-${place + 1}`,
      entry: `question-${place + 1}`,
      title: `Question ${place + 1}`,
      prompt: "What should we know about it, in a few sentences?",
      sample: "Two sentences say more than a page.",
    }),
  );
  const inEach = size / SECTIONS;
  const sections = Array.from({ length: SECTIONS }, (_, place) => ({
    id: `section-${place + 1}`,
    name: `Section ${place + 1}`,
    minutes: 5,
    description: "A part of the interview.",
    questions: questions.slice(Math.round(place * inEach), Math.round((place + 1) * inEach)),
  }));
  return { format: 1, languages: ["en"], sections };
}
