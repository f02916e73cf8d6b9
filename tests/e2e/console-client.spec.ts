import { readFileSync } from "node:fs";
import { DAY_MS } from "#contract/instants.ts";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import {
  addClientInConsole,
  dialog,
  enterByLink,
  enterConsole,
  expectSecretStays,
  invite,
  line,
  openFold,
  pageTitle,
  pressInMenu,
} from "../support/browser/console-journey.ts";
import {
  accessButton,
  answer,
  expect,
  header,
  type Site,
  save,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";

const GONE = "This client doesn’t exist, or belongs to another account manager.";
const HOSTILE = "<img src=x onerror=alert(1)> =1+1 \u202eereh {{x}} 👍";

/** A manager's page of a client who has answered. */
async function openClient(page: Parameters<typeof enterByLink>[0], site: Site, text = "Two of us.") {
  await enterConsole(page, site);
  const { accessKey } = await addClientInConsole(page, "Rosa's Bakery", "rosa@example.com");
  await page.getByRole("button", { name: "Close" }).click();
  await site.saveAs(
    { clientId: "", clientName: "", accessKey },
    fullRecord(() => text),
  );
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();
}
const question = (page: Parameters<typeof enterByLink>[0], id: string) =>
  page.locator(`[data-question="${id}"]`);

test("a client's answer appears at its question without a reload", async ({ page, site, openContext }) => {
  await enterConsole(page, site);
  const { link } = await addClientInConsole(page, "Rosa's Bakery");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(question(page, "team-description")).toContainText("No answer yet.");
  const clients = await (await openContext()).newPage();
  await clients.goto(link);
  await accessButton(clients).click();
  await expect(header(clients)).toBeVisible();
  await answer(clients, "team-description", "Two of us, and a dog.");
  await save(clients);
  await expect(question(page, "team-description").getByRole("listitem")).toHaveText(
    /^Two of us, and a dog\.Typed, /,
  );
  await expect(page.getByText("1 of 3 answered")).toBeVisible();
});

test("answers and forms full of markup, formulas and bidi marks stay text", async ({ page, site }) => {
  await openClient(page, site, HOSTILE);
  await expect(question(page, "team-description").getByRole("listitem").first()).toContainText(HOSTILE);
  await expect(question(page, "business-profile").getByRole("definition").first()).toBeVisible();
  await expectAccessible(page, "one client");
  await expectNoOverflow(page, "one client");
});

test("the brief opens as a page, and can be downloaded", async ({ page, site, context }) => {
  await openClient(page, site);
  await page.getByRole("main").getByRole("button", { name: "Brief", exact: true }).click();
  const items = page.getByRole("menuitem");
  await expect(items).toHaveText([
    "Open brief",
    "Download PDF",
    "Download Markdown",
    "Download spreadsheet",
    "Download JSON",
  ]);
  // links and buttons look alike
  const looks = await items.evaluateAll((all) =>
    all.map((item) => {
      const { fontSize, fontWeight, color, textDecorationLine } = getComputedStyle(item);
      const { x, width, height } = item.getBoundingClientRect();
      return [x, width, height, fontSize, fontWeight, color, textDecorationLine].join(" ");
    }),
  );
  expect(new Set(looks).size, looks.join("\n")).toBe(1);
  await page.keyboard.press("Escape");
  const opened = context.waitForEvent("page");
  await pressInMenu(page, "Brief", "Open brief");
  const brief = await opened;
  await expect(brief.getByRole("heading", { level: 1 })).toContainText("Rosa's Bakery");
  await expect(brief.getByText("Two of us.").first()).toBeVisible();
  const download = page.waitForEvent("download");
  await pressInMenu(page, "Brief", "Download PDF");
  expect((await download).suggestedFilename()).toMatch(/^rosas-bakery_brief_[\d-]{10}\.pdf$/);
  const archive = page.waitForEvent("download");
  await openFold(page, "Data and export");
  await page.getByRole("link", { name: "Download ZIP" }).click();
  expect((await archive).suggestedFilename()).toMatch(/^rosas-bakery_archive_[\d-]{10}\.zip$/);
});

test("all clients can be downloaded with their answers", async ({ page, site }) => {
  await openClient(page, site);
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await page.getByText("Export", { exact: true }).click();
  for (const [link, format] of [
    ["Spreadsheet, a row per client (CSV)", "csv"],
    ["Table, a row per answer (CSV)", "csv"],
    ["JSON", "json"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: link }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^clients_[\\d-]{10}\\.${format}$`));
    expect(readFileSync(await (await download).path(), "utf8")).toContain("Two of us.");
  }
});

test("when no PDF can be made, the manager sees what to do instead", async ({ page, site }) => {
  await openClient(page, site);
  const message = "We couldn’t create the PDF. Open the brief and print it instead.";
  await page.route("**/brief?format=pdf*", (route) =>
    route.fulfill({ status: 501, json: { code: "NO_PDF", message } }),
  );
  await pressInMenu(page, "Brief", "Download PDF");
  await expect(page.getByRole("alert")).toHaveText(message);
});

test("another key is shown once, and a revoked one signs no one in", async ({ page, site, openContext }) => {
  await openClient(page, site);
  await openFold(page, "Sign-in and PIN");
  await page.getByRole("button", { name: "Create new key" }).click();
  await expectSecretStays(page, "Access key (to type in)");
  const accessKey = await dialog(page).getByLabel("Access key (to type in)").inputValue();
  await dialog(page).getByLabel("Access key (to type in)").press("Control+c");
  await page.getByRole("button", { name: "Close" }).click();
  const clients = await (await openContext()).newPage();
  await signIn(clients, { accessKey, clientId: "", clientName: "" });
  const keyId = accessKey.split("_")[1] ?? "";
  await page.getByRole("button", { name: `Revoke ${keyId}` }).press("Enter");
  await expect(page.getByText(`${keyId} revoked`)).toBeVisible();
  // the pressed button has disappeared
  await expect(page.getByRole("heading", { name: "Access keys" })).toBeFocused();
  await clients.getByRole("button", { name: "Save" }).click();
  await expect(clients.getByRole("dialog").getByRole("textbox", { name: "Access Key" })).toBeVisible();
});

test("a device lock is listed with the keys, and is revoked like a key, or with one", async ({
  page,
  site,
}) => {
  await openClient(page, site);
  const clientId = /cl_\w+/.exec(page.url())?.[0] ?? "";
  for (const keyId of ["LOCK1", "LOCK2"]) {
    const times = { createdAt: Date.now(), expiresAt: Date.now() + DAY_MS };
    const key = {
      ...times,
      keyId,
      clientId,
      secretHash: `${keyId} ${clientId}`,
      pepperId: "p1",
      kind: "passkey" as const,
    };
    const passkey = { credentialId: `of ${keyId} ${clientId}`, publicKey: "cose", uses: 0, device: null };
    await site.storage.accessKeys.addPasskey({ key, passkey }, [], () => {
      throw new Error("There are no others");
    });
  }
  await page.reload();
  await openFold(page, "Sign-in and PIN");
  await expect(page.getByRole("heading", { name: "Device locks" })).toBeVisible();
  await expectAccessible(page, "a client with device locks");
  await page.getByRole("button", { name: "Revoke LOCK1" }).click();
  await expect(page.getByText("LOCK1")).toHaveCount(0);
  await page
    .getByRole("button", { name: /^Revoke (?!LOCK)/ })
    .first()
    .click();
  await expect(page.getByText("LOCK2")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Device locks" })).toHaveCount(0);
});

test("the helpers of a client are listed with the keys, and their access is ended there", async ({
  page,
  site,
}) => {
  await openClient(page, site);
  const clientId = /cl_\w+/.exec(page.url())?.[0] ?? "";
  const times = { createdAt: Date.now(), expiresAt: Date.now() + DAY_MS };
  const keyId = `H${clientId.slice(-4).toUpperCase()}`;
  const key = { ...times, keyId, clientId, secretHash: keyId, pepperId: "p1", kind: "helper" as const };
  const helper = { helperId: `he_${clientId}`, name: "Dana", sectionId: "money-admin", seesAll: true };
  await site.storage.helpers.add({ helper: { ...helper, draftKey: "k" }, key }, []);
  await page.reload();
  await openFold(page, "Sign-in and PIN");
  await expect(page.getByRole("heading", { name: "Helpers" })).toBeVisible();
  const line = page.getByRole("listitem").filter({ hasText: "Dana · Money & Admin" });
  await expect(line).toContainText("Not opened yet, sees the client’s answers there");
  await expectAccessible(page, "a client with helpers");
  await page.getByRole("button", { name: "End access Dana" }).click();
  await expect(line).toContainText("Access ended");
});

test("an earlier revision is compared with the current one, and restored", async ({ page, site }) => {
  await enterConsole(page, site);
  const { accessKey } = await addClientInConsole(page, "Rosa's Bakery");
  await page.getByRole("button", { name: "Close" }).click();
  const client = { clientId: "", clientName: "", accessKey };
  const said = (content: string) => ({ "team-and-business-setup": { responses: [{ id: "a1", content }] } });
  await site.saveAs(client, said("Two of us."));
  await site.saveAs(client, said("Three of us."));
  await page.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(question(page, "team-description")).toContainText("Three of us.");
  await pressInMenu(page, "More", "History");
  await expect(page.getByRole("deletion")).toHaveText("Two");
  await expect(page.getByRole("insertion")).toHaveText("Three");
  await expectAccessible(page, "two revisions beside each other");
  await page.getByRole("button", { name: /^Restore the version of/ }).click();
  await expect(page.getByRole("deletion")).toHaveText("Three");
  await expect(page.getByRole("insertion")).toHaveText("Two");
  await expect(page.getByLabel("To", { exact: true }).getByRole("option")).toHaveCount(3);
  await page.getByRole("main").getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(question(page, "team-description")).toContainText("Two of us.");
});

test("name and email address are changed where they are shown", async ({ page, site }) => {
  await openClient(page, site);
  await page.getByRole("button", { name: "Edit details" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill("Rosa & Söhne");
  await dialog(page).getByLabel("Email address").fill("");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(pageTitle(page, "Rosa & Söhne")).toBeVisible();
  await expect(page.getByRole("link", { name: "rosa@example.com" })).toHaveCount(0);
});

test("an administrator gives a client to another manager, who then sees it; the former one no longer does", async ({
  page,
  site,
  openContext,
}) => {
  await openClient(page, site);
  const [nora, gil] = [await invite(site, "manager", "Nora Vale"), await invite(site, "manager", "Gil Gone")];
  const account = (await site.storage.managers.list()).find(({ email }) => email === gil.email);
  await site.storage.managers.revoke({ managerId: account?.managerId ?? "", at: Date.now() }, []);
  const noras = await (await openContext()).newPage();
  await enterByLink(noras, nora);
  await expect(noras.getByText("No clients yet.")).toBeVisible();

  const adas = await (await openContext()).newPage();
  await enterConsole(adas, site, "administrator", "Ada");
  await adas.goto(new URL(page.url()).pathname);
  const managerName = adas.getByRole("complementary").getByRole("definition").last();
  await expect(managerName).toContainText("Mia Lopes");
  const give = async (to: string) => {
    await adas.getByRole("button", { name: "Edit details" }).click();
    await dialog(adas).getByLabel("Account manager").selectOption(to);
    await dialog(adas).getByRole("button", { name: "Save" }).click();
    await expect(dialog(adas)).toHaveCount(0);
  };
  await adas.getByRole("button", { name: "Edit details" }).click();
  const options = dialog(adas).getByLabel("Account manager").getByRole("option");
  await expect(options.filter({ hasText: nora.email })).toHaveCount(1);
  await expect(options.filter({ hasText: gil.email })).toHaveCount(0);
  const mia = await dialog(adas).getByLabel("Account manager").locator("option:checked").innerText();
  await expectAccessible(adas, "whose client it is");
  await adas.getByRole("button", { name: "Close" }).click();

  await give(`Nora Vale (${nora.email})`);
  await expect(managerName).toContainText("Nora Vale");
  await expect(line(noras, "Rosa's Bakery")).toBeVisible();
  // an open tab drops the client's data as soon as it learns that the client is gone
  await expect(pageTitle(page, "Rosa's Bakery")).toHaveCount(0);
  await expect(pageTitle(page, "Client not found")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(GONE);
  await expect(page.getByText("Two of us.")).toHaveCount(0);
  // it stays gone while the server cannot be reached
  await page.route("**/v1/manage/clients/*", (route) => route.abort());
  const failed = await page.waitForEvent("requestfailed", (request) => /clients\/cl_/.test(request.url()));
  expect(failed.method()).toBe("GET");
  await expect(page.getByText("Two of us.")).toHaveCount(0);
  await expect(pageTitle(page, "Client not found")).toBeVisible();
  await page.unroute("**/v1/manage/clients/*");
  // the tab shows the client again if the client comes back
  await give(mia);
  await expect(pageTitle(page, "Rosa's Bakery")).toBeVisible();
  await expect(page.getByText("Two of us.").first()).toBeVisible();
  await give(`Nora Vale (${nora.email})`);
  await expect(pageTitle(page, "Client not found")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
  await expect(page.getByText("No clients yet.")).toBeVisible();

  await give("No one");
  await expect(managerName).toHaveText("No one");
  await expect(noras.getByText("No clients yet.")).toBeVisible();
});

test("a client is erased by an administrator who types the name, and is gone", async ({ page, site }) => {
  await openClient(page, site);
  const address = page.url();
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await expect(page.getByRole("menuitem", { name: "History" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Erase all data" })).toHaveCount(0);
  await enterConsole(page, site, "administrator");
  await page.goto(address);
  await pressInMenu(page, "More", "Erase all data");
  await dialog(page).getByLabel("Type the client’s name").fill("Rosa");
  await dialog(page).getByRole("button", { name: "Erase all data" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "That isn’t the client’s name. Nothing was erased.",
  );
  await dialog(page).getByLabel("Type the client’s name").fill("Rosa's Bakery");
  await dialog(page).getByRole("button", { name: "Erase all data" }).click();
  await expect(pageTitle(page, "All clients")).toBeVisible();
  await page.goto(address);
  await expect(pageTitle(page, "Client not found")).toBeVisible();
});

test("an unknown client, or one of another manager, is reported as such", async ({ page, site, client }) => {
  await enterConsole(page, site);
  for (const id of [client.clientId, "cl_00000000000000000000"]) {
    await page.goto(`/console/clients/${id}`);
    await expect(pageTitle(page, "Client not found")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(GONE);
    await expect(page).toHaveTitle(/^Client not found · /);
    await expectAccessible(page, "a client who is not there");
    await page.getByRole("main").getByRole("link", { name: "All clients" }).click();
    await expect(pageTitle(page, "All clients")).toBeVisible();
  }
});

test("many clients come from a table: its problems by line, then all of them, and the keys as a file", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  await page.getByRole("button", { name: "Import" }).click();
  const choose = (csv: string) =>
    dialog(page)
      .getByLabel("File")
      .setInputFiles({ name: "x.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await choose("name,email\nRosa,rosa\n");
  await expect(dialog(page).getByText(`Line 2: email: "rosa" isn’t an email address.`)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Choose another file" }).click();
  await choose("name,email\nRosa,rosa@example.com\nBen,\n");
  await expect(dialog(page).getByText("2 to add")).toBeVisible();
  await expectAccessible(page, "a table that is looked at");
  await dialog(page).getByLabel("Also create a link for each new client").check();
  await dialog(page).getByRole("button", { name: "Import 2 clients" }).click();
  const download = page.waitForEvent("download");
  await dialog(page).getByRole("link", { name: "Download access keys" }).click();
  expect((await download).suggestedFilename()).toBe("access-keys.csv");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("rowheader")).toHaveText([/^Ben/, /^Rosa/]);
});
