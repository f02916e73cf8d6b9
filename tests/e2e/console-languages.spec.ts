import type { Page } from "@playwright/test";
import consoleEn from "#contract/messages/console/en.json" with { type: "json" };
import consoleEs from "#contract/messages/console/es.json" with { type: "json" };
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { enterConsole, invite, openLink, PASSWORD, pageTitle } from "../support/browser/console-journey.ts";
import { expect, test } from "../support/browser/journey.ts";
import { atSizes } from "../support/browser/look.ts";
import { expectUnsaid, wholeTexts } from "../support/browser/no-english.ts";
import { fullRecord } from "../support/data/full-record.ts";

const englishTexts = wholeTexts(consoleEn, consoleEs);
const expectNoEnglish = (page: Page) => expectUnsaid(page, englishTexts);
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("the console is in Spanish on every page, and stays so after a reload", async ({
  page,
  client,
  site,
}) => {
  await site.saveAs(client, fullRecord());
  await openLink(page, (await invite(site, "administrator")).token);
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await link(page, "Mia Lopes").click();
  await link(page, "Español").click();
  await expect(page.getByRole("heading", { name: "Perfil" })).toBeVisible();
  await page.getByRole("link", { name: /^Todos los clientes/ }).click();
  await expect(pageTitle(page, "Todos los clientes")).toBeVisible();
  await expect(page).toHaveTitle(/^Todos los clientes · Consola · /);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expectNoEnglish(page);
  await expectAccessible(page, "clients in Spanish");
  const sizes = [1440, 1024].map((width) => ({ width, height: 900 }));
  await atSizes(page, sizes, (size) => expect.poll(() => cutHeadings(page), size).toEqual([]));

  for (const name of ["Panorama", "Correo", "Equipo", "Webhooks", "Auditoría"]) {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveTitle(new RegExp(`^${name} · Consola · `));
    await expectNoEnglish(page);
    await expectAccessible(page, name, { looks: [{ width: 390, colorScheme: "light" }] });
    await expectNoOverflow(page, name);
  }
  await page.goto("/console/mail/words");
  await expect(pageTitle(page, consoleEs["templates.title"])).toBeVisible();
  await expectNoEnglish(page);
  await page.goto("/console/account/security");
  await expect(page.getByRole("heading", { name: "Contraseña" })).toBeVisible();
  for (const tab of ["", "/security", "/sessions", "/tokens"]) {
    await page.goto(`/console/account${tab}`);
    await expect(page.getByRole("navigation", { name: "Su cuenta" })).toBeVisible();
    await expectNoEnglish(page);
  }

  await page.goto(`/console/clients/${client.clientId}`);
  await expect(page.getByRole("heading", { name: "Su negocio en resumen" })).toBeVisible();
  await expectNoEnglish(page);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: consoleEs["brief.label"], exact: true }).click();
  await page.getByRole("menuitem", { name: consoleEs["brief.open"] }).click();
  const brief = await opened;
  await expect(brief.locator("html")).toHaveAttribute("lang", "es");
  await expect(brief.getByText("Resumen del cliente")).toBeVisible();
  await expect(brief.getByRole("heading", { name: "El negocio" })).toBeVisible();
});

/** The column headings of the client list that are wider than their columns. */
const cutHeadings = (page: Page) =>
  page
    .getByRole("columnheader")
    .evaluateAll((heads) =>
      heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent),
    );

test("the manager sees that a client has signed in in another language", async ({
  page,
  client,
  site,
  openContext,
}) => {
  await enterConsole(page, site, "administrator");
  await page.goto(`/console/clients/${client.clientId}`);
  await expect(pageTitle(page, client.clientName)).toBeVisible();
  await expect(page.getByText("Language", { exact: true })).toHaveCount(0);
  const spanish = await (await openContext({ baseURL: site.url, locale: "es-ES" })).newPage();
  await spanish.goto("/");
  await spanish.getByLabel("Clave de acceso").fill(client.accessKey);
  await spanish.getByRole("button", { name: "Entrar a la entrevista" }).click();
  await expect(spanish.getByRole("heading", { name: "Su negocio en resumen" })).toBeVisible();
  await expect(page.getByText("Language", { exact: true })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Español" })).toBeVisible();
});

test.describe("in a Spanish browser", () => {
  test.use({ locale: "es-ES" });

  test("the sign-in is in Spanish, with the server's own message, and English is one press away", async ({
    page,
    site,
  }) => {
    const { email, token } = await invite(site);
    await page.goto(`/console/#link=${token}`);
    await page.getByLabel("Contraseña nueva").fill(PASSWORD);
    await expectNoEnglish(page);
    await page.getByRole("button", { name: "Crear contraseña e iniciar sesión" }).click();
    await expect(pageTitle(page, "Todos los clientes")).toBeVisible();
    await page.getByRole("button", { name: consoleEs["shell.signOut"] }).click();
    await page.getByLabel("Correo electrónico", { exact: true }).fill(email);
    await page.getByLabel("Contraseña", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: consoleEs["signIn.submit"] }).click();
    await expect(page.getByRole("alert")).toHaveText(consoleEs["error.SIGN_IN_REFUSED"]);
    await expectNoEnglish(page);
    await link(page, "English").click();
    await expect(page.getByLabel("Email address")).toHaveValue(email);
  });
});
