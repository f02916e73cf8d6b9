import type { Page } from "@playwright/test";
import { type MailServer, mailServer } from "../peers/mail-server.ts";
import { WITHOUT_RECORDING } from "../service/program.ts";
import { startSite } from "../service/site-process.ts";
import { dialog, enterConsole } from "./console-journey.ts";
import { test as base, expect, type Site } from "./journey.ts";

type Mailed = { site: Site; server: MailServer; page: Page };
type Fixtures = {
  /** The site's further settings, besides the mail server. */
  settings: { [name: string]: string };
  mailed: Mailed;
};

/** A manager in the console of an installation with a mail server. */
export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  mailed: async ({ openContext, settings }, use) => {
    const server = await mailServer();
    const site = await startSite({
      FIRSTHAND_SMTP_URL: `smtp://localhost:${server.port}`,
      FIRSTHAND_MAIL_FROM: "Brightside <hello@brightside.example>",
      ...WITHOUT_RECORDING,
      ...settings,
    });
    const page = await (await openContext({ baseURL: site.url })).newPage();
    await enterConsole(page, site);
    await use({ site, server, page });
    await site.close();
    await server.close();
    expect(server.problems).toEqual([]);
  },
});

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** Adds a client and opens the dialog with the invitation. */
export async function openInvitation(page: Page): Promise<void> {
  await press(page, "Add client");
  await dialog(page).getByLabel("Name", { exact: true }).fill("Rosa's Bakery");
  await dialog(page).getByLabel("Contact person").fill("Rosa Marin");
  await dialog(page).getByLabel("Email address").fill("rosa@example.com");
  // Enter picks the first action offered, once the page knows that mail is sent
  await expect(dialog(page).getByRole("button", { name: "Add and invite" })).toBeVisible();
  await dialog(page).getByLabel("Email address").press("Enter");
  await expect(page.getByRole("heading", { name: "Invite Rosa's Bakery" })).toBeVisible();
}
