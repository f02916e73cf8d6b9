import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClientList } from "#contract/manage/clients.ts";
import type { ImportPreview, ImportRequest, ImportResult } from "#contract/manage/import.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** A column title that many tables have. */
const OLD_SPELLING = ["E", "mail"].join("-");

type Wish = Partial<ImportRequest> & { csv: string };

let service: Service;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  manager = await consoleCaller(service);
});

const preview = (wish: Wish, caller = manager) =>
  caller.send<ImportPreview>("POST", "/clients/import/preview", { columns: "guess", ...wish });
const importTable = (wish: Wish, caller = manager) =>
  caller.send<ImportResult>("POST", "/clients/import", { columns: "guess", withKeys: false, ...wish });
const clients = async (caller = manager) => (await caller.read<ClientList>("/clients")).clients;

describe("the words of the header say which field a column is:", () => {
  test.each<[string, string[]]>([
    [
      `Business Name,Contact Person,${OLD_SPELLING},Due Date,Tags,Language,Client ID,Fax`,
      ["name", "contact", "email", "dueOn", "tags", "language", "externalId", "nowhere"],
    ],
    ["Company,Name,Email Address", ["name", "contact", "email"]],
    ["Name,Email", ["name", "email"]],
    ["Nombre,Correo electrónico,Vence,Etiquetas,Idioma", ["name", "email", "dueOn", "tags", "language"]],
    ["Empresa;Nombre;Correo;Código", ["name", "contact", "email", "externalId"]],
    ["company_name,owner_name,e_mail", ["name", "contact", "email"]],
    ["Company\tCompany\tEmail", ["name", "nowhere", "email"]],
    ["Fax,Budget", ["nowhere", "nowhere"]],
    ["Business,Business phone,Company website", ["name", "phone", "website"]],
    ["Empresa,Teléfono móvil,Página web", ["name", "phone", "website"]],
    ["Business,Account manager", ["name", "nowhere"]],
    ['sep=;\r\n"Business\r\nName";"Mail\naddress"', ["name", "email"]],
    ['"\ufeffBusiness","\u0007Email"', ["name", "email"]],
    ["Business,,Email,,", ["name", "nowhere", "email", "nowhere", "nowhere"]],
  ])("%s", async (header, fields) => {
    const { columns } = await preview({ csv: `${header}\nx` });
    expect(columns.map(({ field }) => field)).toEqual(fields);
  });

  test("an administrator can also assign clients by it", async () => {
    const administrator = await consoleCaller(service, "administrator");
    const { columns } = await preview({ csv: "Business,Account manager email\nx" }, administrator);
    expect(columns.map(({ field }) => field)).toEqual(["name", "manager"]);
  });
});

describe("each row shows what the import does:", () => {
  test("a client with the external id is updated, and an empty cell changes nothing", async () => {
    const facts = { name: "Rosa's Bakery", email: "rosa@example.com", contact: "Rosa", externalId: "A-1" };
    await manager.send("POST", "/clients", { ...facts, tags: ["SEO"], withKey: false });
    const csv = "id,name,email,contact,tags,due\nA-1,Rosa's Bakery Inc,,,Website; SEO,2026-12-04\n";
    const { rows } = await preview({ csv });
    expect(rows).toMatchObject([
      {
        line: 2,
        does: "update",
        may: ["update", "skip"],
        reason: "external-id",
        clientName: "Rosa's Bakery",
      },
    ]);
    expect(rows[0]?.changes.toSorted()).toEqual(["dueOn", "name", "tags"]);
    const imported = await importTable({ csv });
    expect(imported.rows).toMatchObject([{ line: 2, did: "updated", reason: "external-id" }]);
    expect(await clients()).toMatchObject([
      {
        ...facts,
        name: "Rosa's Bakery Inc",
        dueOn: "2026-12-04",
        tags: [{ name: "SEO" }, { name: "Website" }],
      },
    ]);
    expect((await preview({ csv })).rows).toMatchObject([{ does: "skip", reason: "unchanged" }]);
  });

  test("address and name together make an update, and either alone does not", async () => {
    await manager.send("POST", "/clients", { name: "Café Olé", email: "ole@example.com", withKey: false });
    const { rows } = await preview({
      csv: [
        "Company,Contact,Email",
        "CAFE  OLE,Olivia,OLE@example.com",
        "Another Place,Olivia,ole@example.com",
        "Café Olé,Olivia,other@example.com",
        "Café Olé,Olivia,",
      ].join("\n"),
    });
    expect(rows.map(({ does, reason }) => [does, reason])).toEqual([
      ["update", "address-and-name"],
      ["add", "new"],
      ["add", "new"],
      ["skip", "same-name"],
    ]);
  });

  test("a line equal to an earlier one is skipped, unless it is chosen", async () => {
    const csv = "Business\nRosa\nBen\nRÓSA\n";
    expect((await preview({ csv })).rows[2]).toMatchObject({ does: "skip", reason: "twice", twin: 2 });
    const { rows } = await importTable({ csv, choices: { "4": "add", "3": "skip" } });
    expect(rows.map(({ did }) => did)).toEqual(["added", "skipped", "added"]);
    expect((await clients()).map(({ name }) => name).toSorted()).toEqual(["Rosa", "RÓSA"].toSorted());
  });

  test("an impossible change is not made, whatever is chosen", async () => {
    const other = await consoleCaller(service);
    await other.send("POST", "/clients", { name: "Eve", externalId: `X-${other.managerId}` });
    const csv = `Business,ID,Email\nMine,X-${other.managerId},\n,Y,\nBen,Z,nonsense\n`;
    const { rows } = await preview({ csv });
    expect(rows.map(({ does, may, reason }) => [does, may, reason])).toEqual([
      ["skip", ["skip"], "external-id-taken"],
      ["skip", ["skip"], "fault"],
      ["skip", ["skip"], "fault"],
    ]);
    expect(rows[2]?.faults).toEqual([{ column: "Email", message: '"nonsense" isn’t an email address.' }]);
    expect(JSON.stringify(rows)).not.toContain("Eve");
    const imported = await importTable({ csv, choices: { "2": "update", "3": "add", "4": "add" } });
    expect(imported.rows.map(({ did }) => did)).toEqual(["skipped", "skipped", "skipped"]);
    expect(await clients()).toEqual([]);
    expect(await clients(other)).toMatchObject([{ name: "Eve" }]);
  });

  test("another manager's client with that name and address is not revealed", async () => {
    const other = await consoleCaller(service);
    await other.send("POST", "/clients", { name: "Rosa", email: "rosa@example.com" });
    const { rows } = await preview({ csv: "Business,Email\nRosa,rosa@example.com\n" });
    expect(rows).toMatchObject([{ does: "add", clientId: null, clientName: null }]);
  });

  test("an administrator assigns clients by the address of an account that can sign in", async () => {
    const administrator = await consoleCaller(service, "administrator");
    const csv = `Business,Manager\nAssigned,${manager.email.toUpperCase()}\nUnknown,nobody@example.com\nUnassigned,\n`;
    const { rows } = await preview({ csv }, administrator);
    expect(rows.map(({ reason }) => reason)).toEqual(["new", "fault", "new"]);
    await importTable({ csv }, administrator);
    expect(await clients()).toMatchObject([{ name: "Assigned", managerId: manager.managerId }]);
    const columns = { "0": "name", "1": "manager" } as const;
    const refused = await manager.call("POST", "/clients/import", { csv, columns });
    await expectFailure(refused, "FORBIDDEN");
  });
});

describe("a due date is read in its written form:", () => {
  test.each<[string, string, string | null]>([
    ["en", "2026-12-04", "2026-12-04"],
    ["en", "2026-2-9", "2026-02-09"],
    ["en", "12/25/2026", "2026-12-25"],
    ["en", "05/05/2026", "2026-05-05"],
    ["en", "12/04/2026", null],
    ["en", "25/12/2026", null],
    ["es", "25/12/2026", "2026-12-25"],
    ["es", "25.12.2026", "2026-12-25"],
    ["es", "12/25/2026", null],
    ["en", "2026-02-30", null],
    ["en", "12/25/26", null],
    ["en", "soon", null],
  ])("in %s, %s", async (language, text, day) => {
    const response = await service.call("POST", "/v1/manage/clients/import/preview", {
      headers: { ...CONSOLE, cookie: manager.cookie, "accept-language": language },
      body: { csv: `name,due\nRosa,${text}`, columns: "guess" },
    });
    const { data } = (await response.json()) as { data: ImportPreview };
    expect([data.rows[0]?.does, data.rows[0]?.faults.length]).toEqual(day ? ["add", 0] : ["skip", 1]);
    if (day === null || language !== "en") return;
    await importTable({ csv: `name,due\nRosa,${text}` });
    expect(await clients()).toMatchObject([{ dueOn: day }]);
  });
});

describe("keys are made on request, and no client is invited:", () => {
  test("without keys", async () => {
    const { issued, rows } = await importTable({ csv: "Business\nRosa\n" });
    expect(issued).toEqual([]);
    expect(rows).toEqual([{ line: 2, did: "added", reason: "new", clientId: expect.any(String) }]);
    expect(await clients()).toMatchObject([{ state: "not-invited" }]);
  });

  test("with keys", async () => {
    const { issued } = await importTable({ csv: "Business\nRosa\nBen\n", withKeys: true });
    expect(issued.map(({ name }) => name)).toEqual(["Rosa", "Ben"]);
    expect(await clients()).toMatchObject([{ state: "invited" }, { state: "invited" }]);
  });

  test("a repeat with the same idempotency key gets the first answer and adds no client", async () => {
    const body = { csv: "Business\nRosa\nBen\n", columns: "guess", withKeys: false };
    const headers = { ...CONSOLE, cookie: manager.cookie, "idempotency-key": `import-${manager.managerId}` };
    const send = () => service.call("POST", "/v1/manage/clients/import", { body, headers });
    const [first, second] = [await (await send()).text(), await (await send()).text()];
    expect(second).toBe(first);
    expect(await clients()).toHaveLength(2);
  });
});

describe("a table of 5,000 rows", () => {
  test("is imported while saves of a client continue", async () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, place) => `Client ${place},c${place}@example.com,A,2026-12-04`,
    );
    const csv = ["Business,Email,Tags,Due", ...lines].join("\n");
    const client = await service.signIn("Saver");
    const importing = importTable({ csv });
    const waits: number[] = [];
    let isOver = false;
    void importing.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const from = performance.now();
      const saved = await service.call("PUT", "/v1/onboarding", { token: client.token, body: { data: {} } });
      expect(saved.status).toBe(200);
      waits.push(performance.now() - from);
    }
    const { rows } = await importing;
    expect(rows.filter(({ did }) => did === "added")).toHaveLength(5_000);
    expect(Math.max(...waits)).toBeLessThan(3_000);
  }, 60_000);
});

describe("hostile tables:", () => {
  test.each<[string, string, string]>([
    ["a single line of a megabyte", "x".repeat(999_990), "lists no clients"],
    ["a thousand columns", `${"a,".repeat(1_000)}\nx`, "more than 100 columns"],
    ["no header", "Rosa,rosa@example.com\nBen,ben@example.com", "must name the columns"],
    ["a quotation mark that never ends", 'name\n"Rosa\n', "quotation mark"],
    ["nothing", "", "empty"],
    ["a separator's name and nothing else", "sep=;\n", "empty"],
    ["a workbook", `PK\u0003\u0004xl/workbook.xml${"\u0014\0".repeat(500)}`, "This is an Excel workbook"],
    ["a web page", "<!DOCTYPE html><table><tr><td>name</td></tr></table>", "isn’t a CSV or TSV file"],
  ])("%s", async (_, csv, message) => {
    const { faults, rows } = await preview({ csv });
    expect(faults).toEqual([{ line: expect.any(Number), message: expect.stringContaining(message) }]);
    expect(rows).toEqual([]);
    await expectFailure(
      await manager.call("POST", "/clients/import", { csv, columns: "guess" }),
      "VALIDATION_ERROR",
    );
  });

  test("cells with NUL, direction marks or a whole book are reported, and the other rows are imported", async () => {
    const csv = `Business,Contact\nRo\0sa,\nBen,\u202eneB\n${"x".repeat(100_000)},\n=HYPERLINK("http://evil"),@x\n`;
    const { rows } = await importTable({ csv });
    expect(rows.map(({ did }) => did)).toEqual(["skipped", "skipped", "skipped", "added"]);
    expect(await clients()).toMatchObject([{ name: '=HYPERLINK("http://evil")', contact: "@x" }]);
  });

  test("damaged letters exclude a client where they would be imported, and nowhere else", async () => {
    const csv = "Business,Tel\ufffdfono,Tags\nCaf\ufffd,,\nBen,n\ufffd,\nCara,,SE\ufffd\nDan,,SEO\n";
    const { columns, rows } = await preview({ csv });
    expect(columns[1]).toMatchObject({ header: "Tel\ufffdfono", field: "nowhere" });
    const message = 'Some letters are damaged (\ufffd). Save the table as "CSV UTF-8", then import it again.';
    expect(rows.map(({ line, faults }) => [line, faults])).toEqual([
      [2, [{ column: "Business", message }]],
      [3, []],
      [4, [{ column: "Tags", message }]],
      [5, []],
    ]);
    const imported = await importTable({ csv, choices: { "2": "add" } });
    expect(imported.rows.map(({ did }) => did)).toEqual(["skipped", "added", "skipped", "added"]);
  });

  test("separators after the last cell are not cells; a column without a name can be imported", async () => {
    const csv = "Business,\nRosa,rosa@example.com,,,\nBen,,,x\nCara,cara\n";
    const { rows } = await preview({ csv, columns: { "0": "name", "1": "email" } });
    expect(rows.map(({ does, faults }) => [does, faults])).toEqual([
      ["add", []],
      ["skip", [{ column: null, message: "There are 4 cells for 2 columns." }]],
      ["skip", [{ column: null, message: '"cara" isn’t an email address.' }]],
    ]);
  });

  test.each<[string, unknown]>([
    ["a field twice", { "0": "name", "1": "name" }],
    ["no name", { "0": "email" }],
    ["a column that is not there", { "0": "name", "7": "email" }],
    ["an unknown field", { "0": "name", "1": "password" }],
    ["a place that is no number", { name: "name" }],
    ["a list", ["name"]],
  ])("a mapping with %s is refused", async (_, columns) => {
    for (const path of ["/clients/import/preview", "/clients/import"]) {
      const response = await manager.call("POST", path, { csv: "a,b\nRosa,x", columns });
      await expectFailure(response, "VALIDATION_ERROR");
    }
    expect(await clients()).toEqual([]);
  });

  test("two simultaneous imports of the same external id make one client", async () => {
    const csv = `Business,ID\nRosa,R-${manager.managerId}\n`;
    const outcomes = await Promise.all([importTable({ csv }), importTable({ csv }), importTable({ csv })]);
    expect(outcomes.flatMap(({ rows }) => rows).filter(({ did }) => did === "added")).toHaveLength(1);
    expect(await clients()).toHaveLength(1);
  });
});
