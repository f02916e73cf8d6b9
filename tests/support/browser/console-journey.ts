import { expect, type Page } from "@playwright/test";
import type { Role } from "#contract/manage/accounts.ts";
import { addManager, setPasswordByLink } from "../../../server/managers/accounts.ts";
import { openManagerSession } from "../../../server/managers/manager-sessions.ts";
import { createPasswordHasher } from "../../../server/managers/passwords.ts";
import type { WebhookReceiver } from "../peers/webhook-receiver.ts";
import type { Site } from "../service/site-process.ts";
import { expectAccessible } from "./console-axe.ts";
import { card } from "./journey.ts";

export const PASSWORD = "correct horse battery";

type Invited = { name: string; email: string; token: string };

let count = 0;

/** Makes an account as an operator's command does; returns it with the token of its link. */
export async function invite(site: Site, role: Role = "manager", name = "Mia Lopes"): Promise<Invited> {
  const account = { name, email: `${role}-${Date.now()}-${++count}@example.com`, role };
  const link = await addManager(site.storage, account, { actor: "operator", at: Date.now() });
  if (!link) throw new Error("The account was not made");
  return { ...account, token: link.token };
}

/** Opens the link, sets the password and waits for the console. */
export async function enterByLink(page: Page, { token }: Invited): Promise<void> {
  await openLink(page, token);
  await expect(pageTitle(page, "All clients")).toBeVisible();
}

/** The hash of the one password of all accounts here, computed at its real cost once for each worker. */
let passwordHash: Promise<string> | undefined;

/** Brings a new account into the console as `enterByLink` does, for tests that don't test the sign-in. */
export async function enterConsole(page: Page, site: Site, role?: Role, name?: string): Promise<void> {
  await enterConsoleAt(Date.now(), page, { site, role, name });
}

type Entering = { site: Site; role: Role | undefined; name: string | undefined };

/** As `enterConsole`, on a server whose clock is at `now` (epoch milliseconds). */
export async function enterConsoleAt(now: number, page: Page, { site, role, name }: Entering): Promise<void> {
  const { token } = await invite(site, role, name);
  const { hash, ...passwords } = createPasswordHasher();
  passwordHash ??= hash(PASSWORD);
  const hashed = passwordHash;
  const arrival = { actor: "nobody", at: now, device: null };
  const set = await setPasswordByLink(
    { storage: site.storage, passwords: { ...passwords, hash: () => hashed } },
    { token, password: PASSWORD },
    arrival,
  );
  if (!set) throw new Error("The link has not worked");
  const session = await openManagerSession(site.storage, set.manager, { ...arrival, way: "link" });
  const cookie = { name: "firsthand-console", value: session.token, url: site.url };
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: "Strict" }]);
  await page.goto(`${site.url}/console/`);
  await expect(pageTitle(page, "All clients")).toBeVisible();
}

/** Opens the link and sets the password; the console may still ask for more. */
export async function openLink(page: Page, token: string): Promise<void> {
  // a change of the # part alone does not reload the page
  await page.goto("about:blank");
  await page.goto(`/console/#link=${token}`);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
}

export async function signInToConsole(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export const pageTitle = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1, name: title, exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");
export const line = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

/** Returns what the console makes and shows once; the link's origin is the server's own public name. */
export async function addClientInConsole(
  page: Page,
  name: string,
  email = "",
): Promise<{ link: string; accessKey: string }> {
  await page.getByRole("button", { name: "Add client" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByLabel("Email address").fill(email);
  await dialog(page).getByRole("button", { name: "Add and create link" }).click();
  const link = await dialog(page).getByLabel("Sign-in link").inputValue();
  const accessKey = await dialog(page).getByLabel("Access key (to type in)").inputValue();
  // copies the link, because closing the dialog otherwise asks for confirmation
  await dialog(page).getByLabel("Sign-in link").press("Control+c");
  return { link: `/${new URL(link).hash}`, accessKey };
}

/** Signs in a manager who adds a client and opens the client's page. */
export async function openNewClient(page: Page, site: Site, name = "Rosa's Bakery") {
  await enterConsole(page, site);
  const added = await addClientInConsole(page, name);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name }).click();
  await expect(pageTitle(page, name)).toBeVisible();
  return added;
}

/** On the page of account managers; reads the link as its recipient would. */
export async function addManagerInConsole(page: Page, name: string): Promise<Invited> {
  const email = `added-${Date.now()}-${++count}@example.com`;
  await page.getByRole("button", { name: "Add account manager" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByLabel("Email address").fill(email);
  await dialog(page).getByLabel("Your password").fill(PASSWORD);
  await dialog(page).getByRole("button", { name: "Add and create link" }).click();
  const link = await dialog(page).getByLabel("Password link").inputValue();
  // copies the link, because closing the dialog otherwise asks for confirmation
  await dialog(page).getByLabel("Password link").press("Control+c");
  await page.getByRole("button", { name: "Close" }).click();
  return { name, email, token: new URL(link).hash.replace("#link=", "") };
}

/** On the page of webhooks. The receiver trusts the new secret from then on. */
export async function addWebhookInConsole(
  page: Page,
  receiver: WebhookReceiver,
  kinds: RegExp[],
): Promise<void> {
  await page.getByRole("button", { name: "Add webhook" }).click();
  await dialog(page).getByLabel("Address").fill(receiver.url);
  for (const kind of kinds) await dialog(page).getByLabel(kind).check();
  await expectAccessible(page, "a new webhook");
  await dialog(page).getByRole("button", { name: "Add and create secret" }).click();
  receiver.trust(await dialog(page).getByLabel("Secret").inputValue());
  // copies the secret, because closing the dialog otherwise asks for confirmation
  await dialog(page).getByLabel("Secret").press("Control+c");
  await page.getByRole("button", { name: "Close" }).click();
}

/** Tries to close a dialog whose secret was not copied: the dialog asks first, and stays open. */
export async function expectSecretStays(page: Page, label: string): Promise<void> {
  await expect(dialog(page).getByLabel(label, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert")).toContainText("You haven’t copied or downloaded this yet");
  await dialog(page).getByRole("button", { name: "Keep open" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
}

/** Holds back calls until the returned function is called. */
export async function hold(page: Page, calls: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** A question's activity on the client's page. */
export const followUp = (page: Page, questionId: string) =>
  card(page, questionId).getByRole("list", { name: /^Activity on/ });

export async function askFollowUp(page: Page, questionId: string, text: string): Promise<void> {
  const press = (name: RegExp) => card(page, questionId).getByRole("button", { name }).click();
  await press(/^Follow up/);
  await card(page, questionId).getByLabel("What would you like to know?").fill(text);
  await press(/^Send follow-up$/);
  await expect(card(page, questionId).getByRole("button", { name: /^Withdraw/ })).toBeFocused();
  await expect(followUp(page, questionId).getByRole("listitem").last()).toContainText(/asked/);
}

/** Opens a folded part of the client's page. */
export const openFold = (page: Page, name: "Timeline" | "Sign-in and PIN" | "Data and export") =>
  page.getByRole("complementary").locator("summary", { hasText: name }).click();

/** Presses an item in the client page's menu for the brief or for rare actions. */
export async function pressInMenu(page: Page, menu: "Brief" | "More", item: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
