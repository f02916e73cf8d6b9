import type { MailCheck, MailCheckDetail } from "#contract/manage/mail/mail-check.ts";
import { MAIL_CHECK_TIME_LIMIT_MS } from "#contract/manage/mail/mail-check.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { checkSenderDomain, type FindTexts } from "./check-sender-domain.ts";
import type { MailSetUp } from "./mail-set-up.ts";
import { type Handing, type Sent, sendMail, signInToMailServer } from "./send-mail.ts";
import { testMail } from "./test-mail.ts";

type Connecting = {
  setUp: MailSetUp;
  lookup: Lookup;
  timeLimitMs?: number;
};
type Checking = Connecting & { findTexts: FindTexts; at: number };

/** How far the conversation with the mail server got. */
type Reached = { isConnected: boolean; isSignedIn: boolean };

/**
 * Sends a test mail to an address, and checks the sender domain's DNS records. Failures are results and never reject.
 */
export async function checkMail(checking: Checking, sendTo: string): Promise<MailCheck[]> {
  const { setUp } = checking;
  const [ofServer, ofDomain] = await Promise.all([
    checkServer(checking, sendTo),
    checkSenderDomain(setUp.sender.from.email, checking.findTexts),
  ]);
  return [...ofServer, ...ofDomain];
}

/** The first two of these checks, which send no mail. */
export async function checkSignIn({
  setUp,
  lookup,
  timeLimitMs = MAIL_CHECK_TIME_LIMIT_MS,
}: Connecting): Promise<MailCheck[]> {
  const reached: Reached = { isConnected: false, isSignedIn: false };
  const { smtp, reach } = setUp;
  const noteStage = notingIn(reached);
  const failure = await signInToMailServer({ smtp, reach, lookup, timeLimitMs, noteStage });
  const sent: Sent = failure ?? { kind: "accepted", status: 0 };
  return [connectionCheck(setUp, reached, sent), signInCheck(setUp, reached, sent)];
}

function notingIn(reached: Reached): NonNullable<Handing["noteStage"]> {
  return (stage) => {
    reached.isConnected = true;
    if (stage === "signed-in") reached.isSignedIn = true;
  };
}

async function checkServer(checking: Checking, sendTo: string): Promise<MailCheck[]> {
  const { setUp, lookup, at, timeLimitMs = MAIL_CHECK_TIME_LIMIT_MS } = checking;
  const { smtp, reach, sender } = setUp;
  const reached: Reached = { isConnected: false, isSignedIn: false };
  const sent = await sendMail(testMail(sender, { sendTo, at }), {
    smtp,
    reach,
    lookup,
    timeLimitMs,
    noteStage: notingIn(reached),
  });
  return [connectionCheck(setUp, reached, sent), signInCheck(setUp, reached, sent), testCheck(reached, sent)];
}

function connectionCheck({ smtp }: MailSetUp, { isConnected }: Reached, sent: Sent): MailCheck {
  if (!isConnected) return failed("connection", sent);
  return ok("connection", smtp.security === "plain" ? "connected-plain" : "connected");
}

function signInCheck({ smtp }: MailSetUp, { isConnected, isSignedIn }: Reached, sent: Sent): MailCheck {
  if (!isConnected) return { name: "sign-in", outcome: "not-checked", detail: "not-reached" };
  if (smtp.user === undefined) return { name: "sign-in", outcome: "not-checked", detail: "no-sign-in" };
  return isSignedIn ? ok("sign-in", "signed-in") : failed("sign-in", sent);
}

function testCheck({ isSignedIn }: Reached, sent: Sent): MailCheck {
  if (sent.kind === "accepted") return ok("test-mail", "mail-taken");
  if (!isSignedIn) return { name: "test-mail", outcome: "not-checked", detail: "not-reached" };
  return failed("test-mail", sent);
}

function ok(name: MailCheck["name"], detail: MailCheckDetail): MailCheck {
  return { name, outcome: "ok", detail };
}

function failed(name: MailCheck["name"], sent: Sent): MailCheck {
  return { name, outcome: "failed", detail: sent.kind === "accepted" ? "failed" : sent.cause };
}
