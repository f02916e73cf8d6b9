import type { ZodMiniType } from "zod/mini";
import { successSchema } from "#contract/api/calls.ts";
import type { Endpoint, FileAnswer } from "#contract/api/endpoint.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { IDEMPOTENCY_KEY_MAX_LENGTH } from "#contract/limits.ts";
import { REPEATABLE_HOURS } from "#contract/manage/limits.ts";
import { MERGE_PATCH } from "../http/http-edge.ts";
import type { RegisteredRoute } from "../http/route-table.ts";
import { isBytes } from "../http/serve.ts";
import { type Example, examplesFor } from "./examples/examples.ts";
import { headerComponents, successHeaders } from "./response-headers.ts";
import { failureComponents, failureResponses } from "./responses.ts";
import { schemaNames } from "./schema-names.ts";
import { type JsonSchema, namedSchemas } from "./schemas.ts";
import { securityOf, securitySchemes } from "./security.ts";
import { type Topic, topics } from "./topics.ts";

/** A registered endpoint of the contract, with its name and its topic in the document. */
type Operation = { id: string; topic: string; endpoint: Endpoint; example: Example };
type Schemas = ReturnType<typeof namedSchemas>;

const DESCRIPTION = `An onboarding interview for small businesses: clients answer, account managers read.

A success is \`{"data": …}\`. A failure is \`{"code", "message", "requestId"}\`: programs go by \`code\`, and \`message\` is
a sentence in the caller's language. Fields may be added to answers at any time, so ignore those that you do not know.`;

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description: "The `ETag` of what was read. Where it has changed since, nothing is stored: 412 `CONFLICT`.",
  schema: { type: "string" },
};

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of an answer that you have. While it is the same, you get 304 without a body.",
  schema: { type: "string" },
};

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: `A name of your own for this call, such as a random UUID. Sent again within ${REPEATABLE_HOURS} hours with the same body and credential, it gets the first answer again, and nothing is made twice.`,
  schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX_LENGTH },
  example: "0f8fad5b-d9cb-469f-a165-70867728950e",
};

/** The OpenAPI document of the registered routes, made from the endpoints that also validate requests. */
export function apiDocument(
  routes: readonly RegisteredRoute[],
  { version, interview }: { version: string; interview: Interview },
): object {
  const operations = operationsOf(routes, examplesFor(interview));
  const schemas = namedSchemas(schemaNames);
  schemas.use(schemaNames.Failure, "output");
  const paths = pathsOf(operations, schemas);
  const used = new Set(operations.map(({ topic }) => topic));
  return {
    openapi: "3.1.0",
    info: {
      title: "Firsthand",
      version,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: topics.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: usedSchemes(operations),
      parameters: { IfMatch: IF_MATCH, IfNoneMatch: IF_NONE_MATCH, IdempotencyKey: IDEMPOTENCY_KEY },
      headers: usedHeaders(operations),
      ...failureComponents(operations.map(({ endpoint }) => endpoint)),
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(byName)),
    },
  };
}

function operationsOf(
  routes: readonly RegisteredRoute[],
  examples: ReturnType<typeof examplesFor>,
): Operation[] {
  const named = new Map(topics.flatMap(namedCalls));
  return routes.flatMap(({ method, endpoint }) => {
    if (!endpoint || method === "HEAD") return [];
    const found = named.get(`${endpoint.method} ${endpoint.path}`);
    if (!found) throw new Error(`${method} ${endpoint.path} belongs to no topic`);
    return [{ ...found, endpoint, example: examples[found.id] ?? {} }];
  });
}

function namedCalls({ name: topic, calls }: Topic): [string, Pick<Operation, "id" | "topic">][] {
  return Object.entries(calls).map(([id, { method, path }]) => [`${method} ${path}`, { id, topic }]);
}

function pathsOf(operations: Operation[], schemas: Schemas) {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const operation of operations) {
    const { method, path } = operation.endpoint;
    const address = path.replaceAll(/:(\w+)/g, "{$1}");
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationObject(operation, schemas) };
  }
  return paths;
}

function operationObject({ id, topic, endpoint, example }: Operation, schemas: Schemas) {
  const parameters = parametersOf(endpoint, schemas);
  const requestBody = requestBodyOf(endpoint, schemas, example.body);
  return {
    operationId: id,
    tags: [topic],
    summary: endpoint.summary,
    ...(endpoint.deprecatedSince && { deprecated: true }),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successResponses(endpoint, schemas, example), ...failureResponses(endpoint) },
  };
}

function parametersOf(endpoint: Endpoint, schemas: Schemas) {
  const { params, query, headers, takesIfMatch, isTagged, isRepeatable } = endpoint;
  const places = { path: params, query, header: headers };
  const named = Object.entries(places).flatMap(([place, schema]) => {
    if (!schema) return [];
    const { properties = {}, required = [] }: JsonSchema = schemas.use(schema, "input");
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: required.includes(name),
      schema: property,
    }));
  });
  return [
    ...named,
    ...(takesIfMatch ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
    ...(isTagged ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
    ...(isRepeatable ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
}

function requestBodyOf({ method, describedBody, ...endpoint }: Endpoint, schemas: Schemas, example: unknown) {
  const body = describedBody ?? endpoint.body;
  if (!body) return undefined;
  if (isBytes(body)) return { required: true, content: bytesContent(body.bytes) };
  const type = method === "PATCH" ? MERGE_PATCH : "application/json";
  return { required: true, content: { [type]: { schema: schemas.use(body, "input"), example } } };
}

function successResponses(endpoint: Endpoint, schemas: Schemas, { answer: example, created }: Example) {
  const { data, answers = {}, isTagged } = endpoint;
  const headers = successHeaders(endpoint);
  const responses: { [status: string]: object } = {};
  if (data) {
    const body = schemas.use(successSchema(data), "output");
    responses[200] = jsonResponse(body, { data: example });
  }
  if (isTagged) responses[304] = { description: DESCRIPTIONS[304] ?? "" };
  for (const [status, answer] of Object.entries(answers))
    responses[status] = otherResponse(Number(status), answer, schemas, status === "201" ? created : example);
  if (Object.keys(headers).length === 0) return responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, { ...response, headers }]),
  );
}

function otherResponse(
  status: number,
  answer: ZodMiniType | FileAnswer,
  schemas: Schemas,
  example: unknown,
): object {
  if ("files" in answer) {
    const { files, line } = answer;
    if (!line) return { description: DESCRIPTIONS[status] ?? "", content: bytesContent(files) };
    const content = { schema: schemas.use(line, "output") };
    return {
      description: "JSON, a line each",
      content: Object.fromEntries(files.map((type) => [type, content])),
    };
  }
  const schema = schemas.use(answer, "output");
  // an empty schema means a status without a body
  if (Object.keys(schema).length === 0) return { description: DESCRIPTIONS[status] ?? "" };
  return jsonResponse(schema, example);
}

const DESCRIPTIONS: { [status: number]: string } = {
  200: "Done",
  206: "The part that was asked for",
  303: "Leads the browser on",
  304: "What the caller has is current",
};

function jsonResponse(schema: JsonSchema, example: unknown): object {
  return { description: "Done", content: { "application/json": { schema, example } } };
}

/** Binary content, which JSON Schema cannot describe further. */
function bytesContent(types: readonly string[]) {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: "string", format: "binary" } }]));
}

function usedSchemes(operations: Operation[]) {
  const used = new Set(operations.flatMap(({ endpoint }) => securityOf(endpoint).flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)));
}

/** Only the headers that some answer uses. */
function usedHeaders(operations: Operation[]) {
  const used = operations.flatMap(({ endpoint }) =>
    Object.values(successHeaders(endpoint)).map(({ $ref }) => $ref.split("/").at(-1)),
  );
  return Object.fromEntries(
    Object.entries(headerComponents).filter(([name]) => name === "RetryAfter" || used.includes(name)),
  );
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
