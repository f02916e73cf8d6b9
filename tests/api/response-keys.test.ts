import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "#contract/api/endpoints.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type KeptContent, keepContent } from "../support/data/database-content.ts";
import {
  type Document,
  keyFaults,
  type Operation,
  operationsOf,
  readDocument,
  resolved,
} from "../support/data/openapi.ts";
import { countTried } from "../support/security/security-counts.ts";
import { eachMethod } from "../support/service/each-method.ts";
import type { Cell } from "./access/expected.ts";
import { rightCalls } from "./access/right-calls.ts";
import { sendCell } from "./access/send-cell.ts";
import { openWorld, type World } from "./access/world.ts";

/** Answers contain only what they are meant to contain (promise P37). */

const CANARY = "canary7f3a";
/** Columns that a table might have besides those for answers, in both spellings. */
const FURTHER = Object.fromEntries(
  ["secret_hash", "secretHash", "password_hash", "passwordHash", "wrapped", "secret", "extra"].map((name) => [
    name,
    `${CANARY} ${name}`,
  ]),
);
/** Objects with names as keys: everything in a record is part of an answer, and their schemas refuse further counts. */
const BY_NAME = ["record", "data", "interview", "body", "marks", "counts"];
/** Methods that return counts, a record or an interview itself, or values by field id. */
const BARE = [
  "clients.count",
  "clients.countStates",
  "fields.listValues",
  "interviews.loadBody",
  "records.loadRevision",
];

let world: World;
let content: KeptContent;
let calls: Cell[];
let document: Document;
let operations: Map<string, Operation>;
beforeAll(async () => {
  world = await openWorld();
  content = keepContent(world.service.config.databaseFile);
  calls = rightCalls(world);
  document = await readDocument(world.service);
  operations = operationsOf(document);
});
afterAll(async () => {
  content.close();
  await world.close();
});

const nameOf = ({ route }: Cell) => `${route.method} ${route.url}`;
const isJson = (type: string) => type.startsWith("application/json");

async function answersOf(url: string) {
  const answers = [];
  for (const cell of calls) {
    const response = await sendCell(url, cell);
    const type = response.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await response.arrayBuffer());
    answers.push({ name: nameOf(cell), status: response.status, type, bytes });
    const changes = content.changes();
    if (changes.size > 0) content.restore(changes);
  }
  return answers;
}

test("every call of the contract declares its answer", () => {
  const silent = Object.values({ ...endpoints, ...manageEndpoints })
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => {
      const responses = Object.entries(operations.get(name)?.responses ?? {}).filter(
        ([status]) => status < "4",
      );
      const leadsOn = responses.some(([status]) => status === "303");
      const says = responses.flatMap(([, { content: bodies = {} }]) => Object.values(bodies));
      return (
        !leadsOn &&
        (says.length === 0 || says.some(({ schema }) => !schema || !isSaid(resolved(document, schema))))
      );
    });
  expect(silent).toEqual([]);
});

/** Lines of a stream are one of several kinds. */
const isSaid = (schema: object) => "type" in schema || "oneOf" in schema;

test("each answer has exactly the names of its schema, at every level", async () => {
  const answers = await answersOf(world.service.url);
  const checked = answers.filter(
    ({ name, status, type }) => status === 200 && isJson(type) && schemaOf(name),
  );
  const faults = checked.flatMap(({ name, bytes }) =>
    keyFaults(document, schemaOf(name) ?? {}, JSON.parse(bytes.toString())).map(
      (fault) => `${name} ${fault}`,
    ),
  );
  expect(faults).toEqual([]);
  countTried("answers compared with their schemas", checked.length);
  expect(checked.length).toBeGreaterThan(70);
});

function schemaOf(name: string) {
  return operations.get(name)?.responses["200"]?.content?.["application/json"]?.schema;
}

test("additional data in the tables is in no answer and in no file", async () => {
  const storage = eachMethod(world.service.storage, (name, method) => async (...args) => {
    const read = await method(...args);
    return BARE.includes(name) ? read : withMore(read);
  });
  const service = await world.startBeside({ storage });
  const answers = await answersOf(service.url);
  await service.close();
  expect(answers.filter(({ status }) => status >= 500).map(({ name }) => name)).toEqual([]);
  expect(answers.filter(({ bytes }) => bytes.includes(CANARY)).map(({ name }) => name)).toEqual([]);
  expect(service.logLines.filter((line) => line.includes(CANARY))).toEqual([]);
  countTried("answers from tables with further columns", answers.length);
});

/** A copy with those additional fields in each of its objects. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const members = Object.entries(value).map(([name, each]) => [
    name,
    BY_NAME.includes(name) ? each : withMore(each),
  ]);
  return { ...FURTHER, ...Object.fromEntries(members) };
}
