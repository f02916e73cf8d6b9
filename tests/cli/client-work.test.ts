import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addManager } from "../../server/managers/accounts.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

type Shown = {
  state: string;
  dueOn: string | null;
  tags: string[];
  email: string | null;
  externalId: string | null;
  getsReminders: boolean;
};
type Dry = { rows: { does: string; reason: string }[] };
type Imported = { rows: { did: string; clientId: string }[]; invited?: number; notInvited?: object[] };

const MAIL = { FIRSTHAND_SMTP_URL: "smtp://127.0.0.1:1", FIRSTHAND_MAIL_FROM: "hello@provider.example" };
const cli = commandLine();
let rosa: AddedClient;
beforeAll(async () => {
  rosa = await cli.addClient("Rosa");
});
afterAll(() => cli.remove());

const show = (clientId: string) => cli.facts<Shown>("client", "show", clientId);
const file = (name: string, content: string | Uint8Array) => {
  const path = join(cli.folder, name);
  writeFileSync(path, content);
  return path;
};
async function refused(args: string[], more = {}): Promise<string> {
  const { status, stdout, stderr } = await cli.firsthand(args, more);
  expect([status > 0, stdout]).toEqual([true, ""]);
  return stderr;
}

test("a client is added with all known facts, and without a key on request", async () => {
  const options = ["--contact", "Ana", "--due", "2026-12-04", "--tag", "SEO", "--tag", "Website"];
  const more = ["--email", "ana@example.com", "--external-id", "A-1", "--no-key"];
  const added = await cli.facts<AddedClient>("client", "add", "Ana's Cafe", ...options, ...more);
  expect(added).toMatchObject({ clientName: "Ana's Cafe", accessKey: null, link: null, keyId: null });
  expect(await show(added.clientId)).toMatchObject({
    state: "not-invited",
    contact: "Ana",
    email: "ana@example.com",
    externalId: "A-1",
    dueOn: "2026-12-04",
    tags: ["SEO", "Website"],
    keys: [],
  });
  expect(await refused(["client", "add", "Other", "--external-id", "A-1"])).toBe(
    "Another client has this external ID. Choose another one.\n",
  );
  expect(await refused(["client", "add", "Other", "--due", "soon"])).toContain(
    "Use a date such as 2026-12-04.",
  );
});

test("a client is added with an account manager and a language, and wrong ones add no client", async () => {
  const installation = await cli.open();
  const account = { name: "Lea", email: "lea@example.com", role: "manager" } as const;
  const made = await addManager(installation.storage, account, { actor: "operator", at: Date.now() });
  const managerId = made?.managerId ?? "";
  for (const options of [
    ["--manager", "LEA@example.com"],
    ["--manager", managerId, "--no-key"],
  ]) {
    const add = ["client", "add", "Bea", "--language", "es", ...options];
    const { clientId } = await cli.facts<AddedClient>(...add);
    const client = await installation.storage.clients.findManaged("all", clientId);
    expect(client).toMatchObject({ managerId, language: "es" });
  }
  await installation.storage.close();
  expect(await refused(["client", "add", "Bea", "--manager", "no@example.com"])).toContain(
    "There is no account manager no@example.com",
  );
  expect(await refused(["client", "add", "Bea", "--language", "fr"])).toContain("Allowed choices are en, es");
  await cli.firsthand(["manager", "revoke", managerId]);
  expect(await refused(["client", "add", "Bea", "--manager", managerId])).toContain("Lea can't sign in");
});

test("due, tag and assign change one client, and repeating them changes nothing", async () => {
  const installation = await cli.open();
  const mia = { name: "Mia", email: "mia@example.com", role: "manager" } as const;
  await addManager(installation.storage, mia, { actor: "operator", at: Date.now() });
  await installation.storage.close();
  for (let time = 0; time < 2; time++) {
    expect(await cli.facts("client", "due", rosa.clientId, "2026-12-04")).toMatchObject({
      dueOn: "2026-12-04",
    });
    expect(await cli.facts("client", "tag", rosa.clientId, "Website", "SEO")).toMatchObject({
      tags: ["SEO", "Website"],
    });
    expect(await cli.facts("client", "assign", rosa.clientId, "mia@example.com")).toMatchObject({
      managerName: "Mia",
    });
  }
  expect(await show(rosa.clientId)).toMatchObject({ dueOn: "2026-12-04", tags: ["SEO", "Website"] });
  const { stdout } = await cli.firsthand(["client", "list"]);
  expect(stdout).toMatch(/^ID +NAME +STATE +DONE +DUE +TAGS +LAST SAVED\n/);
  expect(stdout).toMatch(/Rosa +invited +0% +2026-12-04 +SEO, Website +-\n/);
  expect((await cli.firsthand(["client", "tag", rosa.clientId, "seo", "--remove"])).stdout).toBe(
    "Tags of Rosa: Website\n",
  );
  expect((await cli.firsthand(["client", "due", rosa.clientId, "none"])).stdout).toBe(
    "Rosa has no due date now.\n",
  );
  expect((await cli.firsthand(["client", "assign", rosa.clientId, "nobody"])).stdout).toBe(
    "Rosa has no account manager now; administrators see this client.\n",
  );
});

test("an impossible change says why", async () => {
  expect(await refused(["client", "due", rosa.clientId, "12/04/2026"])).toContain(
    "Use a date such as 2026-12-04",
  );
  expect(await refused(["client", "tag", rosa.clientId, "x".repeat(41)])).toContain(
    "longer than 40 characters",
  );
  expect(await refused(["client", "assign", rosa.clientId, "no@example.com"])).toContain(
    "There is no account manager",
  );
  for (const args of [
    ["due", "cl_none", "none"],
    ["tag", "cl_none", "SEO"],
    ["invite", "cl_none"],
  ])
    expect(await refused(["client", ...args])).toContain("There is no client cl_none.");
});

test("an invitation needs a mail server, an address, and a client who is not done", async () => {
  expect(await refused(["client", "invite", rosa.clientId])).toContain(
    "no mail server. Set FIRSTHAND_SMTP_URL",
  );
  expect(await refused(["client", "invite", rosa.clientId], MAIL)).toContain("Rosa has no email address");
  const ben = await cli.facts<AddedClient>("client", "add", "Ben", "--email", "ben@example.com", "--no-key");
  const invite = ["client", "invite", ben.clientId, "--words", "Nice to meet you!", "--due", "2026-12-04"];
  const { stdout } = await cli.firsthand([...invite, "--json"], MAIL);
  expect(JSON.parse(stdout)).toEqual({
    clientId: ben.clientId,
    clientName: "Ben",
    email: "ben@example.com",
    dueOn: "2026-12-04",
    getsReminders: true,
    invited: true,
  });
  expect(await show(ben.clientId)).toMatchObject({
    state: "invited",
    dueOn: "2026-12-04",
    getsReminders: true,
  });
  expect(await refused(invite, MAIL)).toBe("Ben already has an email waiting to be sent.\n");
});

test("an invitation can turn automatic reminders off", async () => {
  const add = ["client", "add", "Ida", "--email", "ida@example.com", "--no-key"];
  const { clientId } = await cli.facts<AddedClient>(...add);
  expect((await cli.firsthand(["client", "invite", clientId, "--no-reminders"], MAIL)).stdout).toBe(
    [
      "Invited Ida. The server emails the invitation to ida@example.com as soon as it runs.",
      "Ida gets no automatic reminders.",
      "",
    ].join("\n"),
  );
  expect((await cli.firsthand(["client", "show", clientId])).stdout).toMatch(/^Automatic reminders: off$/m);
  expect(await show(clientId)).toMatchObject({ getsReminders: false });
  expect(await refused(["client", "invite", clientId, "--no-reminders=yes"], MAIL)).toContain(
    "--no-reminders",
  );
});

test("a table is previewed, imported by its mapping, and its clients are invited", async () => {
  const csv =
    "Firma,Owner,Mail address,Deadline\nDog Spa,Dora,dora@example.com,2026-12-04\nNo Mail Inc,Nils,,\nBad,,bad,\n";
  const path = file("clients.csv", csv);
  expect(await refused(["client", "import", path])).toContain(
    'The columns are: "Firma", "Owner", "Mail address", "Deadline".',
  );
  const dry = await cli.facts<Dry>("client", "import", path, "--map", "Firma=name", "--dry-run");
  expect(dry.rows.map(({ does, reason }) => [does, reason])).toEqual([
    ["add", "new"],
    ["add", "new"],
    ["skip", "fault"],
  ]);
  expect((await cli.firsthand(["client", "list"])).stdout).not.toContain("Dog Spa");
  const { stdout } = await cli.firsthand(
    ["client", "import", path, "--map", "Firma=name", "--invite", "--json"],
    MAIL,
  );
  const imported = JSON.parse(stdout) as Imported;
  expect(imported.rows.map(({ did }) => did)).toEqual(["added", "added", "skipped"]);
  expect(imported).toMatchObject({
    invited: 1,
    notInvited: [{ reason: expect.stringContaining("no email address") }],
  });
  expect(await show(imported.rows[0]?.clientId ?? "")).toMatchObject({
    state: "invited",
    contact: "Dora",
    dueOn: "2026-12-04",
  });
  const again = await cli.firsthand(["client", "import", path, "--map", "Firma=name"]);
  expect(again.stdout).toBe(
    [
      "Added 0, updated 0, skipped 3.",
      "Line 2: nothing to change",
      "Line 3: a client has this name",
      'Line 4: Mail address: "bad" isn’t an email address.',
      "",
    ].join("\n"),
  );
});

test("a column mapped to a custom field is imported there, whatever its header", async () => {
  const { storage } = await cli.open();
  const options = ["Starter", "Growth"];
  await storage.fields.add({ fieldId: "fd_plan", name: "Plan", kind: "choice", options }, Date.now(), []);
  await storage.close();
  const path = file("plans.csv", "name,Level,Telephone\nPlum & Pear,growth,555 0102\n");
  const args = ["client", "import", path, "--map", "level = PLAN"];
  expect((await cli.firsthand([...args, "--dry-run"])).stdout).toContain(
    "name: name\nLevel: Plan\nTelephone: phone\n",
  );
  const { rows } = await cli.facts<Imported>(...args);
  const again = await cli.open();
  const clientId = rows[0]?.clientId ?? "";
  expect(await again.storage.fields.listValues(clientId)).toEqual({ fd_plan: "Growth" });
  expect(await again.storage.clients.findManaged("all", clientId)).toMatchObject({ phone: "555 0102" });
  await again.storage.close();
  expect(await refused(["client", "import", path, "--map", "Level=Tier"])).toContain(
    "or the name of a custom field",
  );
});

test("a table in UTF-16 without a byte order mark is read, and a damaged name is not imported", async () => {
  const csv = 'sep=;\r\n"Business\r\nName";Notes;\r\nSöhne 16;x;\r\nCaf\ufffd;y;\r\n';
  const { stdout } = await cli.firsthand(["client", "import", file("16.csv", Buffer.from(csv, "utf16le"))]);
  expect(stdout).toBe(
    [
      "Added 1, updated 0, skipped 1.",
      'Line 5: Business Name: Some letters are damaged (\ufffd). Save the table as "CSV UTF-8", then import it again.',
      "",
    ].join("\n"),
  );
  const dry = await cli.firsthand(["client", "import", file("dry.csv", csv), "--dry-run"]);
  expect(dry.stdout).toContain("Business Name: name\nNotes: nowhere\nColumn 3: nowhere\n");
});

test("a file that is not a table is reported as such", async () => {
  expect(await refused(["client", "import", join(cli.folder, "none.csv")])).toMatch(
    /^There is no file .*none\.csv\.\n$/,
  );
  expect(await refused(["client", "import", cli.folder])).toContain("can't be read");
  expect(await refused(["client", "import", file("latin.csv", Buffer.from([0x6e, 0xf6]))])).toContain(
    "isn't UTF-8",
  );
  expect(await refused(["client", "import", file("empty.csv", "")])).toBe("Line 1: The file is empty.\n");
  expect(
    await refused(["client", "import", file("book.xlsx", Buffer.from("PK\x03\x04\x14\0xl/workbook.xml"))]),
  ).toContain('This is an Excel workbook. In Excel, choose Save As, then "CSV UTF-8", and import that file.');
  expect(
    await refused(["client", "import", file("picture.png", Buffer.from("89504e470d0a1a0a00000000", "hex"))]),
  ).toContain("This isn’t a CSV or TSV file.");
  expect(await refused(["client", "import", file("large.csv", "x".repeat(1_000_001))])).toContain(
    "This table is too large. Split it into several files.",
  );
  expect(await refused(["client", "import", file("open.csv", 'name\nBen\n"Cara\nDan\n')])).toBe(
    "Line 3: A quotation mark is missing or in the wrong place.\n",
  );
  const named = file("named.csv", "name,other\nX,Y\n");
  expect(await refused(["client", "import", named, "--map", "none=name"])).toContain('no column "none"');
  expect(await refused(["client", "import", named, "--map", "other=color"])).toContain("names no field");
  expect(await refused(["client", "import", named, "--map", "name=name,other=name"])).toContain(
    "Name each field once",
  );
});
