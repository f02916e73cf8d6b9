import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsIn } from "#contract/interview/interview.ts";
import { shownText } from "#contract/manage/answers/shown-text.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { enterConsole, pageTitle, pressInMenu } from "../support/browser/console-journey.ts";
import {
  test as base,
  expect,
  header,
  headerButton,
  openSection,
  signIn,
  unsavedMark,
} from "../support/browser/journey.ts";
import { atSizes } from "../support/browser/look.ts";
import { dense, textOfPdf } from "../support/browser/pdf.ts";
import { notShown, watchExecution } from "../support/browser/watch-execution.ts";
import { fillSite, type HostileSite } from "../support/security/hostile-site.ts";
import { countTried } from "../support/security/security-counts.ts";
import { RAN, xssVectors } from "../support/security/xss-vectors.ts";
import { WITH_PDF } from "../support/service/program.ts";
import { type Site, startSite } from "../support/service/site-process.ts";

const ADMIN = "Ada <b>Ames</b> {{me}}";

type Filled = HostileSite & { admin: Page; execution: ReturnType<typeof watchExecution> };

/** A site per test, because earlier tests would fill the managers' lists, and each action is possible only once. */
const test = base.extend<{ hostileSite: Site; filled: Filled }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  hostileSite: async ({}, use) => {
    const site = await startSite({ FIRSTHAND_RATE_SESSION: "0", ...WITH_PDF });
    await use(site);
    await site.close();
  },
  baseURL: async ({ hostileSite }, use) => use(hostileSite.url),
  filled: async ({ hostileSite, openContext }, use) => {
    const context = await openContext();
    const admin = await context.newPage();
    const execution = watchExecution(context);
    await enterConsole(admin, hostileSite, "administrator", ADMIN);
    const filled = await fillSite(hostileSite, admin);
    await use({ ...filled, admin, execution });
    await execution.expectNone(admin);
  },
});

const textsIn = (record: RecordInput) =>
  Object.values(record).flatMap((entry) =>
    "responses" in entry ? entry.responses.map(({ content }) => content) : [],
  );

async function expectShown(page: Page, what: string, texts: readonly string[]): Promise<void> {
  await expect.poll(() => notShown(page, texts)).toEqual([]);
  countTried(`hostile strings shown ${what}`, texts.length);
}

/** Expands everything that is shown only in part. */
async function showAll(page: Page): Promise<void> {
  // earlier answers first, because they may be long as well
  for (const name of [/^Show \d+ earlier answers?$/, /^Show more$/])
    await page.getByRole("button", { name }).evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
}

test("in the client's app and its files, every answer is exact, and nothing runs", async ({
  page,
  hostileSite,
  filled: { client, record, asked },
  openContext,
}, testInfo) => {
  const execution = watchExecution(page.context());
  const before = await hostileSite.storage.records.load(client.clientId);
  await signIn(page, client);
  await expect(header(page)).toContainText(client.clientName);
  for (const section of builtInInterview.sections) {
    const { id } = section;
    const questions = questionsIn(section);
    await openSection(page, id);
    await showAll(page);
    const entries = questions.flatMap((question) => [
      question.entry,
      ...(question.kind === "tool-picker" ? [question.remarksEntry] : []),
    ]);
    const answered = Object.fromEntries(Object.entries(record).filter(([name]) => entries.includes(name)));
    const comments = asked.filter((ask) => questions.some((question) => question.id === ask.id));
    await expectShown(page, "in the client's app", [
      ...textsIn(answered),
      ...comments.map(({ text }) => text),
    ]);
    await execution.expectNone(page);
  }
  await headerButton(page, "Review").click();
  await expect(page.getByRole("heading", { name: "Review your answers" })).toBeVisible();
  await showAll(page);
  await expectShown(page, "in the review", textsIn(record));
  await execution.expectNone(page);

  const download = async (name: string) => {
    const begun = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    const path = testInfo.outputPath((await begun).suggestedFilename());
    await (await begun).saveAs(path);
    return path;
  };
  const data = JSON.parse(readFileSync(await download("Download data (JSON)"), "utf8"));
  expect(data.record).toMatchObject(record);
  countTried("hostile strings in a client's own files", textsIn(record).length);
  const copies = await openContext();
  const copyExecution = watchExecution(copies);
  const copy = await copies.newPage();
  await copy.goto(`file://${await download("Download to read or print")}`);
  await expectShown(copy, "in a client's own files", textsIn(record).map(written));
  await copyExecution.expectNone(copy);

  // looking at the answers has changed nothing
  await expect(unsavedMark(page)).toBeEmpty();
  await headerButton(page, "Save").click();
  await expect(page.getByText("Progress Saved", { exact: true })).toBeVisible();
  expect((await hostileSite.storage.records.load(client.clientId))?.record).toMatchObject(
    before?.record ?? {},
  );
});

test("on a client's page and in the history, every text is exact, and nothing runs", async ({
  filled: { admin, execution, client, record, asked, notes },
}) => {
  await openPage(admin, `/clients/${client.clientId}`, client.clientName);
  const said = [...asked.map(({ text }) => text), ...notes];
  await expectShown(admin, "in the console", [...textsIn(record), ...said]);
  await pressInMenu(admin, "More", "History");
  await expect(pageTitle(admin, `History of ${client.clientName}`)).toBeVisible();
  await expectShown(admin, "in the history", textsIn(record));
  await execution.expectNone(admin);
});

test("in the brief and its PDF, every text is exact, and nothing runs", async ({
  filled: { admin, execution, client, record },
}) => {
  const brief = `/v1/manage/clients/${client.clientId}/brief`;
  await admin.goto(brief);
  await expectShown(
    admin,
    "in the brief",
    textsIn(record).map((text) => written(shownText(text))),
  );
  await execution.expectNone(admin);
  const pdf = textOfPdf(await (await admin.request.get(`${brief}?format=pdf`)).body());
  const plain = textsIn(record).filter((text) => /^[\x20-\x7e]*$/.test(text));
  expect(plain.filter((text) => !pdf.includes(dense(text)))).toEqual([]);
  countTried("hostile strings shown in the PDF", plain.length);
});

test("on the console's other pages, every text is exact, and nothing runs", async ({
  filled: { admin, execution, client, others, managers, tokens, addresses, words },
}) => {
  // the list renders only visible rows, so the window is made tall enough for all
  await atSizes(admin, [{ width: 1280, height: 200 + 40 * (others.length + 1) }], async () => {
    await openPage(admin, "/", "All clients");
    await expectShown(admin, "in the console", [client.clientName, ...others]);
  });
  await openPage(admin, "/managers", "Team");
  await expectShown(admin, "in the console", managers);
  await openPage(admin, "/account/tokens", ADMIN);
  await expectShown(admin, "in the console", tokens);
  await openPage(admin, "/webhooks", "Webhooks");
  await expectShown(admin, "in the console", addresses);
  await openPage(admin, "/mail", "Mail");
  await expectShown(admin, "in the console", [client.clientName]);
  await openPage(admin, "/mail/words", "Email templates");
  await expect(admin.locator("summary")).toHaveCount(words.length);
  for (const summary of await admin.locator("summary").all()) await summary.click();
  await expectShown(
    admin,
    "in the console",
    words.flatMap(({ subject, text }) => [subject, text]),
  );
  await openPage(admin, "/audit", "Audit log");
  await expectShown(admin, "in the console", [client.clientName]);
  await openPage(admin, "/overview", "Overview");
  await execution.expectNone(admin);
});

async function openPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`/console${path}`);
  await expect(pageTitle(page, title)).toBeVisible();
}

/** HTML has one kind of line break and no NUL, and a UTF-8 file has no lone surrogates. */
function written(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd").toWellFormed();
}

test.describe("control:", () => {
  test("a script that runs is detected, and so is an altered text", async ({ browser }) => {
    const context = await browser.newContext();
    const execution = watchExecution(context);
    const page = await context.newPage();
    await page.setContent(`<p>one &amp; two</p>${xssVectors[4]}`);
    await expect.poll(() => page.evaluate((ran) => ran in window, RAN)).toBe(true);
    await expect(execution.expectNone(page)).rejects.toThrow();
    expect(await notShown(page, ["one & two", "one &amp; two"])).toEqual(["one &amp; two"]);
    await context.close();
  });
});
