import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { builtInInterview } from "../contract/interview/built-in-interview.ts";
import { writtenQuestions } from "../contract/interview/interview.ts";
import { ANSWERS_PER_QUESTION_MAX } from "../contract/limits.ts";

/** The interview in a browser, for measurements of its page. */

/** The question whose box is used; its section is opened first. */
export const QUESTION = "customer-acquisition";

export type Interview = {
  browser: Browser;
  url: string;
  key: string;
  /** The environment of the server, and of commands for it. */
  env: NodeJS.ProcessEnv & { FIRSTHAND_DATA: string };
};

/** Runs a separate server with one client, and a browser, while `measure` runs. */
export async function withInterview<Result>(
  measure: (interview: Interview) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const env = { ...process.env, FIRSTHAND_DATA: folder, PORT: "0", FIRSTHAND_RATE_SESSION: "0" };
  const server = spawn(process.execPath, ["bin/firsthand.js", "serve"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic"],
  });
  try {
    return await measure({ browser, env, ...(await readAnnouncement(server.stdout)) });
  } finally {
    await browser.close();
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readAnnouncement(output: NodeJS.ReadableStream): Promise<{ url: string; key: string }> {
  let url = "";
  for await (const line of createInterface({ input: output })) {
    url = /^Firsthand is ready: (\S+)$/.exec(line)?.[1] ?? url;
    const key = /^Access key: (\S+)$/.exec(line)?.[1];
    if (key === undefined) continue;
    output.resume();
    return { url, key };
  }
  throw new Error("The server ended without an access key");
}

/** Opens the page after sign-in, with that record instead of the server's. */
export async function openInterview(page: Page, { url, key }: Interview, record: unknown): Promise<void> {
  await page.route("**/v1/onboarding", (route) => route.fulfill({ json: { data: record } }));
  await page.goto(url);
  await page.getByLabel("Access Key").fill(key);
  await page.getByRole("button", { name: "Access Interview" }).click();
  await page.locator('[data-section="leads-booking"]').click();
}

export async function slowDown(page: Page, throttle: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  return session;
}

/**
 * A record with `answers` answers; every second one has `sentences` more sentences. Answers go to one question until it
 * is full, then to the others.
 */
export function recordOf(answers: number, sentences = 20): { [entry: string]: object } {
  const record: { [entry: string]: object } = {};
  const asked = writtenQuestions(builtInInterview).toSorted((a, b) => rank(a) - rank(b));
  let left = answers;
  for (const { section, question, entry } of asked) {
    // a question that holds the most answers has no box
    const count = Math.min(left, ANSWERS_PER_QUESTION_MAX - 1);
    if (count === 0) break;
    const responses = Array.from({ length: count }, (_, place) =>
      answerAt(`${question.id}-${place}`, place % 2 ? sentences : 0),
    );
    record[entry] = { section: section.id, question: question.id, responses };
    left -= count;
  }
  return record;
}

const rank = ({ question }: { question: { id: string } }) => (question.id === QUESTION ? 0 : 1);

function answerAt(id: string, sentences: number) {
  const content = `About ${id}. ${"We write invoices on Sunday evening. ".repeat(sentences)}`;
  return { type: "text", content, timestamp: "2026-11-21T10:00:00.000Z", id };
}
