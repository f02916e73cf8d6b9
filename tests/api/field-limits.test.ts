import { afterAll, beforeAll, expect, test } from "vitest";
import type { Failure } from "#contract/api/failure.ts";
import type { Schema } from "../../server/pages/api-page/document.ts";
import { type Document, operationsOf, readDocument } from "../support/data/openapi.ts";
import { type JsonRoute, jsonRoutes } from "../support/security/json-routes.ts";
import { type LimitedText, limitedTexts, textOf, withText } from "../support/security/limited-texts.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type Service, startService } from "../support/service/service.ts";

/** The length limits of all texts in the OpenAPI document are true, to the character (promise P31). */

let service: Service;
let document: Document;
let routes: (JsonRoute & { schema: Schema })[];
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  document = await readDocument(service);
  const operations = operationsOf(document);
  routes = (await jsonRoutes(service)).map((route) => ({ ...route, schema: bodyOf(operations, route.name) }));
});
afterAll(() => service.close());

function bodyOf(operations: ReturnType<typeof operationsOf>, name: string): Schema {
  const schema = operations.get(name)?.requestBody?.content["application/json"]?.schema;
  if (!schema) throw new Error(`The document says nothing of the body of ${name}`);
  return schema;
}

test("no text and no list in any body is without a limit", () => {
  const unlimited = routes.flatMap(({ name, schema }) =>
    limitedTexts(document, schema).unlimited.map((path) => `${name} ${path}`),
  );
  expect(unlimited).toEqual([]);
});

test("a text of the maximum length is accepted, and one character more is refused by its path", async () => {
  let tried = 0;
  const wrong: string[] = [];
  for (const route of routes) {
    for (const text of limitedTexts(document, route.schema).texts) {
      tried += 1;
      const [full, over] = [await tryLength(route, text, 0), await tryLength(route, text, 1)];
      const isAtIt = over.filter((fault) => !full.includes(fault));
      if (isAtIt.length === 0)
        wrong.push(`${route.name} ${text.path.join(".")} of ${text.maxLength}: ${over.join()}`);
    }
  }
  countTried("texts at the border of their length", 2 * tried);
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(90);
});

/** The messages about the text at this path when it has its maximum length plus `more` characters. */
async function tryLength(
  route: JsonRoute & { schema: Schema },
  { path, ...limited }: LimitedText,
  more: number,
): Promise<string[]> {
  const value = textOf({ path, ...limited }, limited.maxLength + more);
  const response = await route.send(withText(document, route.schema, route.body, path, value) as object);
  const text = await response.text();
  if (response.status !== 422) return [];
  const body = JSON.parse(text) as Partial<Failure>;
  const own = body.details?.filter((detail) => detail.path === path.join("."));
  return own?.map(({ message }) => message) ?? [];
}
