import { expect, type Page } from "@playwright/test";
import type { Role } from "#contract/manage/accounts.ts";
import { addManager } from "../../server/managers/accounts.ts";
import type { Site } from "./site-process.ts";

export const PASSWORD = "correct horse battery";

type Invited = { name: string; email: string; token: string };

let count = 0;

/** An account as an operator's command makes it, with the token of its link. */
export async function invite(site: Site, role: Role = "manager", name = "Mia Lopes"): Promise<Invited> {
  const account = { name, email: `${role}-${Date.now()}-${++count}@example.com`, role };
  const link = await addManager(site.storage, account, { actor: "operator", at: Date.now() });
  if (!link) throw new Error("The account was not made");
  return { ...account, token: link.token };
}

/** Opens the link, sets the password, and stands in the console. */
export async function enterByLink(page: Page, { token }: Invited): Promise<void> {
  // what follows the # alone loads no page anew
  await page.goto("about:blank");
  await page.goto(`/console/#link=${token}`);
  await page.getByLabel("Your new password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(pageTitle(page, "Clients")).toBeVisible();
}

export async function signInToConsole(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export const pageTitle = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1, name: title, exact: true });
export const dialog = (page: Page) => page.getByRole("dialog");
export const line = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });

/** What the console makes and shows once; the link's origin is the server's own name for itself. */
export async function addClientInConsole(
  page: Page,
  name: string,
  email = "",
): Promise<{ link: string; accessKey: string }> {
  await page.getByRole("button", { name: "Add a client" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(name);
  await dialog(page).getByLabel("E-mail address (optional)").fill(email);
  await dialog(page).getByRole("button", { name: "Add and make an access key" }).click();
  const link = await dialog(page).getByLabel("Link that carries the key").inputValue();
  const accessKey = await dialog(page).getByLabel("Access key, to be typed").inputValue();
  return { link: `/${new URL(link).hash}`, accessKey };
}
