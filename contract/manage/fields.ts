import * as z from "zod/mini";
import { nameSchema } from "./names.ts";

/** Custom fields: what the provider records about each client besides the built-in fields. */

export const FIELDS_MAX = 20;
export const FIELD_NAME_MAX_LENGTH = 60;
export const FIELD_OPTIONS_MAX = 50;
export const FIELD_OPTION_MAX_LENGTH = 60;
/** UTF-16 code units. */
export const FIELD_TEXT_MAX_LENGTH = 1_000;

export const fieldKinds = ["text", "number", "date", "choice"] as const;
export type FieldKind = (typeof fieldKinds)[number];

const fieldNameSchema = nameSchema(FIELD_NAME_MAX_LENGTH);
const optionsSchema = z.array(nameSchema(FIELD_OPTION_MAX_LENGTH)).check(
  z.maxLength(FIELD_OPTIONS_MAX, `has more than ${FIELD_OPTIONS_MAX} options`),
  z.refine((options) => new Set(options).size === options.length, "Name each option once"),
);

export const fieldSchema = z.object({
  fieldId: z.string(),
  name: z.string(),
  /** Never changes. */
  kind: z.enum(fieldKinds),
  /** The options of a choice; otherwise empty. */
  options: z.array(z.string()),
});
export type CustomField = z.infer<typeof fieldSchema>;

/** In the order in which they were added. */
export const fieldsSchema = z.object({ fields: z.array(fieldSchema) });
export type Fields = z.infer<typeof fieldsSchema>;

export const addFieldRequestSchema = z
  .strictObject({
    name: fieldNameSchema,
    kind: z.enum(fieldKinds),
    options: z._default(optionsSchema, []),
  })
  .check(
    z.refine(({ kind, options }) => (kind === "choice") === options.length > 0, {
      path: ["options"],
      message: "Only a field of kind choice has options, and it needs at least one",
    }),
  );
export type AddFieldRequest = z.infer<typeof addFieldRequestSchema>;

/** Absent properties stay unchanged. A client keeps a chosen option that is no longer offered. */
export const changeFieldRequestSchema = z.strictObject({
  name: z.optional(fieldNameSchema),
  options: z.optional(optionsSchema),
});
export type ChangeFieldRequest = z.infer<typeof changeFieldRequestSchema>;

/** A custom field by its id, for use beside built-in field names. */
export type OwnField = `field:${string}`;

/** One of `words`, or a custom field. */
export function wordOrOwnField<const Words extends readonly string[]>(words: Words) {
  const known = words.map((word) => JSON.stringify(word)).join(", ");
  const message = `Expected one of ${known}, or "field:" and the id of a custom field`;
  // the schema of a template literal would lose its maximum length in the API document
  const own = z.string().check(z.maxLength(106), z.regex(/^field:[\w-]{1,100}$/, message));
  return z.union([z.enum(words), own as z.ZodMiniType<unknown> as z.ZodMiniType<OwnField>], message);
}

export function isOwnField(name: string): name is OwnField {
  return name.startsWith("field:");
}

export function ownFieldId(name: OwnField): string {
  return name.slice("field:".length);
}

export const fieldValueSchema = z.union([z.string(), z.number()]);
/** By field id: a number for a number, YYYY-MM-DD for a date, otherwise text. Fields without a value are absent. */
export const fieldValuesSchema = z.record(z.string(), fieldValueSchema);
export type FieldValue = z.infer<typeof fieldValueSchema>;
export type FieldValues = z.infer<typeof fieldValuesSchema>;
