import type { MailKind, MailTemplate } from "./mail.ts";

/** What may stand in a template as `{{name}}`; the console's catalogue says under `placeholder.<name>` what it is. */
export type Placeholder = "client" | "provider" | "manager" | "link" | "percent" | "days" | "console";

const TO_CLIENT = ["client", "provider", "manager", "link", "percent"] as const;
const TO_MANAGER = ["client", "provider", "manager", "console", "percent"] as const;

/** Which placeholders each kind of mail has. */
export const placeholdersOf = {
  "not-started": TO_CLIENT,
  "partly-done": TO_CLIENT,
  "asked-back": TO_CLIENT,
  submitted: TO_MANAGER,
  answered: TO_MANAGER,
  stuck: [...TO_MANAGER, "days"],
} as const satisfies { [Kind in MailKind]: readonly Placeholder[] };

const KEY_NEEDED =
  "You need your access key, or the first link that you were given. If you cannot find them, answer this mail and {{manager}} will send you new ones.";

/** The words where the provider has none of their own. */
export const builtInTemplates: { [Kind in MailKind]: MailTemplate } = {
  "not-started": {
    subject: "Your interview with {{provider}} is waiting",
    text: `Hello {{client}},

a few questions about your business are waiting for you. You can type or speak your answers, stop whenever you like, and go on later from any device.

{{link}}

${KEY_NEEDED}

{{manager}}
{{provider}}`,
  },
  "partly-done": {
    subject: "Your interview with {{provider}} is {{percent}} done",
    text: `Hello {{client}},

thank you for what you have told us so far: {{percent}} of it is there, and nothing is lost. Whenever you have a few minutes, go on where you stopped.

{{link}}

${KEY_NEEDED}

{{manager}}
{{provider}}`,
  },
  "asked-back": {
    subject: "{{provider}} has a question about your answers",
    text: `Hello {{client}},

thank you for your answers. There is something that we would like to understand better; you will find it beside the question.

{{link}}

${KEY_NEEDED}

{{manager}}
{{provider}}`,
  },
  submitted: {
    subject: "{{client}} has submitted",
    text: `Hello {{manager}},

{{client}} has submitted the interview ({{percent}} complete).

{{console}}`,
  },
  answered: {
    subject: "{{client}} has answered what you asked back",
    text: `Hello {{manager}},

{{client}} has answered a question that was asked back.

{{console}}`,
  },
  stuck: {
    subject: "{{client}} is stuck",
    text: `Hello {{manager}},

nothing has come from {{client}} for {{days}} ({{percent}} complete).

{{console}}`,
  },
};

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
  return undefined;
}

function textProblem(kind: MailKind, text: string): string | undefined {
  const known: readonly string[] = placeholdersOf[kind];
  const names = [...text.matchAll(BRACES)].map(([, name = ""]) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  const listed = known.map((name) => `{{${name}}}`).join(", ");
  if (unknown !== undefined) return `There is no placeholder "${shown(unknown)}" here; there are ${listed}`;
  if (/\{\{|\}\}/.test(text.replace(BRACES, " ")))
    return `There are two braces that are not closed or not opened; placeholders are ${listed}`;
  return undefined;
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
