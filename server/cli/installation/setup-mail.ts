import { InvalidArgumentError } from "commander";
import { type MailFrom, parseMailFrom, parseSmtpUrl } from "../../settings/smtp-settings.ts";
import type { SiteSettings } from "../../setup/produced.ts";
import { askSecret } from "../ask-secret.ts";
import { CommandError } from "../command.ts";

/** The options as given; the address may name a user without a password. */
type Given = { smtpUrl?: URL; mailFrom?: string; dryRun?: boolean };

/** Asks for a missing password, so that it appears neither in the shell's history nor in the process list. */
export async function mailFrom({ smtpUrl, mailFrom, dryRun }: Given): Promise<SiteSettings["mail"]> {
  if (smtpUrl === undefined && mailFrom === undefined) return undefined;
  if (smtpUrl === undefined || mailFrom === undefined)
    throw new CommandError(
      'Mail needs both: --smtp-url smtps://user@mail.example.com:465 and --mail-from "Acme <hello@example.com>".',
    );
  // a dry run writes no password, so it needs none
  const url = dryRun ? smtpUrl : await withPassword(smtpUrl);
  return { url: url.href, from: mailFrom };
}

async function withPassword(url: URL): Promise<URL> {
  if (url.username === "" || url.password !== "") return url;
  const password = await askSecret(`Password of ${decodeURIComponent(url.username)} at ${url.hostname}`);
  const complete = new URL(url);
  complete.password = encodeURIComponent(password);
  try {
    parseSmtpUrl(complete.href);
  } catch {
    throw new CommandError("A mail server's user needs a password. Nothing was changed.");
  }
  return complete;
}

export function parseMailServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAsked = url !== undefined && url.username !== "" && url.password === "";
  const complete = isAsked ? Object.assign(new URL(url), { password: "asked-for" }).href : text;
  parsed(() => parseSmtpUrl(complete));
  return new URL(text);
}

/** Checks that the settings file can contain the sender: systemd interprets leading quotation marks and backslashes. */
export function parseSender(text: string): string {
  const { name, email } = parsed(() => parseMailFrom(text) as MailFrom);
  if (name === undefined) return email;
  if (/^["']|\\/.test(name))
    throw new InvalidArgumentError("Leave out quotation marks before the name, and backslashes.");
  return `${name} <${email}>`;
}

function parsed<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    const { message } = error as Error;
    throw new InvalidArgumentError(message.charAt(0).toUpperCase() + message.slice(1));
  }
}
