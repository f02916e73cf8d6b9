import { emailSchema } from "#contract/api/email.ts";
import { bareHost } from "../outgoing/bare-host.ts";
import { isThisMachine } from "../outgoing/loopback.ts";

/** The mail server through which all mail is sent. */
export type SmtpServer = {
  host: string;
  port: number;
  /**
   * TLS from the first byte, STARTTLS before anything else is sent, or no encryption, which is permitted on this
   * machine only.
   */
  security: "tls" | "starttls" | "plain";
  user: string | undefined;
  password: string | undefined;
};

/** The sender of mails. Without a name, the provider's name is used. */
export type MailFrom = { name: string | undefined; email: string };

const PORTS = { "smtp:": 587, "smtps:": 465 } as const;
const EXPECTED = "expected an address such as smtps://user:password@mail.example.com:465";

/** Throws an Error that says what is expected, without quoting the value, which contains a password. */
export function parseSmtpUrl(text: string | undefined): SmtpServer | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "smtp:" && url.protocol !== "smtps:"))
    throw new Error(`${EXPECTED}, beginning with smtp:// or smtps://.`);
  if (url.hostname === "" || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    throw new Error(`${EXPECTED}, with nothing after the port.`);
  const user = decoded(url.username);
  const password = decoded(url.password);
  if ((user === undefined) !== (password === undefined))
    throw new Error(`${EXPECTED}, with both user and password, or neither.`);
  const host = bareHost(url);
  const port = url.port === "" ? PORTS[url.protocol] : Number(url.port);
  return { host, port, security: securityOf(url.protocol, host), user, password };
}

/** Decodes percent encoding, which special characters in user and password need. */
function decoded(part: string): string | undefined {
  if (part === "") return undefined;
  try {
    const text = decodeURIComponent(part);
    if (!/\p{Cc}/u.test(text)) return text;
  } catch {
    // the error below explains it; this one would quote the password
  }
  throw new Error(`${EXPECTED}; in user and password, write % as %25.`);
}

function securityOf(protocol: "smtp:" | "smtps:", host: string): SmtpServer["security"] {
  if (protocol === "smtps:") return "tls";
  return isThisMachine(host) ? "plain" : "starttls";
}

/** Parses `Name <address>` or a plain address. Throws an Error that says what is expected. */
export function parseMailFrom(text: string | undefined): MailFrom | undefined {
  if (text === undefined) return undefined;
  const [, name = "", named, alone] = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(text) ?? [];
  const email = emailSchema.safeParse(named ?? alone ?? "");
  if (!email.success || /\p{Cc}/u.test(name) || name.length > 200)
    throw new Error(
      'expected an email address, or a name and an address such as "Acme <hello@example.com>".',
    );
  return { name: name.trim().replace(/^"(.*)"$/, "$1") || undefined, email: email.data };
}
