import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import { enterConsole } from "../support/browser/console-journey.ts";
import {
  accessButton,
  answer,
  answeredMark,
  answers,
  card,
  escapeMenu,
  expect,
  header,
  headerButton,
  openMenu,
  openSection,
  save,
  section,
  signIn,
  toast,
} from "../support/browser/journey.ts";
import { testWithSite } from "../support/browser/own-site.ts";

/** A provider with their own interview, look and texts (decision 37), using the example for another trade. */

const EXAMPLE = join(import.meta.dirname, "../../examples/veterinary/interview.yaml");
const OWN = { FIRSTHAND_INTERVIEW: EXAMPLE, FIRSTHAND_PROVIDER_NAME: "" };
const ACCENT = "rgb(122, 59, 105)";
const PATIENTS = "Cats, mostly, and one tortoise.";

const test = testWithSite(OWN);

const logo = (page: Page) =>
  page
    .getByText("Pawsworth")
    .first()
    .evaluate(() => {
      const root = getComputedStyle(document.documentElement);
      return root.getPropertyValue("--logo").slice('url("'.length, -'")'.length);
    });
const tips = (page: Page) => page.getByRole("complementary", { name: "Tips" });

test("the access screen shows the provider's name, logo, color, help, and duration", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Onboarding Interview · Pawsworth");
  await expect(page.getByRole("main")).toContainText("It takes about 20 minutes");
  await expect(accessButton(page)).toHaveCSS("background-color", ACCENT);
  const help = page.getByRole("contentinfo").or(page.getByRole("main"));
  await expect(help.getByRole("link", { name: "hello@pawsworth.example" })).toHaveAttribute(
    "href",
    "mailto:hello@pawsworth.example",
  );
  await expect(help.getByRole("link", { name: "+44 20 7946 0018" })).toHaveAttribute(
    "href",
    "tel:+442079460018",
  );
  await expect(help.getByRole("link", { name: "Help page" })).toHaveAttribute(
    "href",
    "https://pawsworth.example/help",
  );
  const picture = await page.request.get(await logo(page));
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
  expect(picture.headers()["content-security-policy"]).toContain("sandbox");
  await expectAccessible(page, "access screen of a provider");

  await page.emulateMedia({ colorScheme: "dark" });
  await expect(accessButton(page)).not.toHaveCSS("background-color", ACCENT);
  expect(await (await page.request.get(await logo(page))).text()).toContain("#e9b3d8");
});

test.describe("with a service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("the logo is also there without a connection", async ({ page, context }) => {
    await page.goto("/");
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
    const address = await logo(page);
    await context.setOffline(true);
    expect(await page.evaluate((name) => fetch(name).then(({ status }) => status), address)).toBe(200);
  });
});

test("the privacy page begins with the provider's own words", async ({ page }) => {
  await page.goto("/privacy");
  await expect(page.getByRole("main")).toContainText("Pawsworth sets up the software of your practice.");
  await expect(page.getByRole("main")).not.toContainText("Their own privacy notice");
  await expect(page.getByRole("link", { name: "hello@pawsworth.example" })).toBeVisible();
});

test.describe("in a Spanish browser", () => {
  test.use({ locale: "es-MX" });

  test("the provider's own texts are Spanish too, and an answer is the same in both languages", async ({
    page,
    client,
    site,
  }) => {
    await page.goto("/privacy");
    await expect(page.getByRole("main")).toContainText("Pawsworth prepara el programa de su clínica.");
    await page.goto("/");
    await page.getByLabel("Clave de acceso").fill(client.accessKey);
    await page.getByRole("button", { name: "Entrar a la entrevista" }).click();
    await page.getByLabel("Veterinarios").selectOption({ label: "2 o 3" });
    await card(page, "patients").locator("[data-box]").fill("Gatos, sobre todo.");
    await card(page, "patients").locator("[data-box]").press("Enter");
    await expect(page.getByRole("complementary")).toContainText("Entre dos pacientes");
    await openSection(page, "treatment");
    await page.getByRole("checkbox", { name: "Visor de rayos X y ecografía" }).check();
    await expectAccessible(page, "a provider's own interview in Spanish");
    await (await openMenu(page)).getByRole("link", { name: "English" }).click();
    await expect(page.getByRole("checkbox", { name: "X-ray and ultrasound viewer" })).toBeChecked();
    await save(page);
    const { record } = JSON.parse(await site.firsthand("record", "export", client.clientId));
    expect(record).toMatchObject({
      "practice-size": { employees: "2-3" },
      patients: { responses: [{ content: "Gatos, sobre todo." }] },
      systems: { selectedTools: ["imaging"] },
    });
  });
});

test("a client with another interview answers everything, and stays on the version they submitted", async ({
  page,
  site,
  client,
  openContext,
}) => {
  test.setTimeout(120_000);
  await signIn(page, client);
  await expect(tips(page).getByRole("heading", { level: 3 }).first()).toHaveText("Between two patients");
  await expect((await openMenu(page)).getByRole("link", { name: "+44 20 7946 0018" })).toBeVisible();
  await escapeMenu(page);
  await expectAccessible(page, "interview of a provider");
  await answerEverything(page);
  await expect(header(page)).toContainText("100% Completed");
  await headerButton(page, "Submit").click();
  await expect(toast(page, "Submission Complete!")).toBeVisible();
  await expect(page.getByRole("main").getByRole("list").getByRole("listitem")).toHaveText([
    "Kit reads your answers within three working days.",
    "We set up your practice with your own words for treatments and visits.",
    "You get a date for the first training session by email.",
  ]);
  const reminder = page.waitForEvent("download");
  await page.getByRole("button", { name: "Remind me in 3 business days" }).click();
  expect((await reminder).suggestedFilename()).toBe("reminder.ics");
  const event = readFileSync(await (await reminder).path(), "utf8");
  expect(event).toContain("SUMMARY:Expect a reply from Pawsworth\r\n");
  // a control that is scrolled behind the header has no size that could be checked
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page, "thanks of a provider");
  await expectNoOverflow(page, "thanks of a provider");

  const manager = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(manager, site, "administrator");
  await manager.goto(`/console/clients/${client.clientId}`);
  await expect(card(manager, "patients")).toContainText(PATIENTS);
  await expect(card(manager, "practice-size")).toContainText("Patients on a normal day");

  await site.restart({ FIRSTHAND_INTERVIEW: anotherInterview() });
  await page.reload();
  await signIn(page, client);
  await openSection(page, "practice");
  await expect(answers(page, "patients")).toHaveText([PATIENTS]);
  await expect(page.getByRole("navigation").getByRole("button")).toHaveCount(4);
  await site.restart();
});

test("answers to questions removed meanwhile are not lost", async ({ page, site, client, openContext }) => {
  test.setTimeout(120_000);
  await signIn(page, client);
  await answerEverything(page);
  const manager = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(manager, site, "administrator");
  await manager.goto(`/console/clients/${client.clientId}`);
  await expect(card(manager, "patients")).toContainText(PATIENTS);

  await site.restart({ FIRSTHAND_INTERVIEW: anotherInterview() });
  await page.reload();
  await signIn(page, client);
  await expect(page.getByRole("navigation").getByRole("button")).toHaveCount(1);
  await answer(page, "opening", "Day and night.");
  await save(page);

  await manager.reload();
  const earlier = manager
    .locator("section")
    .filter({ hasText: "The interview no longer includes these questions." });
  await expect(earlier.getByRole("heading", { name: "Your patients" })).toBeVisible();
  await expect(earlier).toContainText(PATIENTS);
  await expect(earlier).toContainText("The X-rays are in the back.");
  await expect(card(manager, "opening")).toContainText("Day and night.");
  const brief = await site.firsthand("brief", "export", client.clientId, "--format", "md");
  expect(brief).toMatch(/## Earlier questions[\s\S]*### Your patients[\s\S]*one tortoise/);
  const rows = await site.firsthand("record", "export", client.clientId, "--format", "csv");
  expect(rows).toContain(`Earlier questions,Your patients,,"${PATIENTS}"`);

  // the provider goes back to the original interview
  await site.restart();
  await page.reload();
  await signIn(page, client);
  await openSection(page, "practice");
  await expect(answers(page, "patients")).toHaveText([PATIENTS]);
});

/** The file of a provider who changes the interview. */
function anotherInterview(): string {
  const changed = test.info().outputPath("interview.yaml");
  writeFileSync(
    changed,
    `format: 1
sections:
  - id: practice
    name: Your practice
    minutes: 5
    description: Who you are.
    questions:
      - kind: free-answer
        id: opening
        title: Opening hours
        prompt: When are you open?
        sample: From nine to five.
`,
  );
  return changed;
}

async function answerEverything(page: Page): Promise<void> {
  await page.getByLabel("Vets").selectOption("2-3");
  await page.getByLabel("Sites").selectOption("5+");
  await page.getByRole("radio", { name: "20 to 60" }).check();
  await answer(page, "patients", PATIENTS);
  await openSection(page, "appointments");
  for (const question of ["booking", "emergencies"]) await answer(page, question, `About ${question}.`);
  await openSection(page, "treatment");
  await page.getByRole("checkbox", { name: "X-ray and ultrasound viewer" }).check();
  await answer(page, "systems", "The X-rays are in the back.");
  await answer(page, "records", "Each vet, after six.");
  await openSection(page, "online");
  await page.getByRole("textbox", { name: "Website URL" }).fill("https://paws.example");
  await answer(page, "site-wishes", "Order food.");
  await expect(answeredMark(page, "site")).toBeVisible();
  await expect(section(page, "online")).toContainText("Section complete");
}
