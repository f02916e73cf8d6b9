import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import clientEn from "#contract/messages/client/en.json" with { type: "json" };
import clientEs from "#contract/messages/client/es.json" with { type: "json" };
import { builtInInterviews } from "../../server/interview-file/built-in-interviews.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  answers,
  box,
  card,
  expect,
  keyField,
  openMenu,
  openSection,
  save,
  section,
  signIn,
  type TestClient,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";
import { textEdges } from "../support/browser/look.ts";
import { expectUnsaid, wholeTexts } from "../support/browser/no-english.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";

const MEXICAN = { locale: "es-MX" };
const TEAM = "team-description";
const { en: english, es: spanish } = builtInInterviews;

const spanishKey = (page: Page) => page.getByRole("textbox", { name: "Clave de acceso" });
const spanishButton = (page: Page, name: string) =>
  page.getByRole("banner").getByRole("button", { name, exact: true });
const spanishBox = (page: Page, question: string) =>
  card(page, question).getByRole("textbox", { name: "Su respuesta" });
const link = (page: Page, name: "English" | "Español") => page.getByRole("link", { name, exact: true });
const title = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

async function enterInSpanish(page: Page, { accessKey }: TestClient): Promise<void> {
  await spanishKey(page).fill(accessKey);
  await page.getByRole("button", { name: "Entrar a la entrevista" }).click();
  await expect(title(page)).toHaveText(spanish.sections[0]?.name ?? "");
}

const questionTexts = (interview: typeof english) =>
  Object.fromEntries(
    interview.sections.flatMap(({ id, name, description, questions }) => [
      [`${id}.name`, name],
      [`${id}.description`, description],
      ...questions.flatMap((asked) => [
        [`${asked.id}.title`, asked.title],
        [`${asked.id}.prompt`, asked.prompt],
      ]),
    ]),
  );
const englishTexts = wholeTexts(
  { ...clientEn, ...questionTexts(english) },
  { ...clientEs, ...questionTexts(spanish) },
);
const expectNoEnglish = (page: Page) => expectUnsaid(page, englishTexts);

/** Expects that a phone shows the last line of each sample answer; only the space below it may be cut off. */
async function expectWholeSamples(page: Page, state: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const empty of await page.locator("[data-box]:placeholder-shown").all()) {
    const hidden = await empty.evaluate(
      (field) =>
        field.scrollHeight - Number.parseFloat(getComputedStyle(field).paddingBottom) - field.clientHeight,
    );
    expect.soft(hidden, `a sample of ${state}`).toBeLessThanOrEqual(0);
  }
}

test.describe("in a Spanish browser", () => {
  test.use(MEXICAN);

  test.describe("before any script has run", () => {
    test.use({ javaScriptEnabled: false });

    test("the page is in Spanish, and a link leads to the English one", async ({ page }) => {
      await page.goto("/");
      await expect(page).toHaveTitle(/^Entrevista de bienvenida · /);
      await expect(page.locator("html")).toHaveAttribute("lang", "es");
      await expect(spanishKey(page)).toBeVisible();
      await link(page, "English").click();
      await expect(page).toHaveURL(/\/\?language=en$/);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(keyField(page)).toBeVisible();
    });
  });

  test("the whole journey is in Spanish, including spoken answers", async ({ page, client }) => {
    await fakeRecognizer(page, { languages: ["es-MX"] });
    await page.goto("/");
    await expectAccessible(page, "access in Spanish");
    await expectNoEnglish(page);
    await enterInSpanish(page, client);
    await expectNoEnglish(page);

    await page.getByLabel("Número de empleados").selectOption("Solo yo (1)");
    await card(page, TEAM).getByRole("button", { name: "Dictar" }).click();
    await engine.settle(page, "somos dos");
    await card(page, TEAM).getByRole("button", { name: "Detener dictado" }).click();
    await expect(card(page, TEAM).getByRole("listitem")).toContainText("Somos dos.");
    expect(await engine.languages(page)).toEqual(["es-MX"]);
    await spanishBox(page, TEAM).fill("María atiende el mostrador.");
    await spanishBox(page, TEAM).press("Enter");
    await expect(card(page, TEAM).getByRole("list", { name: "2 respuestas" })).toBeVisible();

    await spanishButton(page, "Guardar").click();
    await expect(page.getByText("Progreso guardado")).toBeVisible();
    await expect(page.getByRole("banner")).toContainText(/Guardado: \d{1,2}:\d\d/);
    await expectNoEnglish(page);
    for (const { id, name } of spanish.sections) {
      await section(page, id).click();
      await expect(title(page)).toHaveText(name);
      await expectNoEnglish(page);
    }
    await spanishButton(page, "Revisar").click();
    await expect(page.getByRole("heading", { name: "Revise sus respuestas" })).toBeVisible();
    await expectNoEnglish(page);
    await spanishButton(page, "Enviar").click();
    await expect(
      page.getByRole("dialog", { name: /^Todavía le faltan? \d+ preguntas? por responder$/ }),
    ).toBeVisible();
    await expectNoEnglish(page);
    await page.getByRole("button", { name: "Enviar de todos modos" }).click();
    await expect(page.getByText("¡Entrevista enviada!")).toBeVisible();
  });

  test("nothing is clipped, and nothing is in English, when everything is answered", async ({
    page,
    client,
    site,
  }) => {
    await site.saveAs(client, fullRecord());
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/");
    await spanishKey(page).fill(client.accessKey);
    await spanishKey(page).press("Enter");
    for (const { id } of spanish.sections) {
      await section(page, id).click();
      await expect(section(page, id)).toHaveAttribute("aria-current", "step");
      await expectNoEnglish(page);
      await expectWholeSamples(page, id);
      await expectNoOverflow(page, id);
    }
    await expectAccessible(page, "a section in Spanish");
    await section(page, "service-delivery-ops").click();
    const wayOn = page.getByRole("button", { name: "Siguiente: Dinero y administración" });
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 });
      const arrow = await wayOn.locator("svg").boundingBox();
      const { right } = await textEdges(wayOn);
      expect(
        (arrow?.x ?? Number.NaN) - right,
        `the arrow is beside its word at ${width} px`,
      ).toBeLessThanOrEqual(16);
      const entry = (await openMenu(page)).locator("label", { hasText: "Enter empieza otra línea" });
      const tick = await entry.getByRole("checkbox").boundingBox();
      const { left, bottom } = await textEdges(entry);
      expect(left, "the box is beside its line").toBeGreaterThan(
        (tick?.x ?? Number.NaN) + (tick?.width ?? 0),
      );
      expect(bottom).toBeGreaterThan(tick?.y ?? Number.NaN);
      await page.keyboard.press("Escape");
    }
    const bar = await spanishButton(page, "Guardar").boundingBox();
    expect(bar?.x).toBeGreaterThanOrEqual(0);
  });

  test("the server's own sentence about a wrong key is in Spanish", async ({ page }) => {
    await page.goto("/");
    await spanishKey(page).fill("fh_wrong");
    await page.getByRole("button", { name: "Entrar a la entrevista" }).click();
    await expect(page.getByRole("alert")).toHaveText("La clave de acceso no es válida. Inténtelo de nuevo.");
  });

  test("and so is the privacy page", async ({ page, client }) => {
    await page.goto("/");
    await enterInSpanish(page, client);
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Cómo protegemos sus respuestas", exact: true }).click();
    await expect((await opened).getByRole("heading", { level: 1 })).toHaveText(
      "Cómo protegemos sus respuestas",
    );
  });
});

test("an English browser loads no other catalog, and its page names the other language in that language", async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(new URL(request.url()).pathname));
  await page.goto("/", { waitUntil: "networkidle" });
  expect(addresses.filter((address) => address.includes("/assets/es"))).toEqual([]);
  await expect(link(page, "Español")).toHaveAttribute("lang", "es");
  await expect(link(page, "English")).toBeHidden();
});

test("another language on the access screen: the key stays, and the choice survives a reload", async ({
  page,
  client,
}) => {
  await page.goto("/");
  await keyField(page).fill(client.accessKey);
  await link(page, "Español").press("Enter");
  await expect(spanishKey(page)).toHaveValue(client.accessKey);
  await expect(link(page, "English")).toBeFocused();
  await expect(page).toHaveTitle(/^Entrevista de bienvenida/);
  await page.reload();
  await expect(spanishKey(page)).toBeVisible();
  await enterInSpanish(page, client);
});

test("another language in the middle of an answer: no entry is lost or left in English", async ({
  page,
  client,
  site,
}) => {
  await fakeRecognizer(page, { languages: ["es-US", "en-US"] });
  await site.saveAs(client, { "team-and-business-setup": { responses: [{ content: "Four of us." }] } });
  await signIn(page, client);
  await openSection(page, "business-snapshot");
  await page.getByLabel("Number of Employees").selectOption("2-5");
  await box(page, TEAM).fill("Maria looks after");
  await (await openMenu(page)).getByRole("link", { name: "Español" }).click();

  await expect(title(page)).toHaveText("Su negocio en resumen");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expectNoEnglish(page);
  await expect(page.getByLabel("Número de empleados")).toHaveValue("2-5");
  await expect(card(page, TEAM).getByText("Four of us.")).toBeVisible();
  await expect(card(page, TEAM).getByRole("button", { name: "Editar respuesta" }).first()).toBeVisible();
  // leaving the box has turned the text into an answer
  await expect(card(page, TEAM).getByText("Maria looks after")).toBeVisible();

  await card(page, TEAM).getByRole("button", { name: "Dictar" }).click();
  await expect.poll(() => engine.languages(page)).toEqual(["es-US"]);
  await card(page, TEAM).getByRole("button", { name: "Detener dictado" }).click();
  await (await openMenu(page)).getByRole("link", { name: "English" }).click();
  await expect(box(page, TEAM)).toBeVisible();
  await card(page, TEAM).getByRole("button", { name: "Dictate" }).click();
  await expect.poll(() => engine.languages(page)).toEqual(["es-US", "en-US"]);
  await card(page, TEAM).getByRole("button", { name: "Stop dictation" }).click();
  await save(page);
  await expect(unsavedMark(page)).toBeEmpty();
});

test("a catalog that cannot be loaded changes nothing, and a notice says so", async ({ page, client }) => {
  await page.route("**/assets/es*.js", (route) => route.abort());
  await signIn(page, client);
  await box(page, TEAM).fill("Two of us");
  await (await openMenu(page)).getByRole("link", { name: "Español" }).click();
  await expect(page.getByText("We couldn’t switch languages")).toBeVisible();
  await expect(answers(page, TEAM)).toHaveText([/^Two of us/]);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test.describe("stored on the device", () => {
  test.use({ serviceWorkers: "allow" });

  test("the page comes back in the chosen language, also without a connection", async ({ page, context }) => {
    await page.goto("/");
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
    await link(page, "Español").click();
    await expect(spanishKey(page)).toBeVisible();
    const another = await context.newPage();
    await another.goto("/");
    await expect(spanishKey(another)).toBeVisible();
    await context.setOffline(true);
    await another.goto("/");
    await expect(spanishKey(another)).toBeVisible();
    await expect(another.locator("html")).toHaveAttribute("lang", "es");
    await another.goto("/?language=en");
    await expect(keyField(another)).toBeVisible();
  });

  test("the device stores a page whose catalog arrives after everything else, too", async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/es.json.*", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/?language=es", { waitUntil: "commit" });
    // in a browser whose load event waits for the texts, they cannot come after it
    await page.waitForEvent("load", { timeout: 3_000 }).catch(() => undefined);
    release();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
  });
});

test("a provider with one language offers no other", async ({ page, site, client }) => {
  const file = join(mkdtempSync(join(tmpdir(), "firsthand-languages-")), "interview.yaml");
  writeFileSync(file, "format: 1\nlanguages: [es]\n");
  await site.restart({ FIRSTHAND_INTERVIEW: file });
  await page.goto("/?language=en");
  await enterInSpanish(page, client);
  await expect(link(page, "English")).toBeHidden();
  await expect(link(page, "Español")).toBeHidden();
  await site.restart();
});
