import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, type Page } from "@playwright/test";
import { median, percentile, table } from "./figures.ts";
import { slowProcessor, THROTTLE, timeKeys } from "./key-to-paint.ts";

// a question holds 200; with the last one the box goes
const ANSWERS = [10, 199];
const BOX = '[data-question="customer-acquisition"] textarea';

/** From a key press in an answer box to the frame that shows it, with answers above the box and a slowed processor. */
export async function benchKeystrokes(rounds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-bench-"));
  const env = { ...process.env, FIRSTHAND_DATA: folder, PORT: "0", FIRSTHAND_RATE_SESSION: "0" };
  const server = spawn(process.execPath, ["server/cli/firsthand.ts", "serve"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic"],
  });
  try {
    const { url, key } = await readAnnouncement(server.stdout);
    const times = new Map<string, number[]>();
    for (let round = 0; round <= rounds; round++) {
      for (const target of ["static page", ...ANSWERS.map(String)]) {
        const page = await browser.newPage();
        if (target === "static page") await page.setContent("<textarea rows=4></textarea>");
        else await openInterview(page, { url, key, answers: Number(target) });
        await slowProcessor(page);
        const measured = await timeKeys(page, target === "static page" ? "textarea" : BOX);
        // the first round warms up
        if (round > 0) times.set(target, [...(times.get(target) ?? []), ...measured]);
        await page.close();
      }
    }
    const rows = [...times].map(([target, values]) => [
      target === "static page" ? target : `box below ${target} answers`,
      median(values).toFixed(1),
      percentile(values, 0.95).toFixed(1),
    ]);
    return table([`key to paint, ${THROTTLE}x slowed`, "p50 ms", "p95 ms"], rows);
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

type Opening = { url: string; key: string; answers: number };

/** The interview with so many answers to one question, half of them long. */
async function openInterview(page: Page, { url, key, answers }: Opening): Promise<void> {
  await page.route("**/v1/onboarding", (route) => route.fulfill({ json: { data: recordOf(answers) } }));
  await page.goto(url);
  await page.getByLabel("Access Key").fill(key);
  await page.getByRole("button", { name: "Access Interview" }).click();
  await page.locator('[data-section="leads-booking"]').click();
}

function recordOf(answers: number) {
  const responses = Array.from({ length: answers }, (_, place) => ({
    type: "text",
    content: `Answer ${place}. ${place % 2 ? "We write invoices on Sunday evening. ".repeat(20) : ""}`,
    timestamp: "2026-11-21T10:00:00.000Z",
    id: `answer-${place}`,
  }));
  return {
    "customer-acquisition": { section: "leads-booking", question: "customer-acquisition", responses },
  };
}
