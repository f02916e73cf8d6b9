import * as z from "zod";
import type { ZodMiniType } from "zod/mini";

export type JsonSchema = z.core.JSONSchema.BaseSchema;
/** What a caller sends, or what the server answers with. */
type Direction = "input" | "output";

const COMPONENTS = "#/components/schemas/";

/** The schemas of a document: each named schema is listed once in `components`, and other schemas refer to it. */
export function namedSchemas(names: { [name: string]: ZodMiniType }) {
  const components: { [name: string]: JsonSchema } = {};
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(names)) registry.add(schema, { id });

  return {
    components,
    /** The schema for the place where it is used. */
    use(schema: ZodMiniType, direction: Direction): JsonSchema {
      const {
        $schema: _dialect,
        $defs,
        ...used
      } = z.toJSONSchema(schema, {
        metadata: registry,
        io: direction,
        unrepresentable: "any",
        override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema),
      });
      for (const [name, definition] of Object.entries($defs ?? {})) keep(name, pointed(definition));
      return pointed(used);
    },
  };

  function keep(name: string, definition: JsonSchema): void {
    const before = components[name];
    if (before && JSON.stringify(before) !== JSON.stringify(definition))
      throw new Error(`${name} is one thing where it is sent and another where it is answered`);
    components[name] = definition;
  }
}

function simplify(zodSchema: z.core.$ZodType, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const { def } = zodSchema._zod;
  // a later release may add fields to an answer
  if (def.type === "object" && !("catchall" in def && def.catchall)) delete jsonSchema.additionalProperties;
  if (def.type === "record" && jsonSchema.required) nameEach(jsonSchema, jsonSchema.required);
  // two kinds of question may have the same stored form
  if (jsonSchema.anyOf) jsonSchema.anyOf = distinct(jsonSchema.anyOf);
  // the name of the format is enough
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
}

function distinct<Part>(parts: Part[]): Part[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

/** Turns a record with required keys into an object with these properties. */
function nameEach(jsonSchema: z.core.JSONSchema.BaseSchema, names: string[]): void {
  const { additionalProperties: each = {} } = jsonSchema;
  delete jsonSchema.propertyNames;
  delete jsonSchema.additionalProperties;
  jsonSchema.properties = Object.fromEntries(names.map((name) => [name, each]));
}

/** Points references to the document's components. */
function pointed<Part>(schema: Part): Part {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${COMPONENTS}`)) as Part;
}
