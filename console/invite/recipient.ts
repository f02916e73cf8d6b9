import type { Client, ClientRow } from "#contract/manage/clients.ts";

/** A client as far as an invitation needs it. The last two are known of clients who were looked up one by one. */
export type Recipient = Pick<ClientRow, "clientId" | "name" | "contact" | "email" | "state" | "dueOn"> &
  Partial<Pick<Client, "pin" | "getsReminders">>;

/** A client who has submitted gets no invitation. */
export function isDone({ state }: Pick<Recipient, "state">): boolean {
  return state === "submitted" || state === "approved";
}
