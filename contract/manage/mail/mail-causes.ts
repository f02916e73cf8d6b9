/** Why a mail was not sent, or not yet; the sentence is in the console's catalog under `mailCause.<code>`. */
export const mailCauses = [
  "recipient-refused",
  "message-refused",
  "sender-refused",
  "sign-in-refused",
  "no-such-host",
  "address-refused",
  "connection-refused",
  "cut-off",
  "timed-out",
  "no-tls",
  "not-smtp",
  "busy",
  "too-late",
  "not-needed",
  "opted-out",
  "reminders-off",
  "no-address",
  "revoked",
  "handed-over",
  "failed",
] as const;

export type MailCause = (typeof mailCauses)[number];
