import type { Schema } from "../../../server/pages/api-page/document.ts";
import { type Document, resolved } from "../data/openapi.ts";

/** A text in a body: its way there, and how long the document says that it may be. */
export type LimitedText = { path: (string | number)[]; schema: Schema; maxLength: number };

/** Every text that has a limit, and in `unlimited` each path of one, or of a list, that has none. */
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

/** A list of a few words is not: each may be there once. */
function isWithoutEnd({ type, enum: options, const: word, maxLength, maxItems, items }: Schema): boolean {
  if (type === "string") return !options && word === undefined && maxLength === undefined;
  return type === "array" && maxItems === undefined && !items?.enum;
}

/** So many characters that nothing but their number can be wrong with. */
export function textOf({ path, schema }: LimitedText, length: number): string {
  const around = (before: string, filling: string, after = "") =>
    before + filling.repeat(length - before.length - after.length) + after;
  if (schema.format === "email") return around("", "a", "@example.com");
  if (schema.format === "date-time") return around("2026-03-01T12:00:00.", "0", "Z");
  if (schema.pattern?.startsWith("^audio")) return around("audio/webm;", "x");
  if (path.at(-1) === "address") return around("https://receiver.example/", "x");
  return "x".repeat(length);
}

/** The body with this text in its place; what has to be around it is made as its schema asks. */
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

/** The smallest value that a schema lets through. */
function least(document: Document, given: Schema): unknown {
  const schema = resolved(document, given);
  if (schema.enum) return schema.enum[0];
  if (schema.type === "array") return [];
  if (schema.type !== "object") return schema.type === "string" ? "x" : 1;
  const names = schema.required ?? [];
  return Object.fromEntries(names.map((name) => [name, least(document, schema.properties?.[name] ?? {})]));
}
