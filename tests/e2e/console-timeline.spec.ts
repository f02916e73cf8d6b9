import type { Page } from "@playwright/test";
import consoleEn from "#contract/messages/console/en.json" with { type: "json" };
import consoleEs from "#contract/messages/console/es.json" with { type: "json" };
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  askFollowUp,
  enterConsole,
  openFold,
  pageTitle,
} from "../support/browser/console-journey.ts";
import { accessButton, answer, expect, header, type Site, save, test } from "../support/browser/journey.ts";
import { expectUnsaid, wholeTexts } from "../support/browser/no-english.ts";

const NAME = "Rosa's Bakery";
const QUESTION = "team-description";
const said = (content: string) => ({ "team-and-business-setup": { responses: [{ id: "a1", content }] } });

const expectNoEnglish = (page: Page) => expectUnsaid(page, wholeTexts(consoleEn, consoleEs));

const fold = (page: Page) => page.getByRole("complementary");
const entry = (page: Page, text: string | RegExp) =>
  fold(page).getByRole("listitem").filter({ hasText: text });

/** Opens a client's page as its manager. */
async function openClient(page: Page, site: Site) {
  await enterConsole(page, site);
  const added = await addClientInConsole(page, NAME);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: NAME }).click();
  await expect(pageTitle(page, NAME)).toBeVisible();
  return added;
}

test("the timeline shows new events while it is open, by day and time, with the device", async ({
  page,
  site,
  openContext,
}) => {
  const { link } = await openClient(page, site);
  await openFold(page, "Timeline");
  await expect(entry(page, "Mia Lopes added the client")).toBeVisible();
  const client = await (await openContext()).newPage();
  await client.goto(link);
  await accessButton(client).click();
  await expect(header(client)).toBeVisible();
  await expect(
    entry(page, `${NAME} opened the sign-in link`).or(entry(page, `${NAME} signed in`)),
  ).toContainText(/(Chrome|Firefox|Safari) on /);
  await answer(client, QUESTION, "Two of us.");
  await save(client);
  await expect(entry(page, `${NAME} saved`)).toContainText(/(Chrome|Firefox|Safari) on /);
  await expect(entry(page, `${NAME} saved`).locator("time")).toHaveText(/^\d{1,2}:\d{2}\s[AP]M$/);
  await askFollowUp(page, QUESTION, "Who opens on Sundays?");
  await expect(entry(page, "Mia Lopes asked a follow-up")).toBeVisible();
  await expect(fold(page)).not.toContainText("Sundays");
  const today = new Date().toLocaleDateString("en-US", { dateStyle: "full" });
  await expect(fold(page).getByRole("list", { name: today })).toBeVisible();
  await expectAccessible(page, "a client's timeline");
  await expectNoOverflow(page, "a client's timeline");

  await entry(page, `${NAME} saved`)
    .getByRole("link", { name: /^See changes/ })
    .click();
  await expect(pageTitle(page, `History of ${NAME}`)).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("0");
  await expect(page.getByRole("insertion")).toHaveText("Two of us.");
});

test("any two saves are compared, by the address, and Back shows the last pair", async ({ page, site }) => {
  const { accessKey } = await openClient(page, site);
  const client = { clientId: "", clientName: "", accessKey };
  for (const text of ["One of us.", "Two of us.", "Three of us."]) await site.saveAs(client, said(text));
  await openFold(page, "Timeline");
  await page.getByRole("link", { name: "Compare two versions" }).click();
  await expect(pageTitle(page, `History of ${NAME}`)).toBeVisible();
  const [from, to] = [page.getByLabel("From", { exact: true }), page.getByLabel("To", { exact: true })];
  await expect(from).toHaveValue("2");
  await expect(to).toHaveValue("3");
  await expect(page.getByRole("deletion")).toHaveText("Two");
  await expect(page.getByRole("insertion")).toHaveText("Three");
  await expect(page.getByText("(removed: Two)(added: Three) of us.")).toBeVisible();
  await from.selectOption("1");
  await expect(page).toHaveURL(/\/history\?from=1&to=3$/);
  await expect(page.getByRole("deletion")).toHaveText("One");
  await to.selectOption("1");
  await expect(page.getByText("No changes between these versions.")).toBeVisible();
  await page.goBack();
  await expect(to).toHaveValue("3");
  await expect(page.getByRole("deletion")).toHaveText("One");
  await page.goBack();
  await expect(page.getByRole("deletion")).toHaveText("Two");
  await expectAccessible(page, "two versions compared");
  await page.goto(page.url().replace(/\?.*|$/, "?from=<img%20src=x>&to=999999"));
  await expect(from).toHaveValue("2");
  await expect(page.getByRole("status").filter({ hasText: "no longer store the version" })).toBeVisible();
  await page.goto("/console/clients/cl_nobody/history");
  await expect(page.getByRole("alert")).toHaveText(
    "This client doesn’t exist, or belongs to another account manager.",
  );
});

test("an edited answer is one text with marks, and a rewritten one is shown whole", async ({
  page,
  site,
}) => {
  const { accessKey } = await openClient(page, site);
  const client = { clientId: "", clientName: "", accessKey };
  const rtl = { id: "a2", content: "نعمل من الأحد إلى الخميس" };
  const both = (content: string, second = rtl) => ({
    "team-and-business-setup": { responses: [{ id: "a1", content }, second] },
  });
  await site.saveAs(client, both(`One ${"word ".repeat(3_900)}`));
  await site.saveAs(client, both("We are closed.", { ...rtl, content: "نعمل من السبت إلى الخميس" }));
  await page.goto(`${page.url()}/history?from=1&to=2`);
  const [whole, edited] = [page.getByRole("listitem").nth(0), page.getByRole("listitem").nth(1)];
  await expect(whole.getByRole("insertion")).toHaveText("We are closed.");
  await expect(whole.getByRole("deletion")).toContainText("One word word");
  await expect(edited.getByRole("deletion")).toHaveText("الأحد");
  const [removed, added] = [edited.getByRole("deletion"), edited.getByRole("insertion")];
  await expect(added).toHaveText("السبت");
  await expect(added.locator("xpath=..")).toHaveCSS("direction", "rtl");
  await expect(removed).toHaveCSS("text-decoration-line", "line-through");
  await expect(added).toHaveCSS("text-decoration-line", "underline");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the timeline and the comparison fit", async ({ page, site }) => {
    const { accessKey } = await openClient(page, site);
    await site.saveAs({ clientId: "", clientName: "", accessKey }, said("Two of us. ".repeat(40)));
    await openFold(page, "Timeline");
    await expect(entry(page, `${NAME} saved`)).toBeVisible();
    await expectNoOverflow(page, "a timeline on a phone");
    await expectAccessible(page, "a timeline on a phone", {
      // to the end, less the height of a button, which the top bar would partly cover
      show: () => page.evaluate(() => scrollTo(0, document.body.scrollHeight - innerHeight - 44)),
    });
    const changes = page.getByRole("link", { name: /^See changes/ });
    expect((await changes.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await changes.click();
    await expect(page.getByRole("insertion")).toBeVisible();
    await expectNoOverflow(page, "a comparison on a phone");
    await expectAccessible(page, "a comparison on a phone");
  });
});

test("earlier entries load on request, up to the first", async ({ page, site }) => {
  await openClient(page, site);
  const clientId = page.url().split("/").at(-1) ?? "";
  for (let place = 0; place < 60; place++)
    await site.storage.audit.record({ at: Date.now(), kind: "session.opened", actor: clientId, clientId });
  await openFold(page, "Timeline");
  await expect(entry(page, "signed in")).toHaveCount(50);
  const earlier = page.getByRole("button", { name: "Show earlier" });
  await earlier.click();
  await expect(entry(page, "signed in")).toHaveCount(60);
  await expect(entry(page, "Mia Lopes added the client")).toBeVisible();
  await expect(earlier).toHaveCount(0);
});

test("the timeline is in Spanish for a manager who reads the console in Spanish", async ({ page, site }) => {
  const { accessKey } = await openClient(page, site);
  const address = page.url();
  await site.saveAs({ clientId: "", clientName: "", accessKey }, said("Dos personas."));
  await page.getByRole("link", { name: "Mia Lopes" }).click();
  await page.getByRole("link", { name: "Español" }).click();
  await expect(page.getByRole("heading", { name: "Perfil" })).toBeVisible();
  // the device may not have stored the language yet
  await page.goto(`${address}?language=es`);
  await page.getByRole("complementary").locator("summary", { hasText: consoleEs["client.timeline"] }).click();
  await expect(entry(page, `${NAME} guardó`)).toBeVisible();
  await expectNoEnglish(page);
  await page.getByRole("link", { name: /^Ver cambios/ }).click();
  await expect(page.getByRole("insertion")).toHaveText("Dos personas.");
  await expectNoEnglish(page);
});
