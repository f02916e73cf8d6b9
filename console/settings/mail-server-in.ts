import {
  type MailServerRequest,
  mailPorts,
  mailSecurities,
} from "#contract/manage/settings/setting-values.ts";

/** Of the fields in their form; the code and the password of the reader have the plain names. */
export const mailFields = {
  host: "mail host",
  port: "mail port",
  security: "mail security",
  user: "mail user",
  password: "mail password",
  fromName: "mail from name",
  fromEmail: "mail from email",
} as const;

/** What was entered. Without a user there is no sign-in, and without a password the stored one stays. */
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
