import type { Schema } from "../../../server/pages/api-page/document.ts";
import { type Document, resolved } from "../data/openapi.ts";

/** A text in a body: its path and its documented maximum length. */
export type LimitedText = { path: (string | number)[]; schema: Schema; maxLength: number };

/** Every text with a limit, and in `unlimited` the paths of texts and lists without one. */
export function limitedTexts(document: Document, body: Schema) {
  const texts: LimitedText[] = [];
  const unlimited: string[] = [];
  walk(body, []);
  return { texts, unlimited };

  function walk(given: Schema, path: LimitedText["path"]): void {
    const schema = resolved(document, given);
    for (const one of schema.anyOf ?? []) walk(one, path);
    for (const [name, member] of Object.entries(schema.properties ?? {})) walk(member, [...path, name]);
    if (schema.items) walk(schema.items, [...path, 0]);
    if (isWithoutEnd(schema)) unlimited.push(path.join("."));
    if (schema.type === "string" && schema.maxLength !== undefined)
      texts.push({ path, schema, maxLength: schema.maxLength });
  }
}

/** A list of a few fixed words is limited, since each may be there once. */
function isWithoutEnd({ type, enum: options, const: word, maxLength, maxItems, items }: Schema): boolean {
  if (type === "string") return !options && word === undefined && maxLength === undefined;
  return type === "array" && maxItems === undefined && !items?.enum;
}

/** A text in which only the length can be wrong. */
export function textOf({ path, schema }: LimitedText, length: number): string {
  const around = (before: string, filling: string, after = "") =>
    before + filling.repeat(length - before.length - after.length) + after;
  if (schema.format === "email") return around("", "a", "@example.com");
  if (schema.format === "date-time") return around("2026-03-01T12:00:00.", "0", "Z");
  if (schema.pattern?.startsWith("^audio")) return around("audio/webm;", "x");
  if (path.at(-1) === "address") return around("https://receiver.example/", "x");
  return "x".repeat(length);
}

/** The body with this text in its place; what must surround the text is made by its schema. */
export function withText(
  document: Document,
  body: Schema,
  value: unknown,
  [step, ...rest]: LimitedText["path"],
  text: string,
): unknown {
  if (step === undefined) return text;
  const { anyOf } = resolved(document, body);
  const other = anyOf?.find((one) => resolved(document, one).properties?.[step]);
  if (other) return withText(document, other, {}, [step, ...rest], text);
  const schema = resolved(document, body);
  if (typeof step === "number") return [withText(document, schema.items ?? {}, {}, rest, text)];
  const object = { ...(least(document, schema) as object), ...(value as object) } as {
    [name: string]: unknown;
  };
  return {
    ...object,
    [step]: withText(document, schema.properties?.[step] ?? {}, object[step] ?? {}, rest, text),
  };
}

/** The smallest value that a schema accepts. */
function least(document: Document, given: Schema): unknown {
  const schema = resolved(document, given);
  if (schema.enum) return schema.enum[0];
  if (schema.type === "array") return [];
  if (schema.type !== "object") return schema.type === "string" ? "x" : 1;
  const names = schema.required ?? [];
  return Object.fromEntries(names.map((name) => [name, least(document, schema.properties?.[name] ?? {})]));
}
