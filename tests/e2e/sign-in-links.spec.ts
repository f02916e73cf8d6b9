import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  accessButton,
  answer,
  answers,
  test as base,
  card,
  expect,
  header,
  headerButton,
  keyField,
  type Site,
  save,
} from "../support/browser/journey.ts";
import { trials } from "../support/faults/faults.ts";
import { type MailServer, mailServer } from "../support/peers/mail-server.ts";
import { startSite } from "../support/service/site-process.ts";

type Linked = {
  site: Site;
  server: MailServer;
  clientId: string;
  /** A sign-in link that is still unused. */
  newLink: () => Promise<string>;
  /** Opens this link, or the access screen, in another browser. */
  open: (address?: string) => Promise<Page>;
};

const EMAIL = "rosa@bakery.example";
const USED = "This link was already used in another browser. Get a new link, or enter your access key.";
/** The gate runs a few of the thousand loads of the long run. */
const SCANS = trials(25, 1_000);

/** The product with a mail server, and a client with an email address. */
const test = base.extend<{ linked: Linked }>({
  linked: async ({ openContext }, use) => {
    const server = await mailServer();
    const site = await startSite({
      FIRSTHAND_SMTP_URL: `smtp://localhost:${server.port}`,
      FIRSTHAND_MAIL_FROM: "Brightside <hello@brightside.example>",
    });
    const added = await site.firsthand("client", "add", "Rosa's Bakery", "--email", EMAIL, "--json");
    const { clientId } = JSON.parse(added);
    await use({
      site,
      server,
      clientId,
      async newLink() {
        const { link } = JSON.parse(await site.firsthand("client", "link", clientId, "--json"));
        return new URL(link).hash;
      },
      async open(address = "") {
        const page = await (await openContext({ baseURL: site.url })).newPage();
        await page.goto(`/${address}`);
        return page;
      },
    });
    await site.close();
    await server.close();
    expect(server.problems).toEqual([]);
  },
});

async function expectSignedIn(page: Page): Promise<void> {
  await expect(header(page)).toContainText("Rosa's Bakery");
}

/** The fragment of the link in the newest mail. */
const mailedLink = ({ taken }: MailServer) => /#key=\S+/.exec(taken.at(-1)?.mail.text ?? "")?.[0] ?? "";

test("a link fills in the key and waits: one press, or Enter, signs the client in", async ({ linked }) => {
  const page = await linked.open(await linked.newLink());
  await expect(accessButton(page)).toBeFocused();
  expect(new URL(page.url()).hash).toBe("");
  await page.keyboard.press("Enter");
  await expectSignedIn(page);
});

test(`a scanner that runs scripts opens a link ${SCANS} times, and the client can still use it`, async ({
  linked,
}) => {
  test.setTimeout(60_000 + SCANS * 2_000);
  const link = await linked.newLink();
  const scanner = await linked.open(link);
  for (let count = 1; count < SCANS; count++) {
    await scanner.goto("about:blank");
    await scanner.goto(`/${link}`);
    await expect(keyField(scanner)).not.toHaveValue("");
  }
  const [unused] = JSON.parse(await linked.site.firsthand("client", "show", linked.clientId, "--json")).links;
  expect(unused.boundAt).toBeNull();
  const page = await linked.open(link);
  await accessButton(page).click();
  await expectSignedIn(page);
});

test("a link works again in its browser, and in no other, where one press mails a new link", async ({
  linked: { newLink, open, server },
}) => {
  const link = await newLink();
  const page = await open(link);
  await accessButton(page).click();
  await expectSignedIn(page);
  await page.goto("about:blank");
  await page.goto(`/${link}`);
  await accessButton(page).click();
  await expectSignedIn(page);

  const other = await open(link);
  await accessButton(other).click();
  await expect(other.getByRole("alert")).toHaveText(USED);
  await expect(keyField(other)).toHaveValue("");
  await expectAccessible(other, "a used link");
  await other.getByRole("button", { name: "Email me a new link" }).click();
  await expect(other.getByText("Sent to r•••@bakery.example. Check your email.")).toBeVisible();
  await expect.poll(() => server.taken.length).toBe(1);
  expect(server.onlyMail().to).toEqual([EMAIL]);
  await other.goto("about:blank");
  await other.goto(`/${mailedLink(server)}`);
  await accessButton(other).click();
  await expectSignedIn(other);
});

test("a client without a key has a link mailed by address, also when in a hurry", async ({
  linked: { open, server },
}) => {
  const page = await open();
  await expect(keyField(page)).toBeFocused();
  await page.getByRole("button", { name: "Email me a link" }).dblclick();
  const field = page.getByRole("textbox", { name: "Your email address" });
  await expect(field).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Please enter your email address.");
  await page.keyboard.type("rosa");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(
    "That doesn’t look like an email address. Please check it.",
  );
  await expectAccessible(page, "asking for a link");
  await expectNoOverflow(page, "asking for a link");
  await field.fill(EMAIL);
  await page.keyboard.press("Enter");
  await expect(
    page.getByText("If we know that address, your link is on its way. Check your email."),
  ).toBeVisible();
  await expect.poll(() => server.taken.length).toBe(1);
  await page.goto("about:blank");
  await page.goto(`/${mailedLink(server)}`);
  await accessButton(page).click();
  await expectSignedIn(page);
});

test("two tabs that open one link at once count as one browser", async ({
  linked: { newLink, site },
  openContext,
}) => {
  const link = await newLink();
  const context: BrowserContext = await openContext({ baseURL: site.url });
  const pages = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(pages.map((page) => page.goto(`/${link}`)));
  await Promise.all(pages.map((page) => accessButton(page).click()));
  for (const page of pages) await expectSignedIn(page);
});

test("a link for a follow-up leads to its question", async ({ linked: { newLink, open } }) => {
  const page = await open(`${await newLink()}&q=website-vision`);
  await accessButton(page).click();
  await expect(card(page, "website-vision")).toBeInViewport();
});

test("a link to an unknown question leads to the interview", async ({ linked: { newLink, open } }) => {
  const page = await open(`${await newLink()}&q=%3Cb%3Enothing`);
  await accessButton(page).click();
  await expect(card(page, "business-profile")).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ serviceWorkers: "allow" });

  test("a link opens the draft stored in its browser", async ({ linked: { newLink, site }, openContext }) => {
    const link = await newLink();
    const context = await openContext({ baseURL: site.url, serviceWorkers: "allow" });
    const page = await context.newPage();
    await page.goto(`/${link}`);
    await accessButton(page).click();
    await expectSignedIn(page);
    await answer(page, "team-description", "Two of us");
    await save(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
    await context.setOffline(true);
    await page.goto("about:blank");
    await page.goto(`/${link}`);
    await accessButton(page).click();
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
    await context.setOffline(false);
  });
});

test("after a session has ended, an expired link says so, and a new one is mailed", async ({
  linked: { newLink, open, site, server, clientId },
}) => {
  const page = await open(await newLink());
  await accessButton(page).click();
  await expectSignedIn(page);
  await answer(page, "team-description", "Two of us");
  const { links } = JSON.parse(await site.firsthand("client", "show", clientId, "--json"));
  await site.firsthand("key", "revoke", links[0].keyId);
  await headerButton(page, "Save").click();
  const dialog = page.getByRole("dialog", { name: "Signed out" });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toContainText("This link has expired.");
  await dialog.getByRole("button", { name: "Email me a new link" }).click();
  await expect(dialog).toContainText("Sent to r•••@bakery.example.");
  await expect.poll(() => server.taken.length).toBe(1);
  await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
});

test.describe("when the server mails no links", () => {
  test("no link is offered", async ({ page }) => {
    await page.goto("/");
    await expect(accessButton(page)).toBeVisible();
    await expect(page.getByRole("button", { name: /Email me/ })).toHaveCount(0);
  });
});
