import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SearchEnd, SearchHit, SearchLine } from "#contract/manage/search.ts";
import { searchLineSchema } from "#contract/manage/search.ts";
import { addClients } from "../../../server/access-keys/issue-key.ts";
import { eraseClient } from "../../../server/clients/erase-client.ts";
import { filesWith } from "../../support/data/canary-client.ts";
import {
  CONSOLE,
  type ConsoleCaller,
  consoleCaller,
  signInClientOf,
} from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { type PostgresServer, startPostgres } from "../../support/peers/postgres-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.run("create database firsthand");
});
afterAll(() => postgres.remove());

const engines = {
  SQLite: () => ({}),
  PostgreSQL: () => ({
    DATABASE_URL: postgres.url("firsthand"),
    FIRSTHAND_SECRETS: `${postgres.folder}/secrets.json`,
  }),
};

describe.each(Object.entries(engines))("on %s,", (_engine, env) => {
  let service: Service;
  let manager: ConsoleCaller;
  beforeAll(async () => {
    service = await startService({ env: env() });
  });
  afterAll(() => service.close());
  // a new manager per test, with other clients and an unused search limit
  beforeEach(async () => {
    manager = await consoleCaller(service);
  });

  const save = async (name: string, data: object, by = manager) => {
    const { token, clientId } = await signInClientOf(service, by, name);
    const response = await service.call("PUT", "/v1/onboarding", { token, body: { data } });
    expect(response.status).toBe(200);
    return clientId;
  };
  const answered = (name: string, text: string, by = manager) => save(name, written(text), by);
  const post = (body: unknown, by = manager) => by.call("POST", "/search", body);
  async function search(query: string, more: object = {}, by = manager) {
    const response = await post({ query, ...more }, by);
    const lines = await linesOf(response);
    return { hits: hitsOf(lines), end: lines.at(-1) as SearchEnd, lines, response };
  }
  const namesFor = async (query: string, more: object = {}, by = manager) =>
    (await search(query, more, by)).hits.map(({ name }) => name);

  test("an answer is found by the beginning of a word, with its question, its time and the match", async () => {
    const clientId = await answered("Rosa's Bakery", "We write invoices on Sunday evening.");
    await answered("Kit's Kites", "Nothing of the kind.");
    const { hits, end, response } = await search("INVOI sunday");
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    expect(hits).toEqual([
      {
        type: "hit",
        clientId,
        name: "Rosa's Bakery",
        state: "in-progress",
        score: 16,
        passages: [
          {
            question: "customer-acquisition",
            kind: "answer",
            at: expect.any(String),
            text: "We write invoices on Sunday evening.",
            marks: [
              [9, 14],
              [21, 27],
            ],
          },
        ],
        more: 0,
      },
    ]);
    expect(end).toEqual({ type: "end", outcome: "complete", searched: 2, found: 1, more: 0, unreadable: 0 });
  });

  test("clients who chose a tool, named it or wrote about it are found by its label, in this order", async () => {
    await answered("Wrote", "QuickBooks is what my sister uses.");
    const tools = { customTools: "", toolRatings: {} };
    await save("Chose", { "tool-selection": { ...tools, selectedTools: ["quickbooks"] } });
    await save("Named", {
      "tool-selection": { ...tools, selectedTools: ["other"], customTools: "Quickbooks Desktop" },
    });
    await save("Chose another", { "tool-selection": { ...tools, selectedTools: ["xero"] } });
    const { hits } = await search("quickbooks");
    expect(new Set(hits.slice(0, 2).map(({ name }) => name))).toEqual(new Set(["Chose", "Named"]));
    expect(hits.map(({ score }) => score)).toEqual([30, 30, 10]);
    const chose = hits.find(({ name }) => name === "Chose");
    expect(chose?.passages).toMatchObject([{ question: "current-tools", kind: "choice", marks: [[0, 10]] }]);
    expect(chose?.passages[0]?.text).toBe("QuickBooks");
  });

  test("all words must be in one client, across answers, follow-ups and notes", async () => {
    const clientId = await answered("Rosa's Bakery", "Orders come by telephone.");
    await manager.call("POST", `/clients/${clientId}/notes`, { text: "Prefers a call after 3 PM" });
    await manager.call("POST", `/clients/${clientId}/questions/customer-acquisition/follow-up`, {
      text: "Which supplier?",
    });
    const { hits } = await search("telephone supplier prefers");
    expect(hits[0]?.passages.map(({ kind, question }) => [kind, question]).sort()).toEqual([
      ["answer", "customer-acquisition"],
      ["follow-up", "customer-acquisition"],
      ["note", null],
    ]);
    expect(await namesFor("telephone supplier", { in: ["answers", "notes"] })).toEqual([]);
    expect(await namesFor("supplier", { in: ["follow-ups"] })).toEqual(["Rosa's Bakery"]);
    expect(await namesFor("prefers", { in: ["answers", "follow-ups"] })).toEqual([]);
  });

  test("a manager finds only their own clients, and an administrator finds all", async () => {
    const other = await consoleCaller(service);
    const word = `w${manager.managerId.slice(3, 11)}`;
    await answered("Mine", word);
    await answered("Theirs", word, other);
    expect(await namesFor(word)).toEqual(["Mine"]);
    expect(await namesFor(word, {}, other)).toEqual(["Theirs"]);
    const administrator = await consoleCaller(service, "administrator");
    expect((await namesFor(word, {}, administrator)).sort()).toEqual(["Mine", "Theirs"]);
    expect(await namesFor(word, { filter: { manager: "nobody" } }, administrator)).toEqual([]);
  });

  test("the list's selection narrows the search", async () => {
    await answered("Rosa's Bakery", "flour");
    await answered("Kit's Kites", "flour");
    expect(await namesFor("flour", { filter: { search: "kit" } })).toEqual(["Kit's Kites"]);
    expect(await namesFor("flour", { filter: { state: "submitted" } })).toEqual([]);
    expect(await namesFor("flour", { filter: { filter: "stalled" } })).toEqual([]);
    expect((await namesFor("flour", { filter: { filter: "news" } })).length).toBe(2);
  });

  test("an erased client is not a hit", async () => {
    const clientId = await answered("Rosa's Bakery", "flour");
    await eraseClient(service, { clientId, at: Date.now(), by: { actor: "operator" } });
    expect((await search("flour")).end).toMatchObject({ searched: 0, found: 0, unreadable: 0 });
  });

  test.each([
    ["no body", undefined],
    ["one letter", { query: "a" }],
    ["only quotes", { query: '""""' }],
    ["a hundred words", { query: "a ".repeat(100) }],
    ["a number", { query: 12 }],
    ["an unknown place", { query: "flour", in: ["mails"] }],
    ["an unknown field", { query: "flour", sort: "name" }],
    ["a number in the filter", { query: "flour", filter: { search: 12 } }],
  ])("%s is refused", async (_what, body) => {
    await expectFailure(await post(body), "VALIDATION_ERROR");
  });

  test("a text that no database can store finds no client", async () => {
    await answered("Rosa's Bakery", "flour");
    expect(await namesFor("flour", { filter: { search: "\0" } })).toEqual([]);
    expect(await namesFor("flo\0ur")).toEqual([]);
  });

  test("a body that is too large is refused", async () => {
    await expectFailure(await post({ query: "x".repeat(9_000) }), "BODY_TOO_LARGE");
  });

  test("a manager's 31st search in a minute has to wait", async () => {
    for (let count = 0; count < 30; count++) await search("flour");
    const response = await post({ query: "flour" });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectFailure(response, "RATE_LIMITED");
  });

  test("neither query nor answer is in the log or in any file", async () => {
    await answered("Rosa's Bakery", "we sell Kanarienvogelfutter");
    expect((await search("kanarienvogelf")).hits).toHaveLength(1);
    expect(service.logLines.join("").toLowerCase()).not.toContain("kanarienvogel");
    expect(filesWith(service.folder, "Kanarienvogelfutter")).toEqual([]);
    expect(filesWith(service.folder, "kanarienvogelf")).toEqual([]);
  });

  test("the best 200 of many clients are returned in pages, and the others counted", async () => {
    const MANY = 700;
    const { managerId } = manager;
    const clients = Array.from({ length: MANY }, (_, place) => ({ name: `Many ${place}`, managerId }));
    for (const { clientId } of await addClients({ ...service, now: Date.now() }, clients))
      await service.storage.notes.add(
        { noteId: `nt_${clientId}`, clientId, managerId, text: "haystack", at: Date.now() },
        [],
      );
    const { hits, end, lines } = await search("haystack", { in: ["notes"] });
    const counts = { searched: MANY, found: MANY, more: MANY - 200 };
    expect(end).toEqual({ type: "end", outcome: "complete", unreadable: 0, ...counts });
    expect(hits.length).toBeGreaterThanOrEqual(200);
    const progress = lines.filter((line) => line.type === "progress");
    expect(progress.map(({ searched }) => searched)).toEqual([125, 250, 375, 500, 625, MANY]);
  });

  test("only managers can search", async () => {
    const client = await service.signIn();
    const body = { query: "flour" };
    await expectFailure(
      await service.call("POST", "/v1/manage/search", { body, headers: CONSOLE }),
      "UNAUTHORIZED",
    );
    const asClient = await service.call("POST", "/v1/manage/search", { body, token: client.token });
    await expectFailure(asClient, "UNAUTHORIZED");
  });
});

async function linesOf(response: Response): Promise<SearchLine[]> {
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.stringMatching(/\n$/)]);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => searchLineSchema.parse(JSON.parse(line)));
}

function hitsOf(lines: SearchLine[]): SearchHit[] {
  const hits = lines.filter((line) => line.type === "hit");
  return hits.sort((one, other) => other.score - one.score);
}
