import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ImportPreview, ImportResult } from "#contract/manage/import.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  manager = await consoleCaller(service);
});

const preview = (csv: string) => manager.send<ImportPreview>("POST", "/clients/import/preview", { csv });
const importAll = (csv: string) => manager.call("POST", "/clients/import", { csv });
const count = async () => (await manager.read<{ counts: { all: number } }>("/clients")).counts.all;

describe("a table becomes clients:", () => {
  test.each([
    ["with commas", "name,email\nRosa,rosa@example.com\nBen,\n"],
    [
      "with semicolons, as Excel writes them in half of Europe",
      "Name;Email\r\nRosa;Rosa@Example.com\r\nBen;\r\n",
    ],
    ["with tabs", "name\temail\nRosa\trosa@example.com\nBen\n"],
    [
      "with a byte order mark and quotation marks",
      '\ufeff"name","email"\n"Rosa","rosa@example.com"\n"Ben",""\n',
    ],
    ["with empty lines and spaces around", "name,email\n\n  Rosa , rosa@example.com\n,\n\n Ben\n\n"],
    ["with the columns the other way round", "email,name\nrosa@example.com,Rosa\n,Ben"],
  ])("%s", async (_, csv) => {
    expect(await preview(csv)).toMatchObject({
      clients: 2,
      sample: [
        { name: "Rosa", email: "rosa@example.com" },
        { name: "Ben", email: null },
      ],
      faults: [],
    });
    expect(await count()).toBe(0);
    const response = await importAll(csv);
    const { data } = (await response.json()) as { data: ImportResult };
    expect(data.issued).toMatchObject([
      { name: "Rosa", email: "rosa@example.com" },
      { name: "Ben", email: null },
    ]);
    for (const { accessKey, link, clientId } of data.issued) {
      expect(link).toContain(`/#key=${accessKey}`);
      const exchanged = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
      expect(await exchanged.json()).toMatchObject({ data: { clientId } });
    }
    expect(await count()).toBe(2);
  });

  test("names with quotation marks, line breaks, formulas and emoji stay unchanged", async () => {
    const csv = 'name\n"Rosa ""the baker"", Inc."\n=1+1\n👩‍🍳 Ánton & <b>Söhne</b>\n';
    const { sample } = await preview(csv);
    expect(sample.map(({ name }) => name)).toEqual([
      'Rosa "the baker", Inc.',
      "=1+1",
      "👩‍🍳 Ánton & <b>Söhne</b>",
    ]);
  });

  test("a thousand clients in one import", async () => {
    const csv = ["name", ...Array.from({ length: 1_000 }, (_, place) => `Client ${place}`)].join("\n");
    const response = await importAll(csv);
    expect(((await response.json()) as { data: ImportResult }).data.issued).toHaveLength(1_000);
    expect(await count()).toBe(1_000);
  });
});

describe("each problem is reported with its line, and no client is added:", () => {
  const manyLines = ["name", ...Array.from({ length: 100_000 }, (_, place) => `C${place}`)].join("\n");
  test("half a character is refused, since a program that reads the table would replace it", async () => {
    for (const path of ["/clients/import/preview", "/clients/import"]) {
      const response = await manager.call("POST", path, { csv: "name\nRosa \ud83d" });
      const { details } = await expectFailure(response, "VALIDATION_ERROR");
      expect(details).toEqual([{ path: "csv", message: "has a damaged character. Save the table as UTF-8" }]);
    }
  });

  test.each<[string, string, [number, string]]>([
    ["nothing", "", [1, "The file is empty."]],
    ["a header alone", "name,email\n", [1, "The file lists no clients."]],
    ["no header", "Rosa,rosa@example.com\n", [1, 'There is no column "rosa".']],
    ["a column that nobody knows", "name,phone\nRosa,123\n", [1, 'There is no column "phone".']],
    ["a column twice", "name,name\nRosa,Rosa\n", [1, "must name the columns"]],
    ["no column of names", "email\nrosa@example.com\n", [1, "must name the columns"]],
    ["an empty name", "name,email\nRosa,\n,ben@example.com\n", [3, "The name is empty."]],
    ["a name too long", `name\n${"x".repeat(201)}\n`, [2, "The name is longer than 200 characters."]],
    ["a name with hidden characters", "name\nRo\u202esa\n", [2, "hidden characters"]],
    ["a name of two lines", 'name\n"Ro\nsa"\n', [2, "hidden characters"]],
    ["a wrong address", "name,email\nRosa,rosa\n", [2, `"rosa" isn’t an email address.`]],
    [
      "more cells than columns",
      "name,email\nRosa,r@example.com,x\n",
      [2, "There are 3 cells for 2 columns."],
    ],
    ["a name twice, written otherwise", "name\nRosa\nBen\n RÓSA \n", [4, '"RÓSA" is in line 2 already.']],
    [
      "a quotation mark that never ends",
      'name\nRosa\n"Ben\nCara\n',
      [3, "A quotation mark is missing or in the wrong place"],
    ],
    ["a quotation mark within a cell", 'name\nRosa\n"Ben" Diaz\n', [3, "A quotation mark is missing"]],
    ["100,000 lines", manyLines, [5_002, "more than 5000 clients"]],
    [
      "a workbook",
      "PK\u0003\u0004\u0014\0xl/workbook.xml",
      [1, "This is an Excel workbook. In Excel, choose"],
    ],
    ["a picture", "\ufffdPNG\r\n\u001a\n\0\0\0\rIHDR", [1, "This isn’t a CSV or TSV file."]],
    ["a damaged name", "name\nRosa\nCaf\ufffd\n", [3, 'damaged (\ufffd). Save the table as "CSV UTF-8"']],
  ])("%s", async (_, csv, [line, message]) => {
    const { faults } = await preview(csv);
    expect(faults).toEqual(expect.arrayContaining([{ line, message: expect.stringContaining(message) }]));
    const { details } = await expectFailure(await importAll(csv), "VALIDATION_ERROR");
    expect(details?.[0]?.path).toBe(`csv, line ${faults[0]?.line}`);
    expect(await count()).toBe(0);
  });

  test("a client whom the manager already has; another manager's client is not revealed", async () => {
    await (await consoleCaller(service)).send("POST", "/clients", { name: "Ben" });
    await manager.send("POST", "/clients", { name: "Rosa" });
    const { faults } = await preview("name\nrosa\nBen\n");
    expect(faults).toEqual([{ line: 2, message: 'You have a client "rosa" already.' }]);
  });

  test("text of more than a million characters", async () => {
    await expectFailure(await importAll(`name\n${"x".repeat(1_000_000)}`), "VALIDATION_ERROR");
  });

  test("at most a hundred problems at once", async () => {
    const { faults } = await preview(`name,email\n${"x,y\n".repeat(500)}`);
    expect(faults).toHaveLength(100);
  });
});
