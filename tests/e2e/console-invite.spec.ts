import type { Page } from "@playwright/test";
import { expectAccessible, expectNoOverflow } from "../support/browser/console-axe.ts";
import { dialog, enterConsole, hold, line, pageTitle } from "../support/browser/console-journey.ts";
import { accessButton, expect, header } from "../support/browser/journey.ts";
import { openInvitation, press, test } from "../support/browser/mailed-console.ts";

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
const row = (page: Page, text: string) => dialog(page).getByRole("listitem").filter({ hasText: text });

test("a client is added and invited with two presses, and the link in the mail opens the interview", async ({
  mailed: { site, server, page },
  openContext,
}) => {
  // one press opens the form, Enter adds the client, and a second press sends the invitation
  await openInvitation(page);
  await dialog(page).getByLabel("Personal message").fill("It was great to meet you on <Thursday>!");
  await press(page, "Send invite");
  await expect(dialog(page)).toHaveCount(0);
  await expect(line(page, "Rosa's Bakery")).toContainText("Invited");
  await expect.poll(() => server.recipients(), { timeout: 40_000 }).toEqual(["rosa@example.com"]);
  const { mail } = server.onlyMail();
  expect(mail.text).toContain("It was great to meet you on <Thursday>!");
  expect(mail.html).toContain("It was great to meet you on &lt;Thursday&gt;!");
  const client = await (await openContext()).newPage();
  const { hash } = new URL(/http\S+#key=\S+/.exec(mail.text ?? "")?.[0] ?? "");
  await client.goto(`${site.url}/${hash}`);
  await accessButton(client)
    .or(client.getByRole("button", { name: "Continue" }))
    .click();
  await expect(header(client)).toBeVisible();
});

test("the preview follows the typed text, as mail, on a phone, and as plain text", async ({
  mailed: { server, page },
}) => {
  await openInvitation(page);
  await expect(preview(page)).toContainText("Start the interview");
  await expect(preview(page)).toContainText("to Rosa Marin · replies go to manager-");
  await dialog(page).getByLabel("Personal message").fill("See you soon!");
  await expect(preview(page)).toContainText("See you soon!");
  await dialog(page).getByLabel("Due date").fill("2026-12-04");
  await expect(preview(page)).toContainText("Friday, December 4");
  await expectAccessible(page, "an invitation", { looks: [{ width: 1280, colorScheme: "light" }] });
  await preview(page).getByText("Phone", { exact: true }).click();
  const { width = 0 } = (await preview(page).getByRole("article").boundingBox()) ?? {};
  expect(width).toBe(320);
  await preview(page).getByText("Plain text").click();
  await expect(preview(page)).toContainText("#key=…");
  await press(page, "Send a test to me");
  await expect(dialog(page).getByRole("status")).toContainText("Test sent to manager-");
  await expect.poll(() => server.taken.length).toBe(1);
  expect(server.onlyMail().mail.text).toContain("See you soon!");
});

test("typed text is not lost with Esc, and Ctrl+Enter sends", async ({ mailed: { server, page } }) => {
  await openInvitation(page);
  const words = dialog(page).getByLabel("Personal message");
  await words.fill("See you soon!");
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert")).toContainText("What you entered isn’t saved yet.");
  await press(page, "Keep editing");
  await expect(words).toHaveValue("See you soon!");
  await words.press("Control+Enter");
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => server.recipients(), { timeout: 40_000 }).toEqual(["rosa@example.com"]);
});

test("thirty clients from a table with other headers are imported and invited with five presses", async ({
  mailed: { server, page },
}) => {
  const lines = Array.from(
    { length: 28 },
    (_, place) => `Shop ${place + 10};Owner ${place};s${place}@example.com;SEO`,
  );
  const table = [
    "Business Name;Owner;Mail address;Tags",
    ...lines,
    "No Address Inc;;;",
    "Wrong;;nonsense;",
  ].join("\n");
  await press(page, "Import");
  await dialog(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  await expect(dialog(page).getByLabel("Field for “Business Name”")).toHaveValue("name");
  await expect(dialog(page).getByLabel("Field for “Owner”")).toHaveValue("contact");
  await expect(dialog(page).getByText("29 to add")).toBeVisible();
  await expect(row(page, "Wrong")).toContainText(`Line 31: Mail address: "nonsense" isn’t an email address.`);
  await expectAccessible(page, "a table that is looked at");
  await page.setViewportSize({ width: 1280, height: 800 });
  await press(page, "Import 29 clients");
  await expect(dialog(page).getByText("29 added, 0 updated, 1 skipped.")).toBeVisible();
  await press(page, "Invite the 29 who were added");
  await expect(page.getByRole("heading", { name: "Invite 29 clients" })).toBeVisible();
  await expect(dialog(page).getByRole("note")).toHaveText("No email address, so we’ll skip: No Address Inc");
  await press(page, "Send 29 invites");
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => new Set(server.recipients()).size, { timeout: 50_000 }).toBe(28);
});

test("columns can be changed, and rows turned on and off", async ({ page, site }) => {
  await enterConsole(page, site);
  await press(page, "Import");
  await dialog(page)
    .getByLabel("Or paste rows from a spreadsheet")
    .fill("Firma\tAddress\nRosa\tx@example.com\nBen\t\nRosa\t\n");
  await press(page, "Use these rows");
  await expect(dialog(page).getByText("Choose the column with the business name.")).toBeVisible();
  await dialog(page).getByLabel("Field for “Firma”").selectOption("Business name");
  await dialog(page).getByLabel("Field for “Address”").selectOption("Email address");
  await expect(dialog(page).getByText("3 to add")).toBeVisible();
  await dialog(page).getByLabel("Line 3: Ben").selectOption("Skip");
  await expect(dialog(page).getByText("2 to add")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert")).toContainText("What you entered isn’t saved yet.");
  await press(page, "Keep editing");
  await press(page, "Import 2 clients");
  await expect(dialog(page).getByText("2 added, 0 updated, 1 skipped.")).toBeVisible();
  await press(page, "Close");
  await expect(page.getByRole("rowheader")).toHaveCount(2);
});

test("columns are chosen in any order, and faster than the server answers", async ({ page, site }) => {
  await enterConsole(page, site);
  await press(page, "Import");
  await dialog(page)
    .getByLabel("Or paste rows from a spreadsheet")
    .fill("Firma\tAddress\tWer\nRosa\tx@example.com\tAna\n");
  await press(page, "Use these rows");
  const field = (header: string) => dialog(page).getByLabel(`Field for “${header}”`);
  await field("Address").selectOption("Email address");
  await expect(dialog(page).getByRole("note")).toHaveText("Choose the column with the business name.");
  const release = await hold(page, "**/v1/manage/clients/import/preview");
  await field("Firma").selectOption("Business name");
  await field("Wer").selectOption("Contact person");
  await expect(dialog(page).getByRole("button", { name: /^Import \d/ })).toBeDisabled();
  release();
  await expect(dialog(page).getByText("1 to add")).toBeVisible();
  for (const [header, chosen] of Object.entries({ Firma: "name", Address: "email", Wer: "contact" }))
    await expect(field(header)).toHaveValue(chosen);
  await expect(dialog(page).getByRole("alert")).toHaveCount(0);
  await press(page, "Import 1 client");
  await expect(dialog(page).getByText("1 added, 0 updated, 0 skipped.")).toBeVisible();
  await press(page, "Close");
  await expect(line(page, "Rosa")).toBeVisible();
});

test("an unreadable file says what to do, and the next one is read", async ({ page, site }) => {
  await enterConsole(page, site);
  await press(page, "Import");
  const choose = (name: string, buffer: Buffer) =>
    dialog(page).getByLabel("File").setInputFiles({ name, mimeType: "", buffer });
  const alert = dialog(page).getByRole("alert");
  await choose("clients.xlsx", Buffer.from("PK\x03\x04\x14\0\x06\0xl/workbook.xml"));
  await expect(alert).toHaveText(
    "This is an Excel workbook. In Excel, choose Save As, then “CSV UTF-8”, and import that file.",
  );
  await expectAccessible(page, "a workbook that is refused");
  await choose("logo.png", Buffer.from("89504e470d0a1a0a0000000d", "hex"));
  await expect(alert).toHaveText(
    "This isn’t a CSV or TSV file. Save the table as “CSV UTF-8”, and import that file.",
  );
  await dialog(page).getByLabel("Or paste rows from a spreadsheet").fill("x".repeat(1_000_001));
  await press(page, "Use these rows");
  await expect(alert).toHaveText("This table is too large. Split it into several files.");
  await choose("open.csv", Buffer.from('Business\r\nRosa\r\n"Ben\r\nCara\r\n'));
  await expect(alert).toContainText("Line 3: A quotation mark is missing or in the wrong place.");
  const table = 'sep=;\r\n"Business\r\nName";;\r\nSöhne;x;\r\nCaf\ufffd;;\r\n';
  await dropFile(page, "clients.csv", Buffer.from(table, "utf16le"));
  await expect(dialog(page).getByLabel("Field for “Business Name”")).toHaveValue("name");
  await expect(dialog(page).getByLabel("Field for “Column 2”")).toHaveValue("");
  await expect(dialog(page).getByLabel("Field for “Column 3”")).toHaveCount(0);
  await expect(row(page, "New client.")).toContainText("Söhne");
  await expect(row(page, "Line 5")).toContainText(
    'Business Name: Some letters are damaged (\ufffd). Save the table as "CSV UTF-8", then import it again.',
  );
  await press(page, "Import 1 client");
  await expect(dialog(page).getByText("1 added, 0 updated, 1 skipped.")).toBeVisible();
});

/** Drops a file as a browser does: only where the page has taken the drag over its zone as its own. */
async function dropFile(page: Page, name: string, content: Buffer): Promise<void> {
  const zone = dialog(page)
    .locator("label")
    .filter({ has: page.locator("input[type=file]") });
  const isDropped = await zone.evaluate(
    (own, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(file.bytes)], file.name));
      const drag = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      const isTaken = !own.dispatchEvent(drag("dragover"));
      return isTaken && !own.dispatchEvent(drag("drop"));
    },
    { name, bytes: [...content] },
  );
  expect(isDropped).toBe(true);
}

test("a file that can't be opened says so: it is a folder, or has changed since it was chosen", async ({
  page,
  site,
}) => {
  await enterConsole(page, site);
  await press(page, "Import");
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("", "NotReadableError"));
  });
  const file = { name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from("name\nRosa\n") };
  await dialog(page).getByLabel("File").setInputFiles(file);
  await expect(dialog(page).getByRole("alert")).toHaveText("We can’t open this file. Choose it again.");
});

test("without a mail server, the dialog offers the link to pass on, once", async ({ page, site }) => {
  await enterConsole(page, site);
  await press(page, "Add client");
  await dialog(page).getByLabel("Name", { exact: true }).fill("Rosa's Bakery");
  await dialog(page).getByLabel("Email address").fill("rosa@example.com");
  await expect(dialog(page).getByRole("button", { name: "Add and invite" })).toHaveCount(0);
  await press(page, "Add and create link");
  await expect(dialog(page).getByLabel("Sign-in link")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert")).toContainText("You haven’t copied or downloaded this yet");
});

test("a client's page sends another invitation", async ({ mailed: { server, site, page } }) => {
  const added = await site.firsthand(
    "client",
    "add",
    "Otto",
    "--email",
    "otto@example.com",
    "--no-key",
    "--json",
  );
  const { clientId } = JSON.parse(added) as { clientId: string };
  const [manager] = await site.storage.managers.list();
  await site.firsthand("client", "assign", clientId, manager?.email ?? "");
  await page.goto(`/console/clients/${clientId}`);
  await expect(pageTitle(page, "Otto")).toBeVisible();
  await press(page, "Send invite");
  await dialog(page).getByRole("button", { name: "Send invite" }).click();
  await expect(page.getByText("The invitation is on its way.")).toBeVisible();
  await expect.poll(() => server.recipients(), { timeout: 40_000 }).toEqual(["otto@example.com"]);
});

test("on a phone, the preview is a second step, and nothing scrolls sideways", async ({
  mailed: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openInvitation(page);
  await expect(preview(page)).toBeHidden();
  await press(page, "Preview");
  await expect(preview(page)).toContainText("Start the interview");
  await expectAccessible(page, "the preview of an invitation", {
    looks: [{ width: 390, colorScheme: "dark" }],
  });
  await expectNoOverflow(page, "the preview of an invitation");
  await press(page, "Back");
  await expectAccessible(page, "an invitation", { looks: [{ width: 390, colorScheme: "light" }] });
  await expectNoOverflow(page, "an invitation");
});
