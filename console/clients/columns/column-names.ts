import type { ClientOrder, ClientSelection } from "#contract/manage/clients.ts";
import type { BuiltInColumn, ClientColumn } from "#contract/manage/columns.ts";
import { type CustomField, isOwnField, ownFieldId } from "#contract/manage/fields.ts";
import { type MessageId, t } from "../../translate.ts";

/** `order`: what a click on the heading sorts by. `first`: the direction of the first click. */
type Sorting = { order?: ClientOrder; first?: ClientSelection["direction"] };
export type ColumnHeading = Sorting & { name: string };

/** `fields`: the provider's custom fields. The column of a deleted field has an empty name. */
export function headingOf(column: ClientColumn, fields: readonly CustomField[]): ColumnHeading {
  if (isOwnField(column))
    return { name: fields.find(({ fieldId }) => fieldId === ownFieldId(column))?.name ?? "" };
  const { name, ...sorting } = HEADINGS[column];
  return { name: t(name), ...sorting };
}

const HEADINGS: { readonly [Column in BuiltInColumn]: Sorting & { name: MessageId } } = {
  progress: { name: "clients.column.progress", order: "percent", first: "down" },
  happening: { name: "clients.column.happening" },
  contact: { name: "clients.column.contact" },
  email: { name: "clients.column.email" },
  phone: { name: "contact.phone" },
  website: { name: "contact.website" },
  "external-id": { name: "clients.column.externalId" },
  tag: { name: "clients.column.tag" },
  due: { name: "clients.column.due", order: "due" },
  activity: { name: "clients.column.active", order: "activity", first: "down" },
  added: { name: "clients.column.added", order: "added", first: "down" },
  invited: { name: "clients.column.invited" },
  submitted: { name: "clients.column.submitted" },
  manager: { name: "clients.chip.manager" },
};
