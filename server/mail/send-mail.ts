import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { MAIL_TIME_LIMIT_MS } from "#contract/manage/mail/mail.ts";
import { connectTo } from "../outgoing/connect-to.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { SmtpServer } from "../settings/smtp-settings.ts";
import { type MailFailure, mailFailure } from "./mail-failure.ts";
import { LOGO_CID } from "./rendering/html-mail.ts";
import type { RenderedMail } from "./rendering/render-mail.ts";

/** The mail server's response. */
export type SendMailResult = { kind: "accepted"; status: number } | MailFailure;

/** Per response; the longest response of a real mail server is a few lines of text. */
const ANSWER_MAX_BYTES = 64 * 1024;

export type SendMailOptions = {
  smtp: SmtpServer;
  /** The addresses that the mail server may have. */
  reach: EgressPolicy;
  lookup: Lookup;
  /** Aborts the sending. */
  signal?: AbortSignal;
  timeLimitMs?: number;
  /** Called when the conversation reaches this stage. */
  noteStage?: ((stage: "connected" | "signed-in") => void) | undefined;
};

/** Loaded only where a mail server is set: it takes a fifth of a second and 10 MB. */
export async function loadMailer() {
  const [composer, connection] = await Promise.all([
    import("nodemailer/lib/mail-composer"),
    import("nodemailer/lib/smtp-connection"),
  ]);
  return { MailComposer: composer.default, Connection: connection.default };
}

/**
 * Sends one mail over its own connection; failures are results and never reject. Uses the connection directly instead
 * of a transport, because only then is it known whether an interrupted mail may have been accepted.
 */
export async function sendMail(mail: RenderedMail, options: SendMailOptions): Promise<SendMailResult> {
  const { stream, hasBegun } = startedStream(await composed(mail));
  try {
    const status = await withMailServer(options, (connection) => handOver(connection, mail, stream));
    return { kind: "accepted", status };
  } catch (error) {
    return mailFailure(error, { hasBegun: hasBegun() });
  }
}

/** Signs in to the mail server without sending anything. Undefined on success. */
export async function signInToMailServer(options: SendMailOptions): Promise<MailFailure | undefined> {
  try {
    return await withMailServer(options, async () => undefined);
  } catch (error) {
    return mailFailure(error, { hasBegun: false });
  }
}

/** Runs `act` with a signed-in connection. */
async function withMailServer<Result>(
  options: SendMailOptions,
  act: (connection: SMTPConnection) => Promise<Result>,
): Promise<Result> {
  const { smtp, reach, lookup, signal: stopping, timeLimitMs = MAIL_TIME_LIMIT_MS } = options;
  const { Connection } = await loadMailer();
  // starts here, because loading the mailer may take longer than a fast server
  const limit = AbortSignal.timeout(timeLimitMs);
  const signal = stopping ? AbortSignal.any([stopping, limit]) : limit;
  let connection: SMTPConnection | undefined;
  try {
    const socket = await connectTo(smtp, { reach, lookup, signal });
    connection = new Connection({ ...optionsOf(smtp, timeLimitMs), connection: socket });
    const ended = endOf(connection, signal);
    const opened = connection;
    const acted = signIn(opened, options).then(() => act(opened));
    const result = await Promise.race([ended, acted]);
    opened.quit();
    return result;
  } catch (error) {
    connection?.close();
    throw error;
  }
}

/** Tracks whether reading has begun, which happens only after the mail server agreed to receive the mail. */
function startedStream(bytes: Buffer): { stream: Readable; hasBegun: () => boolean } {
  let hasBegun = false;
  function* pieces() {
    hasBegun = true;
    yield bytes;
  }
  return { stream: Readable.from(pieces(), { objectMode: false }), hasBegun: () => hasBegun };
}

/** Addresses, subject and text are treated as data: they can never make the composer open a file or a URL. */
async function composed({
  messageId,
  from,
  to,
  replyTo,
  subject,
  text,
  html,
  logo,
  at,
  headers,
}: RenderedMail): Promise<Buffer> {
  const { MailComposer } = await loadMailer();
  const person = ({ name, email }: RenderedMail["from"]) => ({ name, address: email });
  const composer = new MailComposer({
    messageId,
    from: person(from),
    to: person(to),
    ...(replyTo && { replyTo: person(replyTo) }),
    subject,
    text,
    html,
    ...(logo && { attachments: [{ filename: "logo.png", cid: LOGO_CID, content: logo }] }),
    date: new Date(at),
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

function optionsOf({ host, port, security }: SmtpServer, timeLimitMs: number) {
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "plain",
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2" as const },
    greetingTimeout: timeLimitMs,
    socketTimeout: timeLimitMs,
    maxResponseSize: ANSWER_MAX_BYTES,
    socketCloseTimeout: 1_000,
    // logs must contain neither addresses nor passwords
    logger: false,
  };
}

/** Rejects when the connection ends early. */
function endOf(connection: SMTPConnection, signal: AbortSignal): Promise<never> {
  return new Promise((_settle, reject) => {
    connection.on("error", reject);
    // deferred, because the error for a 421 arrives just after the 421 has ended the connection
    connection.once("end", () => setImmediate(() => reject(new Error("The connection has ended"))));
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

async function signIn(connection: SMTPConnection, { smtp, noteStage }: SendMailOptions): Promise<void> {
  const { user, password: pass } = smtp;
  await done((callback) => connection.connect(callback));
  noteStage?.("connected");
  if (user !== undefined && pass !== undefined)
    await done((callback) => connection.login({ credentials: { user, pass } }, callback));
  noteStage?.("signed-in");
}

/** Returns the status with which the mail was accepted. */
async function handOver(
  connection: SMTPConnection,
  { from, to }: RenderedMail,
  stream: Readable,
): Promise<number> {
  const envelope = { from: from.email, to: [to.email] };
  const { response } = await new Promise<{ response: string }>((settle, reject) => {
    connection.send(envelope, stream, (error, sent) =>
      error || !sent ? reject(error as Error) : settle(sent),
    );
  });
  return Number.parseInt(response, 10);
}

function done(run: (callback: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((settle, reject) => run((error) => (error ? reject(error) : settle())));
}
