import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { Marked } from "marked";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shownText } from "#contract/manage/answers/shown-text.ts";
import type { ClientRecord, RecordInput } from "#contract/record/record.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../support/data/console-caller.ts";
import { FORMULA, SEPARATORS, spreadsheetCells } from "../support/data/spreadsheet-cells.ts";
import { everywhereInRecords } from "../support/security/hostile-records.ts";
import { formulas, hostileStrings, someHostileStrings } from "../support/security/hostile-strings.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type Service, startService } from "../support/service/service.ts";

const records = everywhereInRecords();

let service: Service;
let manager: ConsoleCaller;
/** A client for each record. */
let clients: { clientId: string; token: string }[];
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  manager = await consoleCaller(service);
  clients = [];
  for (const data of records) {
    const client = await signInClientOf(service, manager, `../../<b>=${clients.length}`);
    expect((await put(client.token, data)).status).toBe(200);
    clients.push(client);
  }
});
afterAll(() => service.close());

const put = (token: string, data: RecordInput) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data } });
const load = async (token: string) => {
  const response = await service.call("GET", "/v1/onboarding", { token });
  return ((await response.json()) as { data: ClientRecord }).data;
};
/** For each client: the id, the saved record, and the result of reading a path of theirs. */
async function ofEach<Read>(path: string, read: (response: Response) => Promise<Read>) {
  return Promise.all(
    clients.map(async ({ clientId }, place) => {
      const response = await manager.call("GET", `/clients/${clientId}${path}`);
      expect(response.status).toBe(200);
      return { clientId, saved: records[place] ?? {}, read: await read(response) };
    }),
  );
}
const textsOf = (record: RecordInput | ClientRecord) =>
  Object.values(record).flatMap((entry) =>
    "responses" in entry ? entry.responses.map(({ content }) => content) : [],
  );

describe("any answer", () => {
  test("comes back exactly, from every question", async () => {
    for (const [place, { token }] of clients.entries())
      expect(await load(token)).toMatchObject(records[place] ?? {});
    countTried("hostile answers saved and read back", records.flatMap(textsOf).length);
  });

  test("comes back exactly from the two text boxes of the forms", async () => {
    const { token } = await service.signIn();
    const texts = someHostileStrings();
    for (const text of texts) {
      const forms = {
        "tool-selection": { selectedTools: ["other"], customTools: text, toolRatings: {} },
        "website-form": { url: text },
      };
      expect((await put(token, forms)).status).toBe(200);
      expect(await load(token)).toEqual(forms);
    }
    countTried("hostile answers saved and read back", 2 * texts.length);
  });

  test("comes back exactly when its revision is restored", async () => {
    for (const { clientId, token } of clients) {
      const before = await load(token);
      await put(token, {});
      expect(await load(token)).toEqual({});
      await manager.send("POST", `/clients/${clientId}/history/1/restore`);
      expect(await load(token)).toEqual(before);
      const revision = await manager.read<{ data: object }>(`/clients/${clientId}/history/1`);
      expect(revision.data).toEqual(before);
    }
    countTried("hostile answers restored", records.flatMap(textsOf).length);
  });
});

describe("a downloaded file", () => {
  test("as CSV has no cell that begins a formula, and is otherwise exact", async () => {
    for (const name of formulas) await signInClientOf(service, manager, name);
    const csv = await (await manager.call("GET", "/export")).text();
    for (const separator of SEPARATORS) {
      const cells = spreadsheetCells(csv, separator);
      expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
      countTried("cells of CSV read back", cells.length);
    }
    const rows = parse(csv, { bom: true, columns: true, delimiter: ",", record_delimiter: "\r\n" }) as {
      [column: string]: string;
    }[];
    const read = rows.map(({ answer = "" }) => answer);
    for (const date of ["2-5", "6-10", "24/7", "May 5"]) expect(read).not.toContain(date);
    const plain = (text: string) => shownText(text).replaceAll("'", "");
    const answers = new Set(read.map(plain));
    expect(records.flatMap(textsOf).filter((text) => !answers.has(plain(text)))).toEqual([]);
    const names = new Set(rows.map(({ client = "" }) => client));
    expect(formulas.map((name) => `'${name}`).filter((name) => !names.has(name))).toEqual([]);
  });

  test("as JSON is exact, for one client and for all", async () => {
    const all = (await (await manager.call("GET", "/export?format=json")).json()) as {
      clientId: string;
      record: ClientRecord;
    }[];
    for (const { clientId, saved, read } of await ofEach("/brief?format=json", jsonOf)) {
      expect(all.find((client) => client.clientId === clientId)?.record).toMatchObject(saved);
      const { sections } = read as { sections: { questions: { answers: { content: string }[] }[] }[] };
      const briefAnswers = sections.flatMap(({ questions }) => questions.flatMap(({ answers }) => answers));
      expect(briefAnswers.map(({ content }) => content).sort()).toEqual(textsOf(saved).sort());
    }
    countTried("hostile answers exported as JSON", 2 * records.flatMap(textsOf).length);
  });

  test("as Markdown stays text for any program that renders it", async () => {
    for (const { read } of await ofEach("/brief?format=md", (response) => response.text())) {
      const html = await new Marked({ gfm: true }).parse(read);
      const tags = new Set(
        [...html.matchAll(/<\/?([a-z][^\s/>]*)([^>]*)>/gi)].map(([, name, more]) => `${name}${more}`),
      );
      const plain = ["h1", "h2", "h3", "p", "ul", "li", "strong", "em", "blockquote", "hr", "br"];
      expect([...tags].filter((tag) => !plain.includes(tag))).toEqual([]);
    }
    countTried("hostile answers made Markdown", records.flatMap(textsOf).length);
  });

  test("as a ZIP has only names of our own, and everything inside", async () => {
    for (const { saved, read, clientId } of await ofEach("/archive", (response) => response.arrayBuffer())) {
      const file = join(service.folder, `${clientId}.zip`);
      writeFileSync(file, Buffer.from(read));
      const names = execFileSync("unzip", ["-Z1", file]).toString().trim().split("\n");
      expect(
        names.filter(
          (name) => !/^(?:(?:history|submissions)\/\d+\.json|[a-zA-Z]+\.(?:txt|html|md|json))$/.test(name),
        ),
      ).toEqual([]);
      const record = execFileSync("unzip", ["-p", file, "record.json"], { maxBuffer: 2 ** 26 }).toString();
      expect((JSON.parse(record) as { record: ClientRecord }).record).toMatchObject(saved);
    }
    countTried("archives opened", clients.length);
  });

  test("has a name of plain letters and digits, whatever the client's name", async () => {
    for (const { read } of await ofEach("/archive", async (response) =>
      response.headers.get("content-disposition"),
    ))
      expect(read).toMatch(
        /^attachment; filename="(?:[a-z0-9]+(?:-[a-z0-9]+)*|cl_[0-9a-f]+)_archive_\d{4}-\d\d-\d\d\.zip"$/,
      );
  });
});

test("no log line contains any of it, each line is one record, and no error occurred", () => {
  const lines = service.logLines;
  for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\n\r\u2028\u2029]/);
  const logged = lines.map((line) => JSON.parse(line) as { level: number });
  expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
  const log = lines.join("");
  // shorter texts also occur in our own words
  const telling = hostileStrings.filter((text) => text.length >= 12);
  expect(
    telling.filter((text) => log.includes(JSON.stringify(text).slice(1, -1)) || log.includes(text)),
  ).toEqual([]);
  countTried("hostile strings looked for in logs", telling.length);
});

const jsonOf = (response: Response): Promise<unknown> => response.json();
