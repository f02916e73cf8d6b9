/** Why a mail was not sent, or not yet, in words for a manager. */
export const mailCauses = {
  "recipient-refused": "The mail server does not take mail for this address.",
  "message-refused": "The mail server does not take this message.",
  "sender-refused": "The mail server does not take mail from this sender.",
  "sign-in-refused": "The mail server does not take the name and password that are set.",
  "no-such-host": "There is no mail server of that name.",
  "address-refused": "The mail server’s name leads to an address that this server never connects to.",
  "connection-refused": "No mail server listens at that address.",
  "cut-off": "The connection to the mail server was cut.",
  "timed-out": "The mail server did not answer in time.",
  "no-tls": "The mail server offers no secure connection that could be trusted.",
  "not-smtp": "The mail server answered in a way that is not SMTP.",
  busy: "The mail server asked to be tried again later.",
  "too-late": "It had waited for so long that it would have told of old news.",
  "not-needed": "The client had gone on by then.",
  "opted-out": "The client wants no mail.",
  "no-address": "There is no e-mail address.",
  revoked: "The account is revoked.",
  failed: "The mail could not be sent.",
} as const;

export type MailCause = keyof typeof mailCauses;
