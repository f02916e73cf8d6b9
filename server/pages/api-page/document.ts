/** The part of JSON Schema that the API document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: { [name: string]: Schema };
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
};

export type Parameter = {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema: Schema;
};
type Reference = { $ref: string };
type Media = { schema?: Schema; example?: unknown };
export type Content = { [type: string]: Media };
export type ApiResponse = { description: string; content?: Content; headers?: { [name: string]: Reference } };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  deprecated?: boolean;
  security: { [scheme: string]: string[] }[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Content };
  /** A success; failures are references that many calls share. */
  responses: { [status: string]: ApiResponse | Reference };
};

/** The OpenAPI document of an installation, made by `server/api-document`. */
export type ApiDocument = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: { [path: string]: { [method: string]: Operation } };
  components: {
    securitySchemes: { [name: string]: { description: string } };
    parameters: { [name: string]: Parameter };
    headers: { [name: string]: { description: string; example?: string } };
    responses: { [name: string]: unknown };
    examples: { [code: string]: { value: { message: string } } };
    schemas: { [name: string]: Schema };
  };
};

export type Call = Operation & { method: string; path: string };

/** Every call, in the document's order. */
export function callsOf({ paths }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The last part of a reference: the component's name. */
export function nameOf({ $ref }: { $ref?: string }): string {
  return $ref?.split("/").at(-1) ?? "";
}

export function isReference(part: object): part is Reference {
  return "$ref" in part;
}

/** A call's failures: the error codes of each status. */
export function failuresOf({ responses }: Operation): [status: string, codes: string[]][] {
  return Object.entries(responses).flatMap(([status, answer]) =>
    isReference(answer) ? [[status, nameOf(answer).split(".")]] : [],
  );
}

export function answersOf({ responses }: Operation): [status: string, answer: ApiResponse][] {
  return Object.entries(responses).flatMap(([status, answer]) =>
    isReference(answer) ? [] : [[status, answer]],
  );
}
