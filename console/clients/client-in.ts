import type { ClientRow } from "#contract/manage/clients.ts";

/** What stands in the fields of a client (`ClientFields`). */
export function clientIn(form: HTMLFormElement): Pick<ClientRow, "name" | "email"> {
  const fields = new FormData(form);
  const email = String(fields.get("email")).trim();
  return { name: String(fields.get("name")), email: email === "" ? null : email };
}

/** The manager chosen for the client; empty if unchanged, as for anyone who may not change it (`ManagerField`). */
export function givenIn(form: HTMLFormElement): { managerId?: string | null } {
  const chosen = new FormData(form).get("managerId");
  if (chosen === null) return {};
  return { managerId: chosen === "" ? null : String(chosen) };
}
