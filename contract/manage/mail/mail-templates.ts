import { carriesPasswordLink, type MailKind, type MailTemplate, mailKinds } from "./mail.ts";

/**
 * The placeholders of templates, written as `{{name}}`; the console's catalog explains them under `placeholder.<name>`.
 */
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
  | "change"
  | "digest"
  | "clients"
  | "inviter"
  | "webhook"
  | "failing"
  | "arrival"
  | "colleague"
  | "until";

const TO_CLIENT = ["client", "contact", "provider", "manager", "link", "signIn", "percent"] as const;
const TO_MANAGER = ["client", "provider", "manager", "console", "percent"] as const;

const TO_ACCOUNT = ["manager", "provider", "console"] as const;

/** The placeholders of each kind of mail. */
export const placeholdersOf = {
  invitation: [...TO_CLIENT, "words", "count", "minutes", "due"],
  "not-started": TO_CLIENT,
  "partly-done": TO_CLIENT,
  "due-soon": [...TO_CLIENT, "count", "minutes", "due"],
  "follow-up": [...TO_CLIENT, "questions"],
  "asked-back": TO_CLIENT,
  "sign-in-link": ["client", "contact", "provider", "manager", "links", "signIn"],
  submitted: TO_MANAGER,
  answered: TO_MANAGER,
  stuck: [...TO_MANAGER, "days"],
  digest: ["manager", "provider", "console", "digest", "clients"],
  "account-changed": [...TO_ACCOUNT, "change"],
  "manager-invited": [...TO_ACCOUNT, "link", "signIn", "inviter"],
  "password-link": [...TO_ACCOUNT, "link", "signIn"],
  "password-guessed": TO_ACCOUNT,
  "new-sign-in": [...TO_ACCOUNT, "arrival"],
  "standing-in": [...TO_ACCOUNT, "colleague", "clients", "until"],
  "link-trouble": [...TO_ACCOUNT, "client"],
  "webhook-failing": [...TO_ACCOUNT, "webhook", "failing"],
  "webhook-off": [...TO_ACCOUNT, "webhook", "failing"],
} as const satisfies { [Kind in MailKind]: readonly Placeholder[] };

type Values = { [Name in Placeholder]?: string };

const BRACES = /\{\{([^{}]*)\}\}/g;
/** A button that links to the interview or, in a mail to managers, to the console: `{{button:Start the interview}}`. */
const BUTTON = /^button:(.*)$/;
const BUTTON_LINE = /^[ \t]*\{\{[ \t]*button:([^{}]*)\}\}[ \t]*$/gm;
/** UTF-16 code units. */
const BUTTON_MAX_LENGTH = 60;

/** The problem with a template of that kind, and its field; undefined if there is no problem. */
export function templateProblem(
  kind: MailKind,
  template: MailTemplate,
): { path: keyof MailTemplate; message: string } | undefined {
  for (const path of ["subject", "text"] as const) {
    const message = textProblem(kind, template[path]);
    if (message) return { path, message };
  }
  if (kind === "digest" && placeholdersIn(template.subject).includes("digest"))
    return { path: "subject", message: "{{digest}} has many lines. Put it into the text" };
  const message = buttonProblem(template) ?? missingProblem(kind, placeholdersIn(template.text));
  return message === undefined ? undefined : { path: "text", message };
}

function buttonProblem({ subject, text }: MailTemplate): string | undefined {
  const labels = buttonsIn(text);
  if (buttonsIn(subject).length > 0 || labels.length > [...text.matchAll(BUTTON_LINE)].length)
    return "A button needs a separate line in the text";
  if (labels.some((label) => label === "" || label.length > BUTTON_MAX_LENGTH))
    return `A button needs a label of at most ${BUTTON_MAX_LENGTH} characters, as in {{button:Start the interview}}`;
  return undefined;
}

/** Finds a missing part without which the mail would be useless. */
function missingProblem(kind: MailKind, names: string[]): string | undefined {
  if (kind === "sign-in-link")
    return names.includes("links") ? undefined : "Put {{links}} where the sign-in links go";
  if (kind === "digest")
    return names.includes("digest") ? undefined : "Put {{digest}} where the clients are listed";
  if (kind === "follow-up" && !names.includes("questions"))
    return "Put {{questions}} where the follow-up questions go";
  const isLed = names.some((name) => name === "link" || BUTTON.test(name));
  if (carriesPasswordLink(kind) && !isLed)
    return "Add a button on a separate line, such as {{button:Set your password}}";
  if (mailKinds[kind].to === "client" && !isLed)
    return "Add a button on a separate line, such as {{button:Start the interview}}";
  return undefined;
}

function textProblem(kind: MailKind, text: string): string | undefined {
  const known: readonly string[] = placeholdersOf[kind];
  const unknown = placeholdersIn(text).find((name) => !known.includes(name) && !BUTTON.test(name));
  const listed = known.map((name) => `{{${name}}}`).join(", ");
  if (unknown !== undefined) return `There is no placeholder "${shown(unknown)}" here; there are ${listed}`;
  if (/\{\{|\}\}/.test(text.replace(BRACES, " ")))
    return `There are two braces that are not closed or not opened; placeholders are ${listed}`;
  return undefined;
}

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(BRACES)].map(([, name = ""]) => name.trim());
}

/** The labels of a text's buttons. */
export function buttonsIn(text: string): string[] {
  return placeholdersIn(text).flatMap((name) => {
    const label = BUTTON.exec(name)?.[1];
    return label === undefined ? [] : [label.trim()];
  });
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}

/** The template with each button replaced by `lineOf` of its label. */
export function withButtons(text: string, lineOf: (label: string) => string): string {
  return text.replace(BUTTON_LINE, (_line, label: string) => lineOf(label.trim()));
}

/** The text with its placeholders filled in. Placeholders inside values are not replaced. */
export function fillTemplate(text: string, values: Values): string {
  return text.replace(BRACES, (whole, name: string) => {
    const key = name.trim();
    return Object.hasOwn(values, key) ? (values[key as Placeholder] ?? whole) : whole;
  });
}
