import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

const CERTIFICATES = join(import.meta.dirname, "../../certificates");
export const USER = "firsthand";
export const PASSWORD = "a % strange/pass:word";

type Step = "connect" | "auth" | "sender" | "recipient" | "message";
/** What the server does at a step: refuses with a status, never answers, or ends the connection. */
type Answer = number | "hangs" | "cuts" | undefined;

export type TakenMail = { raw: string; to: string[]; from: string; isSecure: boolean; mail: Email };

type Options = {
  security?: "tls" | "starttls" | "plain";
  certificate?: string;
  port?: number;
  host?: string;
};

/** A real mail server that keeps the mail it takes. Mail that violates the standards is recorded as a problem. */
export async function mailServer({
  security = "plain",
  certificate = "mail.pem",
  port = 0,
  host = "127.0.0.1",
}: Options = {}) {
  const taken: TakenMail[] = [];
  const problems: string[] = [];
  let answer: (step: Step, nth: number) => Answer = () => undefined;
  const counts = new Map<Step, number>();

  function reply(step: Step, callback: (error?: Error | null) => void, cut: () => void): void {
    const nth = (counts.get(step) ?? 0) + 1;
    counts.set(step, nth);
    const given = answer(step, nth);
    if (given === "hangs") return;
    if (given === "cuts") cut();
    else callback(given === undefined ? null : Object.assign(new Error("Not now"), { responseCode: given }));
  }
  const server = new SMTPServer({
    secure: security === "tls",
    key: readFileSync(join(CERTIFICATES, "key.pem")),
    cert: readFileSync(join(CERTIFICATES, certificate)),
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: security === "starttls" ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, callback) => reply("connect", callback, cutAll),
    onAuth({ username, password }, _session, callback) {
      if (username === USER && password === PASSWORD)
        reply("auth", (error) => callback(error, { user: USER }), cutAll);
      else callback(Object.assign(new Error("Wrong"), { responseCode: 535 }));
    },
    onMailFrom: (_address, _session, callback) => reply("sender", callback, cutAll),
    onRcptTo: (_address, _session, callback) => reply("recipient", callback, cutAll),
    async onData(stream, session, callback) {
      // a sender that is killed in the middle has sent nothing
      const raw = await text(stream).catch(() => undefined);
      if (raw === undefined) return;
      const { mailFrom, rcptTo } = session.envelope;
      const mail = await PostalMime.parse(raw);
      problems.push(...faultsOf(raw));
      const entry = {
        raw,
        mail,
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        isSecure: session.secure,
      };
      const answered = (error?: Error | null) => {
        if (!error) taken.push(entry);
        callback(error);
      };
      reply("message", answered, () => {
        // the mail was taken, but the answer is lost
        taken.push(entry);
        cutAll();
      });
    },
  });
  // a sender that does not trust the certificate disconnects, which is not an error here
  server.on("error", () => undefined);
  server.listen(port, host);
  await once(server.server, "listening");

  function cutAll(): void {
    for (const socket of sockets) socket.destroy();
  }
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  return {
    port: (server.server.address() as AddressInfo).port,
    /** The taken mails, in the order of arrival. */
    taken,
    problems,
    count: (step: Step) => counts.get(step) ?? 0,
    onlyMail(): TakenMail {
      const [first] = taken;
      if (!first || taken.length > 1) throw new Error(`${taken.length} mails`);
      return first;
    },
    recipients: () => taken.flatMap(({ to }) => to),
    answerWith(next: (step: Step, nth: number) => Answer): void {
      answer = next;
      counts.clear();
    },
    async close(): Promise<void> {
      cutAll();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

export type MailServer = Awaited<ReturnType<typeof mailServer>>;

const ONCE = ["From", "To", "Subject", "Date", "Message-ID"];

/** Violations of RFC 5322. */
function faultsOf(raw: string): string[] {
  const faults: string[] = [];
  const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
  if (/[^\r]\n|\r[^\n]/.test(raw)) faults.push("a line that does not end in CR and LF");
  if (/[^\x20-\x7e\r\n\t]/.test(head)) faults.push("a header that is not ASCII");
  if (raw.split("\r\n").some((line) => line.length > 998)) faults.push("a line that is too long");
  const names = head.split(/\r\n(?![ \t])/).map((line) => line.slice(0, line.indexOf(":")));
  for (const name of ONCE)
    if (names.filter((other) => other === name).length !== 1) faults.push(`${name} not once`);
  return faults;
}
