import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Page, test as playwright } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import {
  accessButton,
  answer,
  answers,
  box,
  card,
  enterKey,
  expect,
  fillOnDevice,
  header,
  keyField,
  type Site,
  save,
  signIn,
  type TestClient,
  toast,
} from "../support/browser/journey.ts";
import { testWithSite } from "../support/browser/own-site.ts";
import { recordButton, recordedFor, test as recording, stopButton } from "../support/browser/recording.ts";

/**
 * A new version is published while a client answers the previous one: nothing is lost, and nothing moves under their
 * hands.
 */

const test = testWithSite({}, recording);
const FILE = join(import.meta.dirname, "../support/data/conditional.yaml");
const RENEWED = "Your questions were updated";

type Interview = { interviewId: string; client: TestClient; publish: () => Promise<void> };

/** An interview, a client who has it, and its next version, without the question *Wishes* and with *Dreams*. */
async function interviewWithClient(site: Site, name: string): Promise<Interview> {
  const file = playwright.info().outputPath("interview.yaml");
  const text = readFileSync(FILE, "utf8");
  writeFileSync(file, text);
  const imported = await site.firsthand("interview", "import", file, "--name", name, "--publish", "--json");
  const { interviewId } = JSON.parse(imported) as { interviewId: string };
  const added = await site.firsthand("client", "add", name, "--interview", interviewId, "--json");
  return {
    interviewId,
    client: JSON.parse(added) as TestClient,
    async publish() {
      const changed = text.replace("id: wishes", "id: dreams").replace("en: Wishes", "en: Dreams");
      writeFileSync(file, changed);
      await site.firsthand("interview", "import", file, "--into", interviewId, "--publish");
    },
  };
}

const stored = async (site: Site, { clientId }: TestClient) =>
  JSON.stringify((await site.storage.records.load(clientId))?.record);

/** Marks the window; a reload would remove the mark. */
const markWindow = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);

async function expectRenewed(page: Page): Promise<void> {
  await expect(toast(page, RENEWED)).toBeVisible();
  await expect(card(page, "dreams")).toBeVisible();
  await expect(card(page, "wishes")).toHaveCount(0);
}

test("text being typed is finished and saved first, and then the page continues with the new questions", async ({
  page,
  site,
}) => {
  const { client, publish } = await interviewWithClient(site, "Words");
  await signIn(page, client);
  await answer(page, "owner", "Ben.");
  await save(page);
  await markWindow(page);
  await box(page, "wishes").fill("A bigger sign over the");
  await publish();
  await box(page, "wishes").pressSequentially(" door");
  // the save's answer announces the new version, but the question that the client types in stays
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await box(page, "wishes").press("Enter");
  // the client is about to type more
  await box(page, "wishes").focus();
  await saved;
  await box(page, "wishes").pressSequentially("And a lamp");
  await box(page, "wishes").press("Enter");
  await expect(answers(page, "wishes")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Square" }).check();
  await expectRenewed(page);
  expect(await isMarked(page)).toBe(true);
  await expect(answers(page, "owner")).toContainText("Ben.");
  await expect(page.getByRole("checkbox", { name: "Square" })).toBeChecked();
  // a condition works in the new version as before
  await expect(card(page, "till")).toBeVisible();
  await expectAccessible(page, "questions that were updated");
  await answer(page, "dreams", "A second shop.");
  await save(page);
  const record = await stored(site, client);
  for (const words of ["Ben.", "A bigger sign over the door", "And a lamp", "A second shop."])
    expect(record).toContain(words);
});

test("words left in the box of a removed question are there after a reload, and are saved", async ({
  page,
  site,
}) => {
  const { client, publish } = await interviewWithClient(site, "Reload");
  await signIn(page, client);
  await answer(page, "owner", "Ben.");
  await save(page);
  await box(page, "wishes").fill("A nap on Sundays");
  await expect(box(page, "wishes")).toHaveValue("A nap on Sundays");
  await publish();
  await page.reload();
  await enterKey(page, client.accessKey);
  await expect(box(page, "wishes")).toHaveValue("A nap on Sundays");
  await box(page, "wishes").press("Enter");
  await save(page);
  await expectRenewed(page);
  expect(await stored(site, client)).toContain("A nap on Sundays");
  await page.reload();
  await enterKey(page, client.accessKey);
  await expect(card(page, "dreams")).toBeVisible();
});

test("two tabs each finish their own unfinished text", async ({ page, site, context }) => {
  const { client, publish } = await interviewWithClient(site, "Two tabs");
  await signIn(page, client);
  const other = await context.newPage();
  await signIn(other, client);
  await box(page, "wishes").fill("From the first tab");
  await publish();
  await answer(other, "owner", "From the second tab");
  await save(other);
  await expectRenewed(other);
  await expect(box(page, "wishes")).toHaveValue("From the first tab");
  await box(page, "wishes").press("Enter");
  await save(page);
  await expectRenewed(page);
  await expect(answers(page, "owner")).toContainText("From the second tab");
  const record = await stored(site, client);
  for (const words of ["From the first tab", "From the second tab"]) expect(record).toContain(words);
});

test("a recording continues to its end, and its answer is there afterwards", async ({ page, site }) => {
  const { client, publish } = await interviewWithClient(site, "Recording");
  await signIn(page, client);
  await recordButton(page, "owner").click();
  await recordedFor(page, "owner", 1);
  await publish();
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await page.getByRole("checkbox", { name: "Square" }).check();
  await saved;
  await expect(card(page, "wishes")).toBeVisible();
  await stopButton(page, "owner").click();
  await expectRenewed(page);
  await expect(answers(page, "owner")).toHaveCount(1);
});

test.describe("without a connection", () => {
  test.use({ serviceWorkers: "allow" });

  test("the device opens the client's previous questions, and the new ones follow when everything is saved", async ({
    page,
    site,
    context,
  }) => {
    const { client, publish } = await interviewWithClient(site, "Offline");
    await page.goto("/");
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
    await enterKey(page, client.accessKey);
    await answer(page, "owner", "Ben.");
    await save(page);
    await publish();
    await context.setOffline(true);
    await fillOnDevice(page, box(page, "wishes"), "Words without a network");
    await page.reload();
    await keyField(page).fill(client.accessKey);
    await accessButton(page).click();
    await expect(header(page)).toContainText(client.clientName);
    await expect(answers(page, "owner")).toContainText("Ben.");
    await expect(box(page, "wishes")).toHaveValue("Words without a network");
    await box(page, "wishes").press("Enter");
    await context.setOffline(false);
    await save(page);
    await expectRenewed(page);
    expect(await stored(site, client)).toContain("Words without a network");
  });
});
