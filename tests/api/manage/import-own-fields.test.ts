import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClientList } from "#contract/manage/clients.ts";
import type { CustomField, FieldKind } from "#contract/manage/fields.ts";
import type { ImportPreview, ImportRequest, ImportResult } from "#contract/manage/import.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** The provider's notes about clients are imported with the table: phone, website, and the provider's own fields. */

type Wish = Partial<ImportRequest> & { csv: string };

let service: Service;
let administrator: ConsoleCaller;
const ids: { [name: string]: string } = {};
beforeAll(async () => {
  service = await startService();
  administrator = await consoleCaller(service, "administrator");
  const kinds: [string, FieldKind, string[]][] = [
    ["Plan", "choice", ["Starter", "Growth"]],
    ["Seats", "number", []],
    ["Go-live", "date", []],
    ["History", "text", []],
  ];
  for (const [name, kind, options] of kinds) {
    const { fieldId } = await administrator.send<CustomField>("POST", "/fields", { name, kind, options });
    ids[name] = fieldId;
  }
});
afterAll(() => service.close());
let manager: ConsoleCaller;
beforeEach(async () => {
  manager = await consoleCaller(service);
});

const preview = (wish: Wish) =>
  manager.send<ImportPreview>("POST", "/clients/import/preview", { columns: "guess", ...wish });
const importTable = (wish: Wish) =>
  manager.send<ImportResult>("POST", "/clients/import", { columns: "guess", withKeys: false, ...wish });
const clients = async () => (await manager.read<ClientList>("/clients")).clients;
const valuesOf = (clientId: string) => service.storage.fields.listValues(clientId);

const HEADER = "Business,Phone,Web site,plan,SEATS,Go-live,History";

test("a header with the name of a custom field is that field, and its cells are read by its kind", async () => {
  const csv = `${HEADER}\nRosa's Bakery,+1 555 010-2030,rosas.example,growth,"1,200",2026-12-04,"Came by\na friend"\n`;
  const { columns, rows } = await preview({ csv });
  expect(columns.map(({ field }) => field)).toEqual([
    "name",
    "phone",
    "website",
    ...["Plan", "Seats", "Go-live", "History"].map((name) => `field:${ids[name]}`),
  ]);
  expect(rows).toMatchObject([{ does: "add", faults: [] }]);
  await importTable({ csv });
  const [client] = await clients();
  expect(await valuesOf(client?.clientId ?? "")).toEqual({
    [ids.Plan ?? ""]: "Growth",
    [ids.Seats ?? ""]: 1200,
    [ids["Go-live"] ?? ""]: "2026-12-04",
    [ids.History ?? ""]: "Came by\na friend",
  });
  expect(await service.storage.clients.findManaged("all", client?.clientId ?? "")).toMatchObject({
    phone: "+1 555 010-2030",
    website: "rosas.example",
  });
});

test("an update lists the custom fields it changes, changes only those, and an empty cell changes nothing", async () => {
  const first = "id,name,Plan,Seats,History\nB-1,Bloom,Starter,3,Old words\n";
  await importTable({ csv: first });
  expect((await preview({ csv: first })).rows).toMatchObject([{ does: "skip", reason: "unchanged" }]);
  const csv = "id,name,Plan,Seats,History\nB-1,Bloom,Growth,3,\n";
  const { rows } = await preview({ csv });
  expect(rows).toMatchObject([{ does: "update", changes: [`field:${ids.Plan}`] }]);
  const done = await importTable({ csv });
  expect(done.rows).toMatchObject([{ did: "updated" }]);
  expect(await valuesOf(done.rows[0]?.clientId ?? "")).toEqual({
    [ids.Plan ?? ""]: "Growth",
    [ids.Seats ?? ""]: 3,
    [ids.History ?? ""]: "Old words",
  });
  const events = await service.storage.audit.list(done.rows[0]?.clientId ?? "");
  expect(events.filter(({ kind }) => kind === "client.changed")).toMatchObject([{ detail: "fields" }]);
});

describe("a cell that does not fit its field excludes its line, with a reason:", () => {
  test.each([
    ["Plan", "Enterprise", '"Enterprise" isn’t one of the options: Starter, Growth.'],
    ["Seats", "many", '"many" isn’t a number.'],
    ["Seats", "1,20", '"1,20" isn’t a number.'],
    ["Seats", "NaN", '"NaN" isn’t a number.'],
    ["Go-live", "soon", '"soon" isn’t a date. Write it as 2026-12-04.'],
    ["History", "x".repeat(1_001), "The History is longer than 1000 characters."],
    ["Website", "javascript:alert(1)", '"javascript:alert(1)" isn’t a web address. Write it as example.com.'],
    ["Phone", "1".repeat(200), /^The phone number is longer than \d+ characters\.$/],
  ])("%s: %.30s", async (column, cell, message) => {
    const csv = `name,${column}\nFern & Co,"${cell}"\n`;
    const { rows } = await preview({ csv });
    expect(rows).toMatchObject([{ does: "skip", reason: "fault", may: ["skip"] }]);
    expect(rows[0]?.faults).toEqual([
      { column, message: typeof message === "string" ? message : expect.stringMatching(message) },
    ]);
    expect((await importTable({ csv })).rows).toMatchObject([{ did: "skipped", reason: "fault" }]);
  });
});

test("a column can be mapped to a custom field by its id, and not to an unknown field", async () => {
  const csv = "Who,How many\nCedar,7\n";
  const columns = { 0: "name" as const, 1: `field:${ids.Seats}` as const };
  const { rows } = await importTable({ csv, columns });
  expect(await valuesOf(rows[0]?.clientId ?? "")).toEqual({ [ids.Seats ?? ""]: 7 });
  for (const field of ["field:fd_none", "field:", "field:' or 1=1 --"])
    await expectFailure(
      await manager.call("POST", "/clients/import/preview", { csv, columns: { 0: "name", 1: field } }),
      "VALIDATION_ERROR",
    );
  await expectFailure(
    await manager.call("POST", "/clients/import/preview", {
      csv,
      columns: { 0: `field:${ids.Seats}`, 1: `field:${ids.Seats}` },
    }),
    "VALIDATION_ERROR",
  );
});

test("a renamed field keeps its column, which was mapped by its id", async () => {
  const { fieldId } = await administrator.send<CustomField>("POST", "/fields", {
    name: "Region",
    kind: "text",
  });
  await administrator.send("PATCH", `/fields/${fieldId}`, { name: "Area" });
  const csv = "name,Region,Area\nDalia,North,South\n";
  const { columns } = await preview({ csv });
  expect(columns.map(({ field }) => field)).toEqual(["name", "nowhere", `field:${fieldId}`]);
  const { rows } = await importTable({ csv, columns: { 0: "name", 1: `field:${fieldId}` } });
  expect(await valuesOf(rows[0]?.clientId ?? "")).toEqual({ [fieldId]: "North" });
});

describe("the list of clients", () => {
  const list = (query: string) => manager.read<ClientList>(`/clients?${query}`);

  test("has the values of the requested custom fields, and finds clients by those that are not text", async () => {
    await importTable({ csv: "name,Plan,Seats,History\nIris,Starter,12,Once\nJune,Growth,12,\n" });
    const asked = new URLSearchParams({ fields: `${ids.Plan},${ids.History}`, search: "iris" });
    expect((await list(`${asked}`)).clients).toMatchObject([
      { fields: { [ids.Plan ?? ""]: "Starter", [ids.History ?? ""]: "Once" }, phone: null, website: null },
    ]);
    expect((await list("search=iris")).clients[0]).not.toHaveProperty("fields");
    const by = (field: string) => list(`${new URLSearchParams({ field, search: "i" })}`);
    expect((await by(`${ids.Plan}:Starter`)).clients.map(({ name }) => name)).toEqual(["Iris"]);
    expect((await by(`${ids.Seats}:12`)).clients.map(({ name }) => name)).toEqual(["Iris"]);
    expect((await by(`${ids.History}:Once`)).clients).toEqual([]);
    // a renamed field still finds clients, and a deleted one finds no clients
    const { fieldId } = await administrator.send<CustomField>("POST", "/fields", {
      name: "Tier",
      kind: "choice",
      options: ["Gold"],
    });
    await importTable({ csv: "name,Tier\nIvy,Gold\n" });
    await administrator.send("PATCH", `/fields/${fieldId}`, { name: "Level" });
    expect((await by(`${fieldId}:Gold`)).clients.map(({ name }) => name)).toEqual(["Ivy"]);
    await administrator.send("DELETE", `/fields/${fieldId}`);
    expect((await by(`${fieldId}:Gold`)).clients).toEqual([]);
  });

  test.each(["field=", "field=fd_1", "field=fd_1:", "field=a%20b:x", "fields=", "fields=a,,b", "fields='--"])(
    "refuses ?%s",
    async (query) => {
      await expectFailure(await manager.call("GET", `/clients?${query}`), "VALIDATION_ERROR");
    },
  );
});
