import type { Schema } from "../../../server/pages/api-page/document.ts";
import type { Service } from "../service/service.ts";

type Content = { [type: string]: { schema?: Schema; example?: unknown } };
export type Operation = {
  operationId: string;
  summary: string;
  deprecated?: boolean;
  security: { [scheme: string]: string[] }[];
  requestBody?: { content: Content };
  /** The responses of a success; failures are references. */
  responses: { [status: string]: { content?: Content } };
};
export type Document = {
  openapi: string;
  paths: { [path: string]: { [method: string]: Operation } };
  components?: { schemas?: { [name: string]: Schema } };
};

export async function readDocument(service: Service): Promise<Document> {
  return (await (await service.call("GET", "/openapi.json")).json()) as Document;
}

/** Operations by the route's name on the server: "PUT /v1/manage/clients/:clientId". */
export function operationsOf({ paths }: Document): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
        operation,
      ]),
    ),
  );
}

/** The schema that a reference names; any other schema is returned as it is. */
export function resolved({ components }: Document, schema: Schema): Schema {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  const found = name === undefined ? schema : components?.schemas?.[name];
  if (!found) throw new Error(`The document has no ${schema.$ref}`);
  return found;
}

/** The paths of a value that its schema does not define, and the required ones that are missing. */
export function keyFaults(document: Document, given: Schema, value: unknown, path = ""): string[] {
  const schema = resolved(document, given);
  // an entry that the interview does not ask for any more may be anything
  if (Object.keys(schema).length === 0) return [];
  const either = schema.anyOf ?? schema.oneOf;
  if (either) {
    const each = either.map((one) => keyFaults(document, one, value, path));
    return each.reduce((best, faults) => (faults.length < best.length ? faults : best));
  }
  if (schema.allOf) return schema.allOf.flatMap((one) => keyFaults(document, one, value, path));
  if (Array.isArray(value)) return itemFaults(document, schema, value, path);
  if (typeof value === "object" && value !== null) return memberFaults(document, schema, value, path);
  return kindFaults(schema, value, path);
}

function itemFaults(
  document: Document,
  { type, items, prefixItems }: Schema,
  value: unknown[],
  path: string,
) {
  if (type !== "array") return [`${path}: an array`];
  return value.flatMap((each, place) => {
    const schema = prefixItems?.[place] ?? items;
    return schema ? keyFaults(document, schema, each, `${path}[]`) : [`${path}[]: ${typeof each}`];
  });
}

function memberFaults(document: Document, schema: Schema, value: object, path: string): string[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (schema.type !== "object") return [`${path}: an object`];
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${path}.${name}: missing`);
  const faults = Object.entries(value).flatMap(([name, each]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) return keyFaults(document, known, each, `${path}.${name}`);
    // a table by names of the interview, not a field
    if (typeof additionalProperties === "object")
      return keyFaults(document, additionalProperties, each, `${path}.*`);
    return [`${path}.${name}: unknown`];
  });
  return [...missing, ...faults];
}

function kindFaults({ type, enum: options, const: only }: Schema, value: unknown, path: string): string[] {
  const kind = value === null ? "null" : typeof value;
  const fits = [type].flat().some((each) => each === kind || (each === "integer" && kind === "number"));
  const isNamed = options?.includes(value) || (only !== undefined && only === value);
  return fits || isNamed ? [] : [`${path}: ${kind}`];
}
