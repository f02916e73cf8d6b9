import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MINUTE_MS } from "#contract/instants.ts";
import type { MailLine } from "#contract/manage/mail/mail.ts";
import type { Lookup } from "../../server/outgoing/guarded-lookup.ts";
import type { SmtpServer } from "../../server/settings/smtp-settings.ts";
import { fakeLookup } from "../support/fakes/fake-lookup.ts";
import { type MailServer, mailServer } from "../support/peers/mail-server.ts";
import { type MailService, mailService, smtpAt } from "../support/service/mail-service.ts";

const trusted = tls.getCACertificates("default");
const certificate = (name: string) =>
  readFileSync(join(import.meta.dirname, "../certificates", name), "utf8");
beforeAll(() => {
  const ours = ["mail.pem", "receiver.pem", "expired.pem"].map(certificate);
  tls.setDefaultCACertificates([...trusted, ...ours]);
});
afterAll(() => tls.setDefaultCACertificates(trusted));

let service: MailService;
let server: MailServer | undefined;
afterEach(async () => {
  await service.close();
  await server?.close();
  server = undefined;
});

/** Queues a reminder at a manager's request; this mail server is to send it. */
async function remindBy(smtp: SmtpServer, options: { timeLimitMs?: number; lookup?: Lookup } = {}) {
  service = await mailService(smtp, options);
  const clientId = await service.addMailedClient();
  const asked = await service.remind(clientId);
  if (asked.outcome !== "queued") throw new Error(asked.reason);
  return clientId;
}
const isDone = (line: MailLine | undefined) => line?.state !== "waiting" && line?.state !== "sending";
const done = async () => (await service.logOnce(([line]) => isDone(line)))[0];
/** A mail that was tried this often and waits for the next try. */
const waiting = async (attempts = 1) =>
  (await service.logOnce(([line]) => line?.attempts === attempts && line.state === "waiting"))[0];

describe("a connection", () => {
  test.each(["tls", "starttls"] as const)(
    "by %s is trusted when its certificate is, and is secure",
    async (security) => {
      server = await mailServer({ security });
      await remindBy(smtpAt(server.port, { security }));
      expect(await done()).toMatchObject({ state: "sent", status: 250, attempts: 1, cause: null });
      expect(server.taken).toMatchObject([{ isSecure: true }]);
      expect(server.problems).toEqual([]);
    },
  );

  test.each([
    ["tls", "receiver.pem"],
    ["tls", "expired.pem"],
    ["starttls", "receiver.pem"],
    ["starttls", "expired.pem"],
  ] as const)("by %s with the certificate %s sends nothing, and is tried again", async (security, name) => {
    server = await mailServer({ security, certificate: name });
    await remindBy(smtpAt(server.port, { security }));
    expect(await waiting()).toMatchObject({ cause: "no-tls", status: null });
    expect([server.count("auth"), server.count("sender"), server.taken]).toEqual([0, 0, []]);
  });

  test("without the required STARTTLS gets neither password nor mail", async () => {
    server = await mailServer({ security: "plain" });
    await remindBy(smtpAt(server.port, { security: "starttls" }));
    expect(await waiting()).toMatchObject({ cause: "no-tls" });
    expect([server.count("auth"), server.count("sender"), server.taken]).toEqual([0, 0, []]);
  });
});

describe("a mail server that", () => {
  beforeEach(async () => {
    server = await mailServer();
  });
  const given = () => {
    if (!server) throw new Error("There is no server");
    return server;
  };

  test("rejects the password is tried again, until it accepts it", async () => {
    await remindBy(smtpAt(given().port, { password: "wrong" }));
    expect(await waiting()).toMatchObject({ cause: "sign-in-refused", status: 535 });
    service.time.now += 2 * MINUTE_MS;
    await service.restartWorker(smtpAt(given().port));
    expect(await done()).toMatchObject({ state: "sent", attempts: 2 });
  });

  test("wants to be asked again later is asked after a minute and not before", async () => {
    given().answerWith((step, nth) => (step === "recipient" && nth === 1 ? 451 : undefined));
    await remindBy(smtpAt(given().port));
    const line = await waiting();
    expect(line).toMatchObject({ cause: "busy", status: 451 });
    expect(line?.nextAt).toBe(new Date(service.time.now + MINUTE_MS).toISOString());
    service.time.now += MINUTE_MS - 1;
    await service.restartWorker();
    expect(given().count("recipient")).toBe(1);
    service.time.now += 1;
    expect(await done()).toMatchObject({ state: "sent", attempts: 2 });
    expect(given().taken).toHaveLength(1);
  });

  test.each([
    ["recipient", 550, "recipient-refused"],
    ["message", 554, "message-refused"],
  ] as const)(
    "refuses the %s permanently is not asked again, and the log says why",
    async (at, status, cause) => {
      given().answerWith((step) => (step === at ? status : undefined));
      await remindBy(smtpAt(given().port));
      expect(await done()).toMatchObject({ state: "refused", status, cause, attempts: 1, nextAt: null });
      service.time.now += 24 * 60 * MINUTE_MS;
      await service.restartWorker();
      expect(given().count("recipient")).toBe(1);
    },
  );

  test.each([
    ["connect", "busy"],
    ["sender", "busy"],
    ["recipient", "busy"],
    ["message", "busy"],
  ] as const)("announces at %s that it closes is tried again", async (at, cause) => {
    given().answerWith((step) => (step === at ? 421 : undefined));
    await remindBy(smtpAt(given().port));
    expect(await waiting()).toMatchObject({ cause });
  });

  test("refuses the sender is tried again, since the operator can fix that", async () => {
    given().answerWith((step) => (step === "sender" ? 553 : undefined));
    await remindBy(smtpAt(given().port));
    expect(await waiting()).toMatchObject({ cause: "sender-refused", status: 553 });
  });

  test.each(["connect", "auth", "sender", "recipient"] as const)("cuts at %s is tried again", async (at) => {
    given().answerWith((step, nth) => (step === at && nth === 1 ? "cuts" : undefined));
    await remindBy(smtpAt(given().port));
    await waiting();
    service.time.now += MINUTE_MS;
    expect(await done()).toMatchObject({ state: "sent", attempts: 2 });
    expect(given().taken).toHaveLength(1);
  });

  test("accepts a reminder but disconnects before confirming it does not get it twice", async () => {
    given().answerWith((step) => (step === "message" ? "cuts" : undefined));
    await remindBy(smtpAt(given().port));
    expect(await done()).toMatchObject({ state: "unsure", nextAt: null });
    service.time.now += 24 * 60 * MINUTE_MS;
    await service.restartWorker();
    expect(given().taken).toHaveLength(1);
  });

  test("accepts a manager's mail but disconnects before confirming it gets it again, with the same id", async () => {
    service = await mailService(smtpAt(given().port));
    given().answerWith((step, nth) => (step === "message" && nth === 1 ? "cuts" : undefined));
    const managerId = await service.addManager();
    const choices = { submitted: true, answered: false, digest: false, stuckDays: null };
    await service.storage.mail.putChoices({ managerId, at: service.time.now, choices }, []);
    const clientId = await service.addMailedClient("Rosa", managerId);
    await service.submit(clientId);
    await waiting();
    service.time.now += MINUTE_MS;
    expect(await done()).toMatchObject({ state: "sent", attempts: 2 });
    const ids = given().taken.map(({ mail }) => mail.messageId);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test("is down for hours and comes back gets each mail once", async () => {
    const { port } = given();
    await given().close();
    await remindBy(smtpAt(port));
    expect(await waiting()).toMatchObject({ cause: "connection-refused" });
    for (const [place, minutes] of [1, 5, 20, 60, 120].entries()) {
      service.time.now += minutes * MINUTE_MS;
      await waiting(place + 2);
    }
    server = await mailServer({ port });
    service.time.now += 240 * MINUTE_MS;
    expect(await done()).toMatchObject({ state: "sent", attempts: 7 });
    expect(server.taken).toHaveLength(1);
  });

  test("is down for longer than a day is given up", async () => {
    const { port } = given();
    await given().close();
    await remindBy(smtpAt(port));
    for (let attempt = 1; attempt < 9; attempt++) {
      await waiting(attempt);
      service.time.now += 10 * 60 * MINUTE_MS;
    }
    expect(await done()).toMatchObject({ state: "given-up", attempts: 9, cause: "connection-refused" });
  });
});

/** The server's lines in order; it sends a part of them and then falls silent. */
const SCRIPT = ["220 ready", "250 ok", "250 sender", "250 recipient", "354 go on", "250 taken"];

describe.each([0, 1, 2, 3, 4, 5])("a mail server that hangs after %i answers", (answers) => {
  test("is disconnected in time, and delays no other mail", async () => {
    const sockets = new Set<Socket>();
    const hanging = createServer((socket) => {
      sockets.add(socket);
      let given = 0;
      const say = () => given < answers && socket.write(`${SCRIPT[given++]}\r\n`);
      let body = "";
      say();
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        body = given === 5 ? body + bytes.toString() : "";
        if (given !== 5 || body.endsWith("\r\n.\r\n")) say();
      });
    });
    await new Promise<void>((listening) => hanging.listen(0, "127.0.0.1", listening));
    const { port } = hanging.address() as { port: number };
    // allows more time if all answers but the last must arrive within the limit
    const timeLimitMs = answers < 5 ? 150 : 2_000;
    await remindBy(smtpAt(port, { user: undefined, password: undefined }), { timeLimitMs });
    const line = answers < 5 ? await waiting() : await done();
    expect(line).toMatchObject({ state: answers < 5 ? "waiting" : "unsure", cause: "timed-out" });
    for (const socket of sockets) socket.destroy();
    hanging.close();
  });
});

test.each([
  "HTTP/1.1 400 Bad Request\r\n\r\n",
  "\u0000".repeat(2_000),
  "x".repeat(3_000_000),
  "220-\r\n".repeat(400_000),
])("a server that does not speak SMTP is disconnected, and tried again", async (greeting) => {
  const sockets = new Set<Socket>();
  const other = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write(greeting);
  });
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  const { port } = other.address() as { port: number };
  await remindBy(smtpAt(port, { user: undefined, password: undefined }), { timeLimitMs: 500 });
  expect((await waiting())?.cause).toMatch(/^(not-smtp|timed-out|cut-off|busy)$/);
  for (const socket of sockets) socket.destroy();
  other.close();
});

test("a name that resolves to a cloud metadata address is not connected to", async () => {
  const { lookup } = fakeLookup("mail.acme.example", ["169.254.169.254"]);
  await remindBy(smtpAt(25, { host: "mail.acme.example" }), { lookup });
  expect(await waiting()).toMatchObject({ cause: "address-refused", status: null });
});

test("an unreachable host is tried again", async () => {
  await remindBy(smtpAt(25, { host: "mail.invalid" }));
  expect(await waiting()).toMatchObject({ cause: "no-such-host" });
});
