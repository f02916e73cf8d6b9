import type { ClientOrder, ClientSelection } from "#contract/manage/clients.ts";
import type { ClientColumn } from "#contract/manage/columns.ts";
import type { MessageId } from "../../translate.ts";

/** `order`: what a press on its name sorts by; `first`: in which direction, at the first press. */
export type ColumnHeading = {
  name: MessageId;
  order?: ClientOrder;
  first?: ClientSelection["direction"];
};

export const columnHeadings: { readonly [Column in ClientColumn]: ColumnHeading } = {
  progress: { name: "clients.column.progress", order: "percent", first: "down" },
  happening: { name: "clients.column.happening" },
  contact: { name: "clients.column.contact" },
  email: { name: "clients.column.email" },
  "external-id": { name: "clients.column.externalId" },
  tag: { name: "clients.column.tag" },
  due: { name: "clients.column.due", order: "due" },
  activity: { name: "clients.column.active", order: "activity", first: "down" },
  added: { name: "clients.column.added", order: "added", first: "down" },
  invited: { name: "clients.column.invited" },
  submitted: { name: "clients.column.submitted" },
  manager: { name: "clients.chip.manager" },
};
