import * as z from "zod/mini";
import { daySchema, type PatchClientRequest } from "#contract/manage/clients.ts";
import {
  type ChangeFieldRequest,
  type CustomField,
  FIELD_TEXT_MAX_LENGTH,
  type FieldValue,
  type FieldValues,
} from "#contract/manage/fields.ts";
import { wordsSchema } from "#contract/manage/names.ts";
import { CatalogError } from "../http/errors.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { FieldChange } from "../storage/clients/fields.ts";
import type { Storage } from "../storage/storage.ts";

/** Renames a field or changes a choice field's options. Throws CatalogError if the change is refused. */
export async function changeField(
  { fields }: Pick<Storage, "fields">,
  fieldId: string,
  { name, options }: ChangeFieldRequest,
  actor: Actor,
): Promise<CustomField> {
  const field = (await fields.list()).find((each) => each.fieldId === fieldId);
  if (!field) throw new CatalogError("NOT_FOUND");
  if (options && (field.kind === "choice") !== options.length > 0)
    refuse("options", "Only a field of kind choice has options, and it needs at least one");
  const changed = { ...field, name: name ?? field.name, options: options ?? field.options };
  const detail = changed.name === field.name ? field.name : `${field.name}: ${changed.name}`;
  const outcome = await fields.change(changed, [eventOf(actor, "field.changed", { detail })]);
  if (outcome === "gone") throw new CatalogError("NOT_FOUND");
  if (outcome === "name-taken") throw new CatalogError("FIELD_NAME_TAKEN");
  return changed;
}

/** The values that differ from the client's current ones, each validated by its field. Throws VALIDATION_ERROR. */
export function fieldChanges(
  fields: readonly CustomField[],
  current: FieldValues,
  wished: NonNullable<PatchClientRequest["fields"]>,
): FieldChange[] {
  return Object.entries(wished).flatMap(([fieldId, value]): FieldChange[] => {
    const field = fields.find((each) => each.fieldId === fieldId);
    if (!field) return refuse(`fields.${fieldId}`, "There is no such field");
    if (value === (current[fieldId] ?? null)) return [];
    if (value === null) return [{ fieldId, kind: field.kind, value }];
    const read = z.safeParse(valueSchemaOf(field), value);
    if (!read.success) return refuse(`fields.${fieldId}`, read.error.issues[0]?.message ?? "is not valid");
    return [{ fieldId, kind: field.kind, value: read.data }];
  });
}

/** A client's values in the provider's own fields, by field name. */
export async function namedValues(
  { fields }: Pick<Storage, "fields">,
  clientId: string,
): Promise<{ [name: string]: FieldValue }> {
  const values = await fields.listValues(clientId);
  if (Object.keys(values).length === 0) return {};
  const known = (await fields.list()).flatMap(({ fieldId, name }) => {
    const value = values[fieldId];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

function valueSchemaOf({ kind, options }: CustomField): z.ZodMiniType<string | number> {
  switch (kind) {
    case "text":
      return wordsSchema(FIELD_TEXT_MAX_LENGTH);
    case "number":
      return z.number();
    case "date":
      return daySchema;
    case "choice":
      return z.enum(options);
  }
}

function refuse(path: string, message: string): never {
  throw new CatalogError("VALIDATION_ERROR", { details: [{ path, message }] });
}
