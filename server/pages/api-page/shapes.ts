import { type Markup, markup } from "#contract/markup.ts";
import { nameOf, type Schema } from "./document.ts";
import { joined } from "./prose.ts";

/** A named shape with the anchor that its links point to. */
export function namedShape(name: string, schema: Schema): Markup {
  return markup`<pre id="schema-${name}"><code><b>${name}</b> = ${typeOf(schema)}</code></pre>\n`;
}

/** A type in TypeScript notation, with its limits as comments; names link to their own shapes. */
export function typeOf(schema: Schema): Markup {
  const { $ref, anyOf, oneOf, allOf, enum: options, prefixItems, items, properties } = schema;
  const either = anyOf ?? oneOf;
  if ($ref !== undefined) return linkTo(nameOf(schema));
  if (allOf) return each(allOf, " & ");
  if (either) return each(either, " | ");
  if (options) return markup`${options.map((one) => JSON.stringify(one)).join(" | ")}`;
  if ("const" in schema) return markup`${JSON.stringify(schema.const)}`;
  if (prefixItems) return markup`[${each(prefixItems, ", ")}]`;
  if (items) return listOf(items);
  if (properties || schema.type === "object") return objectOf(schema);
  return markup`${[schema.type ?? "any"].flat().join(" | ")}`;
}

/** The constraints on a value besides its type. */
export function limitsOf(schema: Schema): string {
  const present = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  const [only] = present;
  const limited = only && present.length === 1 ? only : schema;
  return limitsIn({ ...limited, ...("default" in schema && { default: schema.default }) }).join(", ");
}

function limitsIn(schema: Schema): string[] {
  const { format, items, minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  return [
    // with a format, the length adds no information
    ...(format ? [format === "binary" ? "bytes" : format] : range(minLength, maxLength, "characters")),
    ...range(minItems, maxItems, "entries"),
    ...range(minimum, maximum, ""),
    ...(items && !items.properties ? limitsIn(items).map((limit) => `each ${limit}`) : []),
    ...(schema.default === undefined || schema.default === null
      ? []
      : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

function range(least: number | undefined, most: number | undefined, noun: string): string[] {
  const isLeast = least !== undefined && least !== -Number.MAX_SAFE_INTEGER;
  const isMost = most !== undefined && most !== Number.MAX_SAFE_INTEGER;
  if (!isLeast && !isMost) return [];
  return [`${rangeWords(isLeast ? least : undefined, isMost ? most : undefined)} ${noun}`.trim()];
}

function rangeWords(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`;
  if (most === undefined) return `at least ${least}`;
  return least === most ? `${least}` : `${least} to ${most}`;
}

function linkTo(name: string): Markup {
  return markup`<a href="#schema-${name}">${name}</a>`;
}

function each(schemas: Schema[], separator: string): Markup {
  return markup`${joined(schemas.map(typeOf), separator)}`;
}

function listOf(items: Schema): Markup {
  const item = typeOf(items);
  return items.anyOf || items.oneOf || items.enum ? markup`(${item})[]` : markup`${item}[]`;
}

/** The style sheet puts each field on its own line, with indentation. */
function objectOf({ properties = {}, required = [], additionalProperties }: Schema): Markup {
  const fields = Object.entries(properties).map(([name, schema]) =>
    field(`${shownName(name)}${required.includes(name) ? "" : "?"}`, schema),
  );
  if (typeof additionalProperties === "object") fields.push(field("[name: string]", additionalProperties));
  return markup`{${fields}}`;
}

function field(name: string, schema: Schema): Markup {
  const limits = limitsOf(schema);
  return markup`<span>${name}: ${typeOf(schema)}${limits !== "" && markup` <i>// ${limits}</i>`}</span>`;
}

function shownName(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}
