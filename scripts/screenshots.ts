import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, type Page } from "@playwright/test";

/** npm run screenshots: the pictures of the README and docs/, from the built product with believable content. */
const TARGET = join(import.meta.dirname, "../docs/images");
const folder = mkdtempSync(join(tmpdir(), "firsthand-pictures-"));
mkdirSync(TARGET, { recursive: true });

const env = {
  ...process.env,
  FIRSTHAND_DATA: folder,
  PORT: "0",
  FIRSTHAND_PROVIDER_NAME: "Northside Studio",
};
const server = spawn(process.execPath, ["server/cli/firsthand.ts", "serve"], {
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-quic"],
});
try {
  const { url, key } = await readAnnouncement();
  const wide = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme: "light" });
  await wide.goto(url);
  await picture(wide, "access");
  await signIn(wide, key);
  await answer(wide);
  await picture(wide, "interview");
  const options = {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    isMobile: true,
    hasTouch: true,
  } as const;
  const phone = await (await browser.newContext(options)).newPage();
  await phone.goto(url);
  await signIn(phone, key);
  await picture(phone, "phone-dark");
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function readAnnouncement(): Promise<{ url: string; key: string }> {
  let url = "";
  for await (const line of createInterface({ input: server.stdout })) {
    url = /^Firsthand is ready: (\S+)$/.exec(line)?.[1] ?? url;
    const key = /^Access key: (\S+)$/.exec(line)?.[1];
    if (key === undefined) continue;
    server.stdout.resume();
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
