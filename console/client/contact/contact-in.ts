import type { Client, PatchClientRequest } from "#contract/manage/clients.ts";
import type { Field, FieldValue } from "#contract/manage/fields.ts";
import { clientIn, externalIdIn, filledIn, givenIn, tagsIn } from "../../add-client/client-in.ts";

type Opened = Pick<
  Client,
  "name" | "email" | "contact" | "phone" | "website" | "externalId" | "dueOn" | "language" | "tags" | "fields"
>;

/** The name of an own field's control. */
export function controlOf({ fieldId }: Pick<Field, "fieldId">): string {
  return `field ${fieldId}`;
}

/** What the form changes of a client as they were when it opened: what others changed meanwhile stays. */
export function contactIn(
  form: HTMLFormElement,
  opened: Opened,
  fields: readonly Field[],
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

function valueIn(values: FormData, field: Field): FieldValue | null {
  const text = filledIn(values, controlOf(field));
  return text !== null && field.kind === "number" ? Number(text) : text;
}
