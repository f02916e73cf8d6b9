import type { Client, ClientRow } from "#contract/manage/clients.ts";

/**
 * The properties of a client that an invitation needs. `pin` and `getsReminders` are known only for clients looked up
 * by ID.
 */
export type Recipient = Pick<ClientRow, "clientId" | "name" | "contact" | "email" | "state" | "dueOn"> &
  Partial<Pick<Client, "pin" | "getsReminders">>;

/** Whether the client has submitted, and so gets no invitation. */
export function isDone({ state }: Pick<Recipient, "state">): boolean {
  return state === "submitted" || state === "approved";
}
