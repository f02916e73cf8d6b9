import { type Language, languages } from "#contract/languages.ts";
import type { Client } from "#contract/manage/clients.ts";

type ClientFacts = Pick<Client, "name" | "email" | "contact" | "dueOn" | "language">;

/** The values of `ClientFields` in a form. */
export function clientIn(form: HTMLFormElement): ClientFacts {
  const fields = new FormData(form);
  return {
    name: String(fields.get("name")),
    email: filledIn(fields, "email"),
    contact: filledIn(fields, "contact"),
    dueOn: filledIn(fields, "dueOn"),
    language: languageIn(fields),
  };
}

/** The external ID, a field for existing clients only. */
export function externalIdIn(form: HTMLFormElement): Pick<Client, "externalId"> {
  return { externalId: filledIn(new FormData(form), "externalId") };
}

/** The values of `TagsField` in a form. */
export function tagsIn(form: HTMLFormElement): string[] {
  const tags = new FormData(form).getAll("tags").map((tag) => String(tag).trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** The trimmed text of a field; null if empty. */
export function filledIn(fields: FormData, name: string): string | null {
  const text = String(fields.get(name) ?? "").trim();
  return text === "" ? null : text;
}

function languageIn(fields: FormData): Language | null {
  return languages.find((language) => language === fields.get("language")) ?? null;
}

/** The manager chosen for the client; empty if unchanged, as for anyone who may not change it (`ManagerField`). */
export function givenIn(form: HTMLFormElement): { managerId?: string | null } {
  const chosen = new FormData(form).get("managerId");
  if (chosen === null) return {};
  return { managerId: chosen === "" ? null : String(chosen) };
}
