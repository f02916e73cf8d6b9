import type { ClientRow } from "#contract/manage/clients.ts";

/** What stands in the fields of a client (`ClientFields`). */
export function clientIn(form: HTMLFormElement): Pick<ClientRow, "name" | "email"> {
  const fields = new FormData(form);
  const email = String(fields.get("email")).trim();
  return { name: String(fields.get("name")), email: email === "" ? null : email };
}
