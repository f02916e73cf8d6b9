import type { MailCheck, MailCheckDetail } from "#contract/manage/mail/mail-check.ts";
import { MAIL_CHECK_TIME_LIMIT_MS } from "#contract/manage/mail/mail-check.ts";
import type { Lookup } from "../../outgoing/guarded-lookup.ts";
import type { MailServerSetup } from "../mail-set-up.ts";
import { type SendMailOptions, type SendMailResult, sendMail, signInToMailServer } from "../send-mail.ts";
import { checkSenderDomain, type FindTexts } from "./check-sender-domain.ts";
import { testMail } from "./test-mail.ts";

type MailConnectOptions = {
  setUp: MailServerSetup;
  lookup: Lookup;
  timeLimitMs?: number;
};
type CheckMailOptions = MailConnectOptions & { findTexts: FindTexts; at: number };

/** How far the conversation with the mail server got. */
type ConnectionProgress = { isConnected: boolean; isSignedIn: boolean };

/**
 * Sends a test mail to an address, and checks the sender domain's DNS records. Failures are results and never reject.
 */
export async function checkMail(options: CheckMailOptions, sendTo: string): Promise<MailCheck[]> {
  const { setUp } = options;
  const [ofServer, ofDomain] = await Promise.all([
    checkServer(options, sendTo),
    checkSenderDomain(setUp.sender.from.email, options.findTexts),
  ]);
  return [...ofServer, ...ofDomain];
}

/** The first two of these checks, which send no mail. */
export async function checkSignIn({
  setUp,
  lookup,
  timeLimitMs = MAIL_CHECK_TIME_LIMIT_MS,
}: MailConnectOptions): Promise<MailCheck[]> {
  const reached: ConnectionProgress = { isConnected: false, isSignedIn: false };
  const { smtp, reach } = setUp;
  const noteStage = notingIn(reached);
  const failure = await signInToMailServer({ smtp, reach, lookup, timeLimitMs, noteStage });
  const sent: SendMailResult = failure ?? { kind: "accepted", status: 0 };
  return [connectionCheck(setUp, reached, sent), signInCheck(setUp, reached, sent)];
}

function notingIn(reached: ConnectionProgress): NonNullable<SendMailOptions["noteStage"]> {
  return (stage) => {
    reached.isConnected = true;
    if (stage === "signed-in") reached.isSignedIn = true;
  };
}

async function checkServer(options: CheckMailOptions, sendTo: string): Promise<MailCheck[]> {
  const { setUp, lookup, at, timeLimitMs = MAIL_CHECK_TIME_LIMIT_MS } = options;
  const { smtp, reach, sender } = setUp;
  const reached: ConnectionProgress = { isConnected: false, isSignedIn: false };
  const sent = await sendMail(testMail(sender, { sendTo, at }), {
    smtp,
    reach,
    lookup,
    timeLimitMs,
    noteStage: notingIn(reached),
  });
  return [connectionCheck(setUp, reached, sent), signInCheck(setUp, reached, sent), testCheck(reached, sent)];
}

function connectionCheck(
  { smtp }: MailServerSetup,
  { isConnected }: ConnectionProgress,
  sent: SendMailResult,
): MailCheck {
  if (!isConnected) return failed("connection", sent);
  return ok("connection", smtp.security === "plain" ? "connected-plain" : "connected");
}

function signInCheck(
  { smtp }: MailServerSetup,
  { isConnected, isSignedIn }: ConnectionProgress,
  sent: SendMailResult,
): MailCheck {
  if (!isConnected) return { name: "sign-in", outcome: "not-checked", detail: "not-reached" };
  if (smtp.user === undefined) return { name: "sign-in", outcome: "not-checked", detail: "no-sign-in" };
  return isSignedIn ? ok("sign-in", "signed-in") : failed("sign-in", sent);
}

function testCheck({ isSignedIn }: ConnectionProgress, sent: SendMailResult): MailCheck {
  if (sent.kind === "accepted") return ok("test-mail", "mail-taken");
  if (!isSignedIn) return { name: "test-mail", outcome: "not-checked", detail: "not-reached" };
  return failed("test-mail", sent);
}

function ok(name: MailCheck["name"], detail: MailCheckDetail): MailCheck {
  return { name, outcome: "ok", detail };
}

function failed(name: MailCheck["name"], sent: SendMailResult): MailCheck {
  return { name, outcome: "failed", detail: sent.kind === "accepted" ? "failed" : sent.cause };
}
