import type { MailCause } from "#contract/manage/mail/mail-causes.ts";
import { AddressRefused } from "../outgoing/guarded-lookup.ts";

/** Why a mail was not accepted, as far as known. */
export type MailFailure =
  /** Permanent: no retry. */
  | { kind: "refused"; status: number; cause: MailCause }
  /** Temporary: a retry may succeed. */
  | { kind: "failed"; status: number | null; cause: MailCause }
  /** The connection ended after the mail server began to receive the mail and before it confirmed it. */
  | { kind: "unknown"; cause: MailCause };

/** What nodemailer reports: the failing command, the answer, and the underlying network error. */
type SmtpError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
};

const CAUSES: { [code: string]: MailCause } = {
  EDNS: "no-such-host",
  ENOTFOUND: "no-such-host",
  EAI_AGAIN: "no-such-host",
  ECONNREFUSED: "connection-refused",
  ECONNRESET: "cut-off",
  EPIPE: "cut-off",
  ECONNECTION: "cut-off",
  ESOCKET: "cut-off",
  ETIMEDOUT: "timed-out",
  ETLS: "no-tls",
  EAUTH: "sign-in-refused",
  EPROTOCOL: "not-smtp",
};

/** By the command that was refused: whether the failure is permanent, and its cause. */
const REFUSALS: { [command: string]: { kind: "refused" | "failed"; cause: MailCause } } = {
  "RCPT TO": { kind: "refused", cause: "recipient-refused" },
  DATA: { kind: "refused", cause: "message-refused" },
  // the operator set the sender and can correct it while the mail waits
  "MAIL FROM": { kind: "failed", cause: "sender-refused" },
};

/** `hasBegun`: part of the mail itself was transferred. */
export function mailFailure(error: unknown, { hasBegun }: { hasBegun: boolean }): MailFailure {
  const failed = error as SmtpError;
  const { command = "", responseCode: status } = failed;
  if (status === undefined) {
    const cause = causeOf(failed);
    return hasBegun ? { kind: "unknown", cause } : { kind: "failed", status: null, cause };
  }
  if (status < 500) return { kind: "failed", status, cause: "busy" };
  return { status, ...(REFUSALS[command] ?? { kind: "failed", cause: causeOf(failed) }) };
}

function causeOf(error: SmtpError): MailCause {
  if (error instanceof AddressRefused) return "address-refused";
  const { name, code = "", originalCode = "" } = error;
  if (name === "TimeoutError") return "timed-out";
  if (name === "AbortError") return "cut-off";
  if (/CERT|TLS|SSL|SIGNATURE/.test(originalCode)) return "no-tls";
  return CAUSES[originalCode] ?? CAUSES[code] ?? "cut-off";
}
