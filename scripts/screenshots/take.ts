import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { BAKERY_TEAM, BUSINESSES } from "./businesses.ts";
import { addBusiness, addManager, PASSWORD, type ServerLinks, withServer } from "./provider.ts";

/** npm run screenshots: takes the pictures of the README and docs/ from the built product, with believable content. */
const TARGET = join(import.meta.dirname, "../../docs/images/screens");
const PROVIDER = { FIRSTHAND_PROVIDER_NAME: "Northside Studio" };

const WIDE = { viewport: { width: 1280, height: 860 }, colorScheme: "light" } as const;
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: "light",
  isMobile: true,
  hasTouch: true,
} as const;
const DARK = { colorScheme: "dark" } as const;

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-quic", "--use-fake-device-for-media-stream"],
});
try {
  await withServer(PROVIDER, takeAnswering);
  await withServer(PROVIDER, takeAnswered);
  await withServer(PROVIDER, takeEditor);
  await withServer({ FIRSTHAND_INTERVIEW: "examples/veterinary/interview.yaml" }, takeOwn);
} finally {
  await browser.close();
}

/** One client, first on a computer, then on phones. */
async function takeAnswering({ url, link }: ServerLinks): Promise<void> {
  const manager = await openConsole(link);
  const { accessKey } = await addBusiness(manager.request, url, { name: "Rosa's Bakery", email: null });
  const wide = await newPage(WIDE);
  await wide.goto(url);
  await picture(wide, "access");
  await signIn(wide, url, accessKey);
  await answerFirstSection(wide);
  await picture(wide, "interview");

  const phone = await newPage(PHONE);
  await signIn(phone, url, accessKey);
  await picture(phone, "phone");
  await phone.getByRole("button", { name: "Menu", exact: true }).click();
  await picture(phone, "phone-menu");
  const dark = await newPage({ ...PHONE, ...DARK });
  await signIn(dark, url, accessKey);
  await record(dark);
  await picture(dark, "phone-recording-dark");
  const spanish = await newPage({ ...PHONE, locale: "es-ES" });
  await spanish.goto(url);
  await picture(spanish, "phone-access-spanish");
}

/** Several clients with different progress, and their account manager. */
async function takeAnswered({ url, link }: ServerLinks): Promise<void> {
  const manager = await openConsole(link);
  const added = [];
  for (const business of BUSINESSES) added.push(await addBusiness(manager.request, url, business));
  const [first] = added;
  if (!first) throw new Error("Nobody is in the pictures");
  const review = await newPage({ ...WIDE, ...DARK });
  await signIn(review, url, first.accessKey);
  await review.getByRole("button", { name: "Review", exact: true }).click();
  await review.getByRole("heading", { name: "Review your answers" }).waitFor();
  await picture(review, "review-dark");

  await manager.goto(`${url}/console/`);
  await manager.getByRole("rowheader", { name: "Café Olé" }).waitFor();
  await picture(manager, "console");
  await manager.goto(`${url}/console/clients/${first.clientId}`);
  await manager.getByText(BAKERY_TEAM[0] ?? "").waitFor();
  await picture(manager, "console-client");
  await manager.emulateMedia({ colorScheme: "dark" });
  await manager.goto(`${url}/console/overview`);
  await manager.getByRole("rowheader", { name: "Website" }).first().waitFor();
  await picture(manager, "console-overview-dark");
}

async function takeOwn({ url, link }: ServerLinks): Promise<void> {
  const manager = await openConsole(link);
  const { accessKey } = await addBusiness(manager.request, url, {
    name: "Park Street Vets",
    email: "vets@park.example",
  });
  const wide = await newPage(WIDE);
  await signIn(wide, url, accessKey);
  await picture(wide, "own-interview");
}

async function newPage(look: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ permissions: ["microphone"], ...look });
  return context.newPage();
}

/** Opens the console of an account manager, whom the link's administrator adds. */
async function openConsole(link: string): Promise<Page> {
  const administrator = await openAsAdministrator(link);
  const page = await browser.newPage(WIDE);
  await setPassword(page, await addManager(administrator.request, link));
  return page;
}

async function openAsAdministrator(link: string): Promise<Page> {
  const page = await browser.newPage(WIDE);
  await setPassword(page, link);
  return page;
}

/** An interview from a template, while the author writes its first question. */
async function takeEditor({ url, link }: ServerLinks): Promise<void> {
  const page = await openAsAdministrator(link);
  await page.setViewportSize({ width: 1520, height: 860 });
  await page.goto(`${url}/console/interviews`);
  await page.getByRole("button", { name: "New interview" }).click();
  await page.getByLabel("Name").fill("Websites");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: /^What you do/ }).click();
  await page.frameLocator("iframe").getByRole("heading", { name: "What you do" }).waitFor();
  // waits until the preview has stopped moving
  await page.frameLocator("iframe").getByRole("heading", { name: "What you do" }).hover();
  await picture(page, "editor");
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await page.getByRole("heading", { name: "Clients" }).waitFor();
}

async function signIn(page: Page, url: string, key: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Access Key").fill(key);
  await page.getByRole("button", { name: "Access Interview" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
}

async function answerFirstSection(page: Page): Promise<void> {
  await page.getByLabel("Number of Employees").selectOption("2-5");
  await page.getByLabel("Number of Locations").selectOption("1");
  await page.getByText("Less than $500K").click();
  const team = page.locator('[data-question="team-description"]').getByRole("textbox");
  for (const text of BAKERY_TEAM) {
    await team.fill(text);
    await team.press("Enter");
  }
  for (const tool of ["Square", "Canva", "Google Sheets"])
    await page.getByLabel(tool, { exact: true }).check();
  await page.getByRole("group", { name: "Square: satisfaction" }).getByText("4 stars").click({ force: true });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Progress Saved").waitFor();
  await page.getByRole("button", { name: "Close this message" }).click();
  await page.getByText("Progress Saved").waitFor({ state: "detached" });
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** The picture shows a recording in progress, of a tone that the browser generates. */
async function record(page: Page): Promise<void> {
  const first = page.locator('[data-question="customer-acquisition"]');
  await first.getByRole("button", { name: "More ways to answer" }).tap();
  await first.getByRole("button", { name: "Record instead" }).tap();
  await first.getByRole("timer").filter({ hasText: "0:07" }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 240));
}

async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  // waits until all animations have finished
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  await page.screenshot({ path: join(TARGET, `${name}.png`) });
}
