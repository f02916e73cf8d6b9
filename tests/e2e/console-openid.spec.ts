import type { Page } from "@playwright/test";
import { openIdRefusals } from "#contract/manage/openid.ts";
import words from "#contract/messages/console/en.json" with { type: "json" };
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  dialog,
  enterByLink,
  invite,
  line,
  pageTitle,
  signInToConsole,
} from "../support/browser/console-journey.ts";
import { test as base, expect } from "../support/browser/journey.ts";
import { CLIENT, type OidcServer, oidcServer } from "../support/peers/oidc-server.ts";
import { fixedPort } from "../support/service/fixed-port.ts";
import { startSite } from "../support/service/site-process.ts";

type Installed = { provider: OidcServer; settings: { [name: string]: string } };

/** The product with a real OpenID provider, which is another site to the browser. */
async function beside(): Promise<Installed> {
  const port = String(await fixedPort());
  const callback = `http://127.0.0.1:${port}/v1/manage/auth/openid/callback`;
  const provider = await oidcServer(callback, { host: "localhost", hasScreen: true });
  return {
    provider,
    settings: {
      PORT: port,
      FIRSTHAND_OIDC_ISSUER: provider.issuer,
      FIRSTHAND_OIDC_CLIENT_ID: CLIENT.id,
      FIRSTHAND_OIDC_CLIENT_SECRET: CLIENT.secret,
      FIRSTHAND_OIDC_NAME: "Acme",
    },
  };
}

const test = base.extend<object, { installed: Installed }>({
  installed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const installed = await beside();
      await use(installed);
      expect(installed.provider.problems).toEqual([]);
      await installed.provider.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ installed }, use) => {
      const site = await startSite(installed.settings);
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

const withAcme = (page: Page) => page.getByRole("link", { name: "Sign in with Acme" });
/** Signs in at the provider, whose page of another site leads back. */
async function signInWithAcme(page: Page): Promise<void> {
  await withAcme(page).click();
  await page.getByRole("link", { name: "Continue" }).click();
}
const sentence = (refusal: (typeof openIdRefusals)[number]) => words[`openid.refused.${refusal}`];

test("a person with an account signs in with the button alone, stays signed in, and signs out", async ({
  page,
  site,
  installed,
}) => {
  const { email } = await invite(site);
  installed.provider.comesAs({ subject: email, email });
  await page.goto("/console/");
  await signInWithAcme(page);
  await expect(pageTitle(page, "All clients")).toBeVisible();
  expect(page.url()).toBe(`${site.url}/console/`);
  const cookies = await page.context().cookies(site.url);
  expect(cookies).toMatchObject([
    { name: "firsthand-console", httpOnly: true, sameSite: "Strict" },
    { name: "firsthand-known", httpOnly: true, sameSite: "Lax" },
  ]);
  await page.reload();
  await expect(pageTitle(page, "All clients")).toBeVisible();

  await page.goto("/console/account/security");
  await expect(page.getByRole("heading", { name: "Sign-in with Acme" })).toBeVisible();
  await expect(page.getByText(words["account.linked"])).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await expectAccessible(page, "the account of somebody who came by OpenID Connect");

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(withAcme(page)).toBeVisible();
});

test("an administrator unlinks an account, whose open tab is signed out", async ({
  page,
  site,
  installed,
  openContext,
}) => {
  const mia = await invite(site, "manager", "Mia Unlinked");
  installed.provider.comesAs({ subject: mia.email, email: mia.email });
  const mias = await (await openContext()).newPage();
  await mias.goto("/console/");
  await signInWithAcme(mias);
  await expect(pageTitle(mias, "All clients")).toBeVisible();

  await enterByLink(page, await invite(site, "administrator", "Ada"));
  await page.getByRole("link", { name: "Team" }).click();
  await expect(line(page, "Mia Unlinked")).toContainText("Active");
  await line(page, "Mia Unlinked").getByRole("button", { name: "Edit" }).click();
  await expectAccessible(page, "an account that is linked");
  await dialog(page).getByRole("button", { name: "Unlink sign-in" }).click();
  await expect(dialog(page).getByRole("button", { name: "Unlink sign-in" })).toHaveCount(0);
  await expect(mias.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a person without an account sees that once, and can sign in as someone else", async ({
  page,
  site,
  installed,
}) => {
  installed.provider.comesAs({ subject: "eve", email: "eve@example.com" });
  await page.goto("/console/");
  await signInWithAcme(page);
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveText(sentence("no-account"));
  expect(new URL(page.url()).hash).toBe("");
  await expectNoOverflow(page, "a refusal");

  // the provider remembers the last person, but asks again
  const { email } = await invite(site);
  installed.provider.comesAs({ subject: email, email });
  await signInWithAcme(page);
  await expect(pageTitle(page, "All clients")).toBeVisible();
});

test("a person who declines sees how to continue, and a reload is not a new refusal", async ({
  page,
  installed,
}) => {
  installed.provider.comesAs(undefined);
  await page.goto("/console/");
  await signInWithAcme(page);
  await expect(page.getByText(sentence("canceled"))).toBeVisible();
  await page.reload();
  await expect(withAcme(page)).toBeVisible();
  await expect(page.getByText(sentence("canceled"))).toHaveCount(0);
});

test("a refusal is gone after a sign-in, also after signing out", async ({ page, site }) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  await page.goto("about:blank");
  await page.goto("/console/#refused=expired");
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(withAcme(page)).toBeVisible();
  await expect(page.getByText(sentence("expired"))).toHaveCount(0);
  await signInToConsole(page, mia.email);
  await expect(pageTitle(page, "All clients")).toBeVisible();
});

test("every refusal has its message, and the page is accessible with it", async ({ page }) => {
  for (const refusal of openIdRefusals) {
    await page.goto("about:blank");
    await page.goto(`/console/#refused=${refusal}`);
    await expect(page.getByText(sentence(refusal))).toBeVisible();
  }
  await expectAccessible(page, "the sign-in with a button, a refusal and a form");
});

test("with passwords off there is only the button", async ({ browser, installed }) => {
  const only = { FIRSTHAND_OIDC_ONLY: "1", FIRSTHAND_PUBLIC_URL: "http://127.0.0.1:8080", PORT: "0" };
  const site = await startSite({ ...installed.settings, ...only });
  const page = await browser.newPage({ baseURL: site.url });
  await page.goto("/console/");
  await expect(withAcme(page)).toBeVisible();
  await expect(page.getByLabel("Password")).toHaveCount(0);
  await expect(page.getByText(words["signIn.or"])).toHaveCount(0);
  await expectAccessible(page, "the sign-in with a button alone");
  await page.close();
  await site.close();
});
