import {
  type MailServerRequest,
  mailPorts,
  mailSecurities,
} from "#contract/manage/settings/setting-values.ts";

/** Names of the form fields. The plain names `code` and `password` belong to the manager's own proof of identity. */
export const mailFields = {
  host: "mail host",
  port: "mail port",
  security: "mail security",
  user: "mail user",
  password: "mail password",
  fromName: "mail from name",
  fromEmail: "mail from email",
} as const;

/**
 * The mail server entered in the form. Without a user there is no authentication; without a password, the stored one is
 * kept.
 */
export function mailServerIn(form: FormData): MailServerRequest {
  const text = (name: string) => String(form.get(name) ?? "");
  const user = text(mailFields.user).trim() || null;
  const password = text(mailFields.password);
  return {
    host: text(mailFields.host),
    port: mailPorts.find((port) => String(port) === text(mailFields.port)) ?? mailPorts[0],
    security: mailSecurities.find((security) => security === text(mailFields.security)) ?? mailSecurities[0],
    user,
    ...(user !== null && password !== "" && { password }),
  };
}

export function senderIn(form: FormData): { name: string | null; email: string } {
  const name = String(form.get(mailFields.fromName) ?? "").trim();
  return { name: name || null, email: String(form.get(mailFields.fromEmail) ?? "") };
}
