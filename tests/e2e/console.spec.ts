import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  addManagerInConsole,
  dialog,
  enterByLink,
  enterConsole,
  invite,
  line,
  PASSWORD,
  pageTitle,
  signInToConsole,
} from "../support/browser/console-journey.ts";
import { accessButton, answer, expect, header, save, test } from "../support/browser/journey.ts";

test("a manager adds a client, who opens the link and answers; the manager sees it without a reload", async ({
  page,
  site,
  openContext,
}) => {
  await enterByLink(page, await invite(site));
  await expect(page.getByText("No clients yet.")).toBeVisible();
  const { link } = await addClientInConsole(page, "Rosa's Bakery", "rosa@example.com");
  await expect(dialog(page).getByRole("img", { name: "QR code for the link" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(line(page, "Rosa's Bakery")).toContainText("Invited now");

  const clients = await (await openContext()).newPage();
  await clients.goto(link);
  await accessButton(clients).click();
  await expect(header(clients)).toBeVisible();
  await answer(clients, "team-description", "Two of us, and a dog.");
  await save(clients);

  await expect(line(page, "Rosa's Bakery")).toContainText("In progress");
  await expect(line(page, "Rosa's Bakery")).toContainText("1 of 13 questions answered");
  await expect(line(page, "Rosa's Bakery").getByText("now").first()).toBeVisible();
});

test("an administrator adds a manager, who sets a password through the link and sees no client of others", async ({
  page,
  site,
  openContext,
}) => {
  await enterConsole(page, site, "administrator", "Ada");
  await addClientInConsole(page, "Ada's own");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Team" }).click();
  await expect(pageTitle(page, "Team")).toBeVisible();
  const invited = await addManagerInConsole(page, "Ben Ito");
  await expect(line(page, "Ben Ito")).toContainText("Invited");

  const bens = await (await openContext()).newPage();
  await enterByLink(bens, invited);
  expect(new URL(bens.url()).hash).toBe("");
  await expect(bens.getByText("No clients yet.")).toBeVisible();
  await expect(bens.getByRole("link", { name: "Team" })).toHaveCount(0);
  await bens.goto("/console/managers");
  await expect(pageTitle(bens, "Page not found")).toBeVisible();

  // the account is revoked while the tab is open
  await page.reload();
  await line(page, "Ben Ito").getByRole("button", { name: "Edit" }).click();
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await dialog(page).getByRole("button", { name: "Revoke account" }).click();
  await expect(dialog(page).getByRole("button", { name: "Reactivate" })).toBeVisible();
  await expect(bens.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signInToConsole(bens, invited.email);
  await expect(bens.getByRole("alert")).toHaveText(
    "The email address or password is wrong. Please try again.",
  );
});

test("a session outlives a reload, and ends with Sign out, in every tab", async ({ page, site, context }) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  await page.reload();
  await expect(pageTitle(page, "All clients")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/console/account");
  await expect(pageTitle(other, "Mia Lopes")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await other.getByRole("link", { name: /^All clients/ }).click();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signInToConsole(page, mia.email);
  await expect(pageTitle(page, "All clients")).toBeVisible();
});

test("a used link says so, and an owner with a password can go on to the sign-in", async ({ page, site }) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto("about:blank");
  await page.goto(`/console/#link=${mia.token}`);
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("This link was already used or has expired.");
  await page.getByRole("button", { name: "I already have a password" }).click();
  await signInToConsole(page, mia.email, PASSWORD);
  await expect(pageTitle(page, "All clients")).toBeVisible();
});

test("the list is searched, filtered and sorted, and the address contains all of it", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  for (const name of ["Ánton & Söhne", "Ben's Bikes"]) {
    await addClientInConsole(page, name);
    await page.getByRole("button", { name: "Close" }).click();
  }
  const names = page.getByRole("rowheader");
  await expect(names).toHaveText(["Ánton & Söhne", "Ben's Bikes"]);
  await page.getByRole("button", { name: "Client", exact: true }).click();
  await expect(names).toHaveText(["Ben's Bikes", "Ánton & Söhne"]);
  await expect(page.getByRole("columnheader", { name: "Client" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("searchbox").fill("anton");
  await expect(names).toHaveText(["Ánton & Söhne"]);
  await page.reload();
  await expect(names).toHaveText(["Ánton & Söhne"]);
  await expect(page.getByRole("searchbox")).toHaveValue("anton");
  await page.getByRole("radio", { name: /^Submitted/ }).check({ force: true });
  await expect(page.getByText(/^No clients match “anton”/)).toBeVisible();
  await page.goBack();
  await expect(names).toHaveText(["Ánton & Söhne"]);
});

test("a name that could mislead in a list is refused where it was typed", async ({ page, site }) => {
  await enterConsole(page, site);
  await page.getByRole("button", { name: "Add client" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("Rosa\u202eyrekaB");
  await dialog(page).getByRole("button", { name: "Add and create link" }).click();
  await expect(dialog(page).getByText(/has characters that cannot be seen/)).toBeVisible();
  await dialog(page).getByLabel("Name", { exact: true }).fill("<b>Rosa</b> & {{x}} =1+1");
  await dialog(page).getByRole("button", { name: "Add and create link" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: "<b>Rosa</b> & {{x}} =1+1" })).toBeVisible();
});

test("an API token is shown once, signs a program in, and is revoked", async ({ page, site }) => {
  await enterConsole(page, site);
  await page.getByRole("link", { name: "Mia Lopes" }).click();
  await page.getByRole("link", { name: "API tokens" }).click();
  await expect(page.getByRole("link", { name: "API reference" })).toHaveAttribute("href", "/api");
  await page.getByLabel("Name", { exact: true }).fill("Nightly export");
  const make = page.getByRole("button", { name: "Create token" });
  await make.click();
  const scopes = page.getByRole("group", { name: "What this token allows" });
  await expect(scopes.getByRole("alert")).toHaveText("Choose at least one permission.");
  await expectAccessible(page, "a token without a scope", { looks: [{ width: 390, colorScheme: "dark" }] });
  await scopes.getByRole("checkbox", { name: /^See your clients/ }).check();
  await expect(scopes.getByRole("alert")).toHaveCount(0);
  await make.click();
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.getByLabel("Your password").fill("another password");
  await make.click();
  await expect(page.getByRole("alert")).toHaveText("Your current password is wrong.");
  await page.getByLabel("Your password").fill(PASSWORD);
  await make.click();
  const token = await page.getByLabel("Token (shown once)").inputValue();
  const list = () =>
    page.request.get("/v1/manage/clients", { headers: { authorization: `Bearer ${token}`, cookie: "" } });
  expect((await list()).status()).toBe(200);
  const headers = { authorization: `Bearer ${token}`, cookie: "" };
  expect((await page.request.get("/v1/manage/export", { headers })).status()).toBe(403);
  await expect(line(page, "Nightly export")).toContainText("clients:read");
  await page.getByRole("button", { name: "Revoke Nightly export" }).click();
  await expect(line(page, "Nightly export")).toHaveCount(0);
  expect((await list()).status()).toBe(401);
});

test("a manager changes their password, and the old one no longer works", async ({ page, site }) => {
  const mia = await invite(site);
  await enterByLink(page, mia);
  await page.getByRole("link", { name: "Mia Lopes" }).click();
  await page.getByRole("link", { name: "Security" }).click();
  await page.getByLabel("Current password").fill("wrong");
  await page.getByLabel("New password").fill("another long password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toHaveText("Your current password is wrong.");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password changed")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signInToConsole(page, mia.email);
  await expect(page.getByRole("alert")).toBeVisible();
  await signInToConsole(page, mia.email, "another long password");
  await expect(pageTitle(page, "Mia Lopes")).toBeVisible();
});

test("no accessibility problem and no sideways scrolling, in the sign-in and in the list", async ({
  page,
  site,
}) => {
  const ada = await invite(site, "administrator", "Ada");
  await page.goto("/console/");
  await expectAccessible(page, "signing in");
  await enterByLink(page, ada);
  await addClientInConsole(page, "Rosa's Bakery", "rosa@example.com");
  await expectAccessible(page, "a new key");
  await page.getByRole("button", { name: "Close" }).click();
  await expectAccessible(page, "clients");
  await expectNoOverflow(page, "clients");
});

test("no accessibility problem and no sideways scrolling, on the other pages", async ({ page, site }) => {
  await enterConsole(page, site, "administrator", "Ada");
  await site.addClient("Rosa's Bakery");
  await page.goto("/console/managers");
  await expect(page.getByRole("row").filter({ hasText: "Ada (you)" })).toBeVisible();
  await expectAccessible(page, "account managers");
  await page.getByRole("button", { name: "Add account manager" }).click();
  await expectAccessible(page, "a new account manager");
  await page.goto("/console/overview");
  // a header row, 13 questions and 6 sections, which load with a separate call
  const pauses = page.getByRole("table", { name: "Where clients pause" });
  await expect(pauses.getByRole("row")).toHaveCount(1 + 13 + 6);
  await expectAccessible(page, "the overview");
  await expectNoOverflow(page, "overview");
  await page.goto("/console/audit");
  await expect(page.getByText(/created an access key for/).first()).toBeVisible();
  await expectAccessible(page, "the audit trail");
  await page.goto("/console/account");
  await expect(pageTitle(page, "Ada")).toBeVisible();
  await expectAccessible(page, "one's own account");
  await expectNoOverflow(page, "account");
});
