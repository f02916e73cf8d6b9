import type { Client, PatchClientRequest } from "#contract/manage/clients.ts";
import type { CustomField, FieldValue } from "#contract/manage/fields.ts";
import { clientIn, externalIdIn, filledIn, givenIn, tagsIn } from "../../add-client/client-in.ts";

type OpenedContact = Pick<
  Client,
  "name" | "email" | "contact" | "phone" | "website" | "externalId" | "dueOn" | "language" | "tags" | "fields"
>;

/** The name of a custom field's form control. */
export function controlOf({ fieldId }: Pick<CustomField, "fieldId">): string {
  return `field ${fieldId}`;
}

/**
 * Only the values that differ from `opened`, the client when the form opened, so that others' changes in the meantime
 * are not overwritten.
 */
export function contactIn(
  form: HTMLFormElement,
  opened: OpenedContact,
  fields: readonly CustomField[],
): PatchClientRequest {
  const values = new FormData(form);
  const facts = {
    ...clientIn(form),
    ...externalIdIn(form),
    phone: filledIn(values, "phone"),
    website: filledIn(values, "website"),
  };
  const names = Object.keys(facts) as (keyof typeof facts)[];
  const changed = names.filter((name) => facts[name] !== opened[name]);
  const tags = tagsIn(form);
  const before = opened.tags.map(({ name }) => name);
  const isTagged = tags.length !== before.length || tags.some((tag) => !before.includes(tag));
  const own = fields.flatMap((field) => {
    const value = valueIn(values, field);
    return value === (opened.fields[field.fieldId] ?? null) ? [] : [[field.fieldId, value] as const];
  });
  return {
    ...Object.fromEntries(changed.map((name) => [name, facts[name]])),
    ...givenIn(form),
    ...(isTagged && { tags }),
    ...(own.length > 0 && { fields: Object.fromEntries(own) }),
  };
}

function valueIn(values: FormData, field: CustomField): FieldValue | null {
  const text = filledIn(values, controlOf(field));
  return text !== null && field.kind === "number" ? Number(text) : text;
}
