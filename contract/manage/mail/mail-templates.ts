import type { MailKind, MailTemplate } from "./mail.ts";

/** What may stand in a template as `{{name}}`; the console's catalogue says under `placeholder.<name>` what it is. */
export type Placeholder =
  | "client"
  | "contact"
  | "words"
  | "count"
  | "minutes"
  | "due"
  | "provider"
  | "manager"
  | "link"
  | "links"
  | "signIn"
  | "percent"
  | "questions"
  | "days"
  | "console"
  | "change";

const TO_CLIENT = ["client", "contact", "provider", "manager", "link", "signIn", "percent"] as const;
const TO_MANAGER = ["client", "provider", "manager", "console", "percent"] as const;

const TO_ACCOUNT = ["manager", "provider", "console"] as const;

/** Which placeholders each kind of mail has. */
export const placeholdersOf = {
  invitation: [...TO_CLIENT, "words", "count", "minutes", "due"],
  "not-started": TO_CLIENT,
  "partly-done": TO_CLIENT,
  "follow-up": [...TO_CLIENT, "questions"],
  "asked-back": TO_CLIENT,
  "sign-in-link": ["client", "contact", "provider", "manager", "links", "signIn"],
  submitted: TO_MANAGER,
  answered: TO_MANAGER,
  stuck: [...TO_MANAGER, "days"],
  "account-changed": [...TO_ACCOUNT, "change"],
  "password-guessed": TO_ACCOUNT,
  "link-trouble": [...TO_ACCOUNT, "client"],
} as const satisfies { [Kind in MailKind]: readonly Placeholder[] };

type Values = { [Name in Placeholder]?: string };

const BRACES = /\{\{([^{}]*)\}\}/g;

/** What is wrong with a template of that kind, and where; undefined where nothing is. */
export function templateProblem(
  kind: MailKind,
  template: MailTemplate,
): { path: keyof MailTemplate; message: string } | undefined {
  for (const path of ["subject", "text"] as const) {
    const message = textProblem(kind, template[path]);
    if (message) return { path, message };
  }
  if (kind === "follow-up" && !placeholdersIn(template.text).includes("questions"))
    return { path: "text", message: "Put {{questions}} where the follow-up questions go" };
  if (kind === "sign-in-link" && !placeholdersIn(template.text).includes("links"))
    return { path: "text", message: "Put {{links}} where the sign-in links go" };
  return undefined;
}

function textProblem(kind: MailKind, text: string): string | undefined {
  const known: readonly string[] = placeholdersOf[kind];
  const unknown = placeholdersIn(text).find((name) => !known.includes(name));
  const listed = known.map((name) => `{{${name}}}`).join(", ");
  if (unknown !== undefined) return `There is no placeholder "${shown(unknown)}" here; there are ${listed}`;
  if (/\{\{|\}\}/.test(text.replace(BRACES, " ")))
    return `There are two braces that are not closed or not opened; placeholders are ${listed}`;
  return undefined;
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(BRACES)].map(([, name = ""]) => name.trim());
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}

/** The text with these values in its placeholders; what a value holds is never looked at again. */
export function fillTemplate(text: string, values: Values): string {
  return text.replace(BRACES, (whole, name: string) => {
    const key = name.trim();
    return Object.hasOwn(values, key) ? (values[key as Placeholder] ?? whole) : whole;
  });
}
