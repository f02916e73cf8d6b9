import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/console-axe.ts";
import { addClientInConsole, enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import {
  answeredMark,
  test as base,
  card,
  expect,
  headerButton,
  nextSaveBody,
  signIn,
} from "../support/browser/journey.ts";
import { startSite } from "../support/service/site-process.ts";

/** An interview in which a form and one of two free answers can be skipped. */
const INTERVIEW = `format: 1
languages: [en, es]
sections:
  - id: all
    name: Everything
    minutes: 5
    description: What we ask.
    questions:
      - kind: business-profile
        id: size
        title: Your size
        prompt: How big are you?
        canSkip: true
        employees: { label: People, options: [{ value: "1", label: One }] }
        locations: { label: Places, options: [{ value: "1", label: One }] }
        revenue: { label: Revenue, options: [{ value: low, label: Low }] }
      - kind: tool-picker
        id: tools
        remarksEntry: remarks
        title: Your tools
        prompt: What do you use?
        remarksPrompt: Anything to add?
        sample: We use two.
        tools: [{ value: square, label: Square }]
      - { kind: website, id: site, title: Your site, prompt: Where is it?, sample: "https://www.example.com" }
      - { kind: free-answer, id: open, title: Open, prompt: What else?, sample: A thing. }
      - { kind: free-answer, id: fixed, title: Fixed, prompt: Who decides?, sample: Rosa., canSkip: false }
`;

const test = base.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "firsthand-ways-"));
      const file = join(folder, "interview.yaml");
      writeFileSync(file, INTERVIEW);
      const site = await startSite({ FIRSTHAND_INTERVIEW: file });
      await use(site);
      await site.close();
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
});

const skip = (page: Page, id: string) =>
  card(page, id).getByRole("button", { name: "Doesn’t apply to us", exact: true });
const ways = (page: Page, id: string) => card(page, id).getByText("More ways to answer", { exact: true });

test("canSkip decides where a client may say that a question doesn't apply", async ({ page, client }) => {
  await signIn(page, client);
  await expect(skip(page, "size")).toHaveAttribute("aria-pressed", "false");
  await expect(skip(page, "tools")).toHaveCount(0);
  await expect(skip(page, "site")).toHaveCount(0);
  await ways(page, "open").click();
  await expect(card(page, "open").getByRole("button", { name: "I don’t know" })).toBeVisible();
  await ways(page, "fixed").click();
  await expect(card(page, "fixed").getByRole("button", { name: "Record instead" })).toBeVisible();
  await expect(card(page, "fixed").getByRole("button", { name: "I don’t know" })).toHaveCount(0);
});

test("a form that doesn't apply counts as answered; answering removes the mark, and a second press restores answers", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await page.getByLabel("People").selectOption("One");
  await skip(page, "size").click();
  await expect(page.getByLabel("People")).toHaveValue("");
  await expect(answeredMark(page, "size")).toBeVisible();
  await expectAccessible(page, "a form that doesn't apply");
  await skip(page, "size").click();
  await expect(page.getByLabel("People")).toHaveValue("1");
  await skip(page, "size").click();
  const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
  expect(body).toMatchObject({
    data: { size: { employees: "", locations: "", revenue: "", notApplicable: true } },
  });
  await page.getByLabel("Places").selectOption("One");
  await expect(skip(page, "size")).toHaveAttribute("aria-pressed", "false");
  const lifted = await nextSaveBody(page, () => headerButton(page, "Save").click());
  expect(JSON.stringify(lifted)).not.toContain("notApplicable");
});

test("the console says in both languages which questions do not apply to a client", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  const { accessKey } = await addClientInConsole(page, "Rosa's Bakery");
  await page.getByRole("button", { name: "Close" }).click();
  await site.saveAs(
    { clientId: "", clientName: "", accessKey },
    {
      size: { notApplicable: true },
      tools: { selectedTools: ["other"], customTools: "None" },
      site: { url: "none", satisfaction: 7 },
      open: { responses: [{ content: "I don’t know", source: "typed", reason: "unknown" }] },
    },
  );
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();
  const shown = (id: string) => page.locator(`[data-question="${id}"]`);
  await expect(shown("size")).toContainText("Doesn’t apply");
  await expect(shown("tools")).toContainText("None of these");
  await expect(shown("site")).toContainText("No website yet");
  await expect(shown("site")).not.toContainText("7 of 10");
  await expect(shown("site").getByRole("link", { name: /none/i })).toHaveCount(0);
  await expect(shown("open")).toContainText("Doesn’t know");
  await expectAccessible(page, "console");
  await page.getByRole("link", { name: "Mia Lopes", exact: true }).click();
  await page.getByRole("link", { name: "Español", exact: true }).click();
  await page.getByRole("link", { name: /^Todos los clientes/ }).click();
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(shown("size")).toContainText("No aplica");
  await expect(shown("tools")).toContainText("Ninguna de estas");
  await expect(shown("site")).toContainText("Todavía sin sitio web");
  await expect(shown("open")).toContainText("No lo sabe");
});
