import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  dialog,
  enterByLink,
  enterConsole,
  invite,
  line,
  openFold,
  pageTitle,
} from "../support/browser/console-journey.ts";
import { test as base, expect, headerButton, type Site, signIn } from "../support/browser/journey.ts";
import { type MailServer, mailServer } from "../support/peers/mail-server.ts";
import { startSite } from "../support/service/site-process.ts";

type Mailed = { site: Site; server: MailServer };

/** The product with a mail server for its mail. */
const test = base.extend<{ mailed: Mailed }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  mailed: async ({}, use) => {
    const server = await mailServer();
    const site = await startSite({
      FIRSTHAND_SMTP_URL: `smtp://localhost:${server.port}`,
      FIRSTHAND_MAIL_FROM: "Brightside <hello@brightside.example>",
      FIRSTHAND_REMINDERS: "on",
    });
    await use({ site, server });
    await site.close();
    await server.close();
    expect(server.problems).toEqual([]);
  },
});

const NO_SMTP = "Email isn’t set up. Your administrator can set it up under Settings.";

async function openClient(page: Page, name: string, email = ""): Promise<{ accessKey: string }> {
  const added = await addClientInConsole(page, name, email);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name }).click();
  await expect(pageTitle(page, name)).toBeVisible();
  await openFold(page, "Timeline");
  return added;
}

/** Opens the form for a follow-up, whose hint says why the follow-up will not be mailed. */
async function expectNotMailed(page: Page, reason: string): Promise<void> {
  const question = page.locator("[data-question='team-description']");
  await question.getByRole("button", { name: /^Follow up/ }).click();
  await expect(question.getByRole("textbox")).toHaveAccessibleDescription(
    `The client sees this next to the question, with your name. ${reason}`,
  );
}

const mailsOfClient = (page: Page) =>
  page.getByRole("complementary").getByRole("listitem").filter({ hasText: "Email: " });
const remindNow = (page: Page) => page.getByRole("button", { name: "Remind" });

test("a client is reminded at once, the mail arrives, the log lists it, and a second press explains why not", async ({
  mailed: { site, server },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site);
  await openClient(page, "Rosa's Bakery", "rosa@example.com");
  await expect(page.getByText(/^Next reminder in \d days/)).toContainText("Reminder to start");
  await remindNow(page).click();
  await expect(page.getByText("The reminder is on its way.")).toBeVisible();
  await expect(mailsOfClient(page)).toHaveText(/Email: Reminder to startsent · requested by Mia Lopes$/);
  expect(server.onlyMail().to).toEqual(["rosa@example.com"]);
  await remindNow(page).click();
  await expect(page.getByText("We sent this client a reminder within the last hour.")).toBeVisible();
  await expectAccessible(page, "a client who was reminded");
  await expectNoOverflow(page, "a client who was reminded");
  expect(server.taken).toHaveLength(1);

  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(pageTitle(page, "Mail")).toBeVisible();
  await expect(line(page, "Reminder to start")).toContainText("sent");
  await expect(page.getByRole("link", { name: "Email templates" })).toHaveCount(0);
  await line(page, "Reminder to start").getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();

  const optOut = /\/opt-out\/fho_[\w-]+/.exec(server.onlyMail().mail.text ?? "")?.[0] ?? "";
  await page.request.post(optOut, { form: { "List-Unsubscribe": "One-Click" } });
  await expect(page.getByText("This client unsubscribed from email.")).toBeVisible();
  await expect(remindNow(page)).toHaveCount(0);
  await expectNotMailed(page, "This client unsubscribed from email.");
});

/** Pretends that the client's quiet hours last until then; null: that they are over. */
async function withQuietHoursUntil(page: Page, opensAt: Date | null): Promise<void> {
  await page.route(/\/v1\/manage\/clients\/[^/]+\/mail$/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { data: { ...data, opensAt } } });
  });
}

test("in the client's quiet hours a follow-up waits for the morning, or is sent now", async ({
  mailed: { site, server },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  const now = new Date();
  await withQuietHoursUntil(page, new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8));
  await enterConsole(page, site);
  await openClient(page, "Rosa's Bakery", "rosa@example.com");
  const question = page.locator("[data-question='team-description']");
  await question.getByRole("button", { name: /^Follow up/ }).click();
  await expect(question).toContainText("It’s quiet hours for this client, so we’ll send the email later");
  await expect(question.getByRole("button", { name: "Send tomorrow, 8:00 AM" })).toBeVisible();
  const sendNow = question.getByRole("button", { name: "Send now", exact: true });
  await sendNow.click();
  // an empty box is not submitted
  await expect(question.getByRole("textbox")).toBeFocused();
  await question.getByRole("textbox").fill("Who opens on Sundays?");
  await expectAccessible(page, "a follow-up in quiet hours");
  await expectNoOverflow(page, "a follow-up in quiet hours");
  await sendNow.click();
  await expect(mailsOfClient(page)).toHaveText(/Email: Follow-upssent/);
  expect(server.onlyMail().mail.text).toContain("\nYour team\nWho opens on Sundays?\n");
  await expect(question).not.toContainText("Email to the client:");
});

test("an unsubscribed client comes back through the same link, or by asking their manager", async ({
  mailed: { site, server },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site);
  await openClient(page, "Rosa's Bakery", "rosa@example.com");
  await remindNow(page).click();
  await expect.poll(() => server.taken.length).toBe(1);
  const optOut = /\/opt-out\/fho_[\w-]+/.exec(server.onlyMail().mail.text ?? "")?.[0] ?? "";

  const rosa = await (await openContext({ baseURL: site.url })).newPage();
  const press = (name: string) => rosa.getByRole("button", { name }).click();
  await rosa.goto(optOut);
  await expect(rosa.getByRole("banner")).toHaveText("Brightside Onboarding");
  await expectAccessible(rosa, "before an opt-out");
  await press("Stop these emails");
  await expect(pageTitle(rosa, "You won’t get these emails anymore")).toBeVisible();
  await expectAccessible(rosa, "after an opt-out");
  await expectNoOverflow(rosa, "after an opt-out");
  await press("Get these emails again");
  await expect(pageTitle(rosa, "You’ll get these emails again")).toBeVisible();
  await expectAccessible(rosa, "after the way back");
  await page.reload();
  await expect(remindNow(page)).toBeVisible();

  await rosa.goto(optOut);
  await press("Stop these emails");
  await page.reload();
  await expect(page.getByText("This client unsubscribed from email.")).toBeVisible();
  const again = page.getByRole("button", { name: "They asked to get emails again" });
  await again.click();
  await expectAccessible(page, "before an opt-out is undone");
  await expectNoOverflow(page, "before an opt-out is undone");
  await dialog(page).getByRole("button", { name: "Keep unsubscribed" }).click();
  await expect(again).toBeFocused();
  await again.click();
  await dialog(page).getByRole("button", { name: "Send emails again" }).click();
  await expect(page.getByText("This client gets emails again.")).toBeFocused();
  await expect(remindNow(page)).toBeVisible();
  await expectAccessible(page, "after an opt-out was undone");
  await page.setViewportSize({ width: 390, height: 844 });
  const head = page.locator("header").filter({ has: pageTitle(page, "Rosa's Bakery") });
  await expect(head.getByRole("button", { name: "Remind" })).toBeInViewport({ ratio: 1 });
  const events = await site.storage.audit.listAll({ limit: 20 });
  const kinds = events.map(({ kind }) => kind).filter((kind) => kind.startsWith("mail.opted"));
  expect(kinds.toSorted()).toEqual(["mail.opted-in", "mail.opted-in", "mail.opted-out", "mail.opted-out"]);
});

test("a link in a mail opens a client’s question, and a reload stays there", async ({
  mailed: { site },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  const { clientId } = await site.addClient("Rosa's Bakery");
  await page.goto(`/console/clients/${clientId}#question=team-description`);
  const title = page.locator("[data-question='team-description']").getByRole("heading").first();
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  await expect(page).toHaveURL(`${site.url}/console/clients/${clientId}`);
  for (const odd of ["nowhere", "%E0%A4%A", "'\"]<b>"]) {
    await page.goto("about:blank");
    await page.goto(`/console/clients/${clientId}#question=${odd}`);
    await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/console/clients/${clientId}`);
  }
});

test("a follow-up shows when it will be mailed, is sent at once on request, and arrives in its own words", async ({
  mailed: { site, server },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await withQuietHoursUntil(page, null);
  await enterConsole(page, site);
  await openClient(page, "Rosa's Bakery", "rosa@example.com");
  const question = page.locator("[data-question='team-description']");
  await question.getByRole("button", { name: /^Follow up/ }).click();
  await expect(question).toContainText("We also email the client 5 minutes after your last follow-up.");
  await question.getByRole("textbox").fill("Who opens on Sundays?");
  await question.getByRole("button", { name: "Send follow-up" }).click();
  await expect(question).toContainText("Email to the client:");
  await expectAccessible(page, "a follow-up that is to be mailed");
  await expectNoOverflow(page, "a follow-up that is to be mailed");
  await question.getByRole("button", { name: /^Send now/ }).click();
  await expect(question.getByRole("button", { name: /^Withdraw/ })).toBeFocused();
  await expect(mailsOfClient(page)).toHaveText(/Email: Follow-upssent/);
  await expect(question).not.toContainText("Email to the client:");
  await expect(question.getByRole("button", { name: /^Send now/ })).toHaveCount(0);
  expect(server.onlyMail().mail.subject).toBe("A quick follow-up from Brightside Onboarding");
  expect(server.onlyMail().mail.text).toContain("\nYour team\nWho opens on Sundays?\n");
});

test("a mail that the server refuses or defers says why and when", async ({
  mailed: { site, server },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site);
  await openClient(page, "<b>Ben</b> =1+1", "ben@example.com");
  server.answerWith((step) => (step === "recipient" ? 550 : undefined));
  await remindNow(page).click();
  const refused = "The mail server doesn’t accept email for this address. Reply: 550.";
  await expect(mailsOfClient(page)).toContainText(`refused · ${refused}`);
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await openClient(page, "Cara's Cars", "cara@example.com");
  server.answerWith((step) => (step === "connect" ? 421 : undefined));
  await remindNow(page).click();
  const later = "The mail server asked us to try again later. Reply: 421.";
  await expect(mailsOfClient(page)).toContainText("waiting, tried once");
  await expect(mailsOfClient(page)).toContainText(later);

  await page.goto("/console/mail");
  await expect(page.getByRole("row")).toHaveText([/^Email/, /Cara's Cars.*Next try/, /<b>Ben<\/b> =1\+1/]);
  await expect(page.getByRole("row").last()).toContainText(refused);
  await page.getByLabel("Show", { exact: true }).selectOption("not delivered");
  await expect(page.getByRole("row")).toHaveText([/^Email/, /<b>Ben<\/b> =1\+1/]);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expectAccessible(page, "the mail log");
  await expectNoOverflow(page, "the mail log");
});

test("a log of many mails is read page by page, newest first", async ({
  mailed: { site, server },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  server.answerWith(() => 421);
  const { clientId } = await site.addClient("Rosa's Bakery");
  const mails = Array.from({ length: 60 }, (_, at) => ({ kind: "partly-done" as const, clientId, at }));
  await site.storage.mail.put(mails);
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(50);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(60);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

test("a manager chooses which mails to get; an invalid number is explained and not stored", async ({
  mailed: { site, server },
  openContext,
}) => {
  const mia = await invite(site);
  const page = await (await openContext({ baseURL: site.url, timezoneId: "America/Chicago" })).newPage();
  await enterByLink(page, mia);
  // the digest is sent at an hour in the manager's time zone
  const [account] = await site.storage.managers.list();
  expect(account?.timeZone).toBe("America/Chicago");
  const { accessKey } = await addClientInConsole(page, "Rosa's Bakery");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Mia Lopes" }).click();
  const submits = page.getByLabel("A client submits");
  const days = page.getByLabel("A client has been inactive for this many days");
  const save = page.getByRole("button", { name: "Save" });
  const digest = page.getByLabel("Send me a summary at 8:00 AM on weekdays");
  // the default mails of an account without choices
  await expect(submits).toBeChecked();
  await expect(digest).toBeChecked();
  await expect(digest).toHaveAccessibleDescription(/No email when there’s nothing to do\.$/);
  await submits.uncheck();
  for (const wrong of ["0", "366", "a week", "2.5"]) {
    await days.fill(wrong);
    await save.click();
    await expect(days).toHaveAccessibleDescription(
      /Enter a whole number from 1 to 365, or leave this empty\.$/,
    );
  }
  await expectAccessible(page, "which mails one wants");
  await page.reload();
  await expect(submits).toBeChecked();
  await digest.uncheck();
  await days.fill("7");
  await save.click();
  await expect(page.getByText("Notifications saved.")).toBeVisible();
  await expectNoOverflow(page, "which mails one wants");
  await page.reload();
  await expect(submits).toBeChecked();
  await expect(digest).not.toBeChecked();
  await expect(page.getByLabel("A client answers a follow-up")).not.toBeChecked();
  await expect(days).toHaveValue("7");
  await days.fill("");
  await save.click();
  await expect(page.getByText("Notifications saved.")).toBeVisible();

  const clients = await (await openContext({ baseURL: site.url })).newPage();
  await signIn(clients, { accessKey, clientId: "", clientName: "" });
  await headerButton(clients, "Submit").click();
  await clients.getByRole("button", { name: "Submit anyway" }).click();
  await expect.poll(() => server.recipients()).toEqual([mia.email]);
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(line(page, "Client submitted")).toContainText("to Mia Lopes");
  await page.goto("/console/account");
  await expect(days).toHaveValue("");
});

test("an administrator rewrites a mail, previews it, and restores the built-in one", async ({
  mailed: { site, server },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await page.getByRole("link", { name: "Email templates" }).click();
  await expect(pageTitle(page, "Email templates")).toBeVisible();
  await expectNoOverflow(page, "the words of the mails");
  const card = page.getByRole("group").filter({ hasText: "Reminder to start" });
  await card.getByRole("heading", { name: "Reminder to start" }).click();
  const subject = card.getByLabel("Subject");
  const preview = card.getByRole("region", { name: "Preview" });
  const builtIn = await subject.inputValue();
  await expect(preview).toContainText("A few questions from Brightside Onboarding");

  await subject.fill("Dear {{klient}}");
  await expect(subject).toHaveAccessibleDescription(/^There is no placeholder "klient" here; there are/);
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Some of the data isn’t valid. Nothing was saved.")).toBeVisible();
  await expectAccessible(page, "words with a wrong placeholder");
  await subject.fill("Dear {{client}} <b>👍</b>");
  await expect(preview).toContainText("Dear Rosa’s Bakery <b>👍</b>");
  await expect(card.getByText("Not saved yet")).toBeVisible();
  await subject.fill(builtIn);
  await expect(card.getByText("Not saved yet")).toHaveCount(0);
  await subject.fill("Dear {{client}} <b>👍</b>");
  await card.getByLabel("Text", { exact: true }).fill("{{link");
  await expect(card.getByLabel("Text", { exact: true })).toHaveAccessibleDescription(/two braces/);
  await card.getByLabel("Text", { exact: true }).fill("Go on: {{link}}");
  // a closed card does not lose typed text
  await card.getByRole("heading", { name: "Reminder to start" }).click();
  await card.getByRole("heading", { name: "Reminder to start" }).click();
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Saved. New emails will use this text.")).toBeVisible();
  await expect(card.getByText("Your text", { exact: true })).toBeVisible();
  await expectAccessible(page, "a mail in words of one's own");
  await expectNoOverflow(page, "a mail in words of one's own");

  await page.getByRole("link", { name: /^All clients/ }).click();
  await openClient(page, "Cara's Cars", "cara@example.com");
  await remindNow(page).click();
  await expect
    .poll(() => server.taken.map(({ mail }) => mail.subject))
    .toEqual(["Dear Cara's Cars <b>👍</b>"]);

  await page.goto("/console/mail/words");
  await card.getByRole("heading", { name: "Reminder to start" }).click();
  await card.getByRole("button", { name: "Reset to default" }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page, "before the built-in words are brought back");
  await dialog(page).getByRole("button", { name: "Keep my text" }).click();
  await expect(subject).toHaveValue("Dear {{client}} <b>👍</b>");
  await card.getByRole("button", { name: "Reset to default" }).click();
  await dialog(page).getByRole("button", { name: "Reset to default" }).click();
  await expect(card.getByText("The built-in text is back in use.")).toBeVisible();
  await expect(subject).toHaveValue(builtIn);
  await expect(card.getByRole("button", { name: "Save" })).toBeFocused();
  await expect(card.getByRole("button", { name: "Reset to default" })).toHaveCount(0);
});

test("each language's words are edited separately, and viewing another language loses nothing", async ({
  mailed: { site, server },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site, "administrator", "Ada");
  await page.goto("/console/mail/words");
  const card = page.getByRole("group").filter({ hasText: "Reminder to start" });
  const choose = (name: string) => page.getByText(name, { exact: true }).click();
  await card.getByRole("heading", { name: "Reminder to start" }).click();
  await card.getByLabel("Subject").fill("Still to save");
  await choose("Español");
  await card.getByRole("heading", { name: "Reminder to start" }).click();
  await card.getByLabel("Text", { exact: true }).fill("Hola, {{contact}}:\n\n{{button:Entrar}}");
  const preview = card.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Hola, Rosa:");
  await expect(preview.getByText("Entrar", { exact: true })).toBeVisible();
  await expectAccessible(page, "the words of another language");
  await expectNoOverflow(page, "the words of another language");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Saved. New emails will use this text.")).toBeVisible();
  await choose("English");
  await expect(card.getByText("Not saved yet")).toBeVisible();
  await card.getByRole("heading", { name: "Reminder to start" }).click();
  await expect(card.getByLabel("Subject")).toHaveValue("Still to save");

  const { clientId } = await site.addClient("Panadería Rosa");
  await site.storage.clients.change(clientId, { email: "rosa@example.com" }, []);
  await page.goto(`/console/clients/${clientId}`);
  await remindNow(page).click();
  await expect.poll(() => server.taken.map(({ mail }) => mail.subject)).toHaveLength(1);
  expect(server.onlyMail().mail.html).toContain(">Open the interview</a>");
});

test("without a mail server each screen says so once, and has no button without effect", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  await openClient(page, "Rosa's Bakery", "rosa@example.com");
  await expect(page.getByText(NO_SMTP)).toHaveCount(1);
  await expect(remindNow(page)).toHaveCount(0);
  await expectNotMailed(page, NO_SMTP);
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(page.getByText(NO_SMTP)).toHaveCount(1);
  await expect(page.getByText("No emails yet.")).toBeVisible();
  await expectAccessible(page, "mail without a mail server");
  await page.getByRole("link", { name: "Mia Lopes" }).click();
  await expect(page.getByText(NO_SMTP)).toHaveCount(1);
  await expect(page.getByLabel("A client submits")).toHaveCount(0);
  await expectNoOverflow(page, "an account without a mail server");
  // only administrators can open this page
  await page.goto("/console/mail/words");
  await expect(pageTitle(page, "Page not found")).toBeVisible();
});

test("a client without an address is not reminded before one is entered", async ({
  mailed: { site },
  openContext,
}) => {
  const page = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(page, site);
  await openClient(page, "Rosa's Bakery");
  await expect(page.getByText("This client has no email address. Add one first.")).toBeVisible();
  await expect(remindNow(page)).toHaveCount(0);
  await expectNotMailed(page, "This client has no email address. Add one first.");
  await page.getByRole("button", { name: "Edit details" }).click();
  await expect(dialog(page).getByLabel("Account manager")).toHaveCount(0);
  await dialog(page).getByLabel("Email address").fill("rosa@example.com");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(remindNow(page)).toBeVisible();
});

test("an administrator goes from there to the mail server's settings", async ({ page, site }) => {
  await enterConsole(page, site, "administrator");
  await page.goto("/console/mail");
  await expect(page.getByText(NO_SMTP)).toHaveCount(0);
  await page.getByRole("link", { name: "Set it up in Settings" }).click();
  await expect(pageTitle(page, "Settings")).toBeVisible();
});
