import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { chromium, type Page } from "@playwright/test";

/** npm run screenshots: the pictures of the README and docs/, from the built product with believable content. */
const TARGET = join(import.meta.dirname, "../docs/images");
mkdirSync(TARGET, { recursive: true });

const WIDE = { viewport: { width: 1280, height: 860 }, colorScheme: "light" } as const;
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
  isMobile: true,
  hasTouch: true,
} as const;

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-quic"],
});
try {
  await withServer({ FIRSTHAND_PROVIDER_NAME: "Northside Studio" }, async ({ url, key }) => {
    const wide = await browser.newPage(WIDE);
    await wide.goto(url);
    await picture(wide, "access");
    await signIn(wide, key);
    await answer(wide);
    await picture(wide, "interview");
    const phone = await (await browser.newContext(PHONE)).newPage();
    await phone.goto(url);
    await signIn(phone, key);
    await picture(phone, "phone-dark");
  });
  await withServer({ FIRSTHAND_INTERVIEW: "examples/veterinary/interview.yaml" }, async ({ url, key }) => {
    const wide = await browser.newPage(WIDE);
    await wide.goto(url);
    await signIn(wide, key);
    await picture(wide, "own-interview");
  });
} finally {
  await browser.close();
}

type Announced = { url: string; key: string };

/** A server on an empty folder, for as long as pictures are taken of it. */
async function withServer(
  settings: { [name: string]: string },
  take: (announced: Announced) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-pictures-"));
  const server = spawn(process.execPath, ["server/cli/firsthand.ts", "serve"], {
    env: { ...process.env, FIRSTHAND_DATA: folder, PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await take(await readAnnouncement(server.stdout));
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readAnnouncement(output: Readable): Promise<Announced> {
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

async function signIn(page: Page, key: string): Promise<void> {
  await page.getByLabel("Access Key").fill(key);
  await page.getByRole("button", { name: "Access Interview" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
}

async function answer(page: Page): Promise<void> {
  await page.getByLabel("Number of Employees").selectOption("2-5");
  await page.getByLabel("Number of Locations").selectOption("1");
  await page.getByText("Less than $500K").click();
  const team = page.locator('[data-question="team-description"]').getByRole("textbox");
  await team.fill("I bake with Tom from three in the morning. Maria has the counter and the phone.");
  await team.press("Enter");
  await team.fill("My sister does the books on Sundays, and two students help before Christmas.");
  await team.press("Enter");
  for (const tool of ["Square", "Canva", "Google Sheets"])
    await page.getByLabel(tool, { exact: true }).check();
  await page.getByRole("group", { name: "Square: satisfaction" }).getByText("4 stars").click({ force: true });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Progress Saved").waitFor();
  await page.getByRole("button", { name: "Close this message" }).click();
  await page.getByText("Progress Saved").waitFor({ state: "detached" });
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(TARGET, `${name}.png`), animations: "disabled" });
}
