import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "#contract/manage/clients.ts";
import {
  type ClientMail,
  DEFAULT_MAIL,
  type MailPage,
  type ReminderResult,
  type ShownTemplate,
} from "#contract/manage/mail/mail.ts";
import type { MailPreview } from "#contract/manage/mail/shown-mail.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { mailServer, PASSWORD, USER } from "../../support/peers/mail-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** tests/api/mail-*.test.ts tests when mails are sent and how they end. */

let service: Service;
let smtp: Awaited<ReturnType<typeof mailServer>>;
let manager: ConsoleCaller;
let admin: ConsoleCaller;
beforeAll(async () => {
  smtp = await mailServer();
  const credentials = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
  service = await startService({
    env: {
      FIRSTHAND_SMTP_URL: `smtp://${credentials}@localhost:${smtp.port}`,
      FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
      FIRSTHAND_PUBLIC_URL: "https://interview.example",
    },
  });
  manager = await consoleCaller(service);
  admin = await consoleCaller(service, "administrator");
});
afterAll(async () => {
  await service.mail.worker.stop();
  await service.close();
  await smtp.close();
});

async function clientWith(email: string | null): Promise<string> {
  const { clientId } = await manager.send<{ clientId: string }>("POST", "/clients", {
    name: "Rosa's Bakery",
    email,
  });
  return clientId;
}
const remind = (clientId: string) => manager.send<ReminderResult>("POST", `/clients/${clientId}/reminders`);

test("a mail choice that a call leaves out stays unchanged", async () => {
  const mia = await consoleCaller(service);
  await mia.send("PUT", "/me/mail", { digest: false });
  expect(await mia.read("/me/mail")).toEqual({ ...DEFAULT_MAIL, digest: false });
  // sent by a tab that was opened before the digest existed
  await mia.send("PUT", "/me/mail", { submitted: false, answered: true, stuckDays: 3 });
  expect(await mia.read("/me/mail")).toEqual({
    submitted: false,
    answered: true,
    digest: false,
    stuckDays: 3,
  });
  await expectFailure(await mia.call("PUT", "/me/mail", { digest: null }), "VALIDATION_ERROR");
  await expectFailure(await mia.call("PUT", "/me/mail", { digests: true }), "VALIDATION_ERROR");
});

test("a client is reminded at once, the log lists it, and the link in the mail unsubscribes them", async () => {
  const clientId = await clientWith("rosa@example.com");
  expect(await manager.read(`/clients/${clientId}/mail`)).toMatchObject({
    hasAddress: true,
    isOptedOut: false,
    getsReminders: true,
  });
  expect(await remind(clientId)).toMatchObject({ outcome: "queued", kind: "not-started" });
  await expect.poll(() => smtp.taken.length).toBe(1);
  const { to, mail } = smtp.taken[0] ?? { to: [], mail: undefined };
  expect(to).toEqual(["rosa@example.com"]);
  const log = () => manager.read<MailPage>(`/mails?clientId=${clientId}`);
  await expect
    .poll(async () => (await log()).mails)
    .toMatchObject([
      {
        state: "sent",
        clientName: "Rosa's Bakery",
        managerName: null,
        askedBy: manager.managerId,
        askedByName: manager.name,
      },
    ]);
  expect(await remind(clientId)).toEqual({ outcome: "refused", reason: "just-sent" });

  const path = /https:\/\/interview\.example(\/opt-out\/fho_[\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  const asked = await service.call("GET", path);
  expect(await asked.text()).toContain("reminder emails");
  expect((await service.call("GET", path)).headers.get("content-security-policy")).toContain(
    "form-action 'self'",
  );
  // only opened, as mailboxes do automatically
  expect(await manager.read(`/clients/${clientId}/mail`)).toMatchObject({ isOptedOut: false });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  for (let time = 0; time < 2; time++) {
    const pressed = await service.call("POST", path, { headers, body: "List-Unsubscribe=One-Click" });
    expect([pressed.status, await pressed.text()]).toEqual([
      200,
      expect.stringContaining("You won’t get these emails anymore"),
    ]);
  }
  expect(await manager.read(`/clients/${clientId}/mail`)).toMatchObject({ isOptedOut: true });
  service.time.now += 3_700_000;
  expect(await remind(clientId)).toEqual({ outcome: "refused", reason: "opted-out" });
  expect(service.logLines.join("")).not.toContain("fho_");
});

test("a client without an address is not reminded, and the answer has the reason", async () => {
  expect(await remind(await clientWith(null))).toEqual({ outcome: "refused", reason: "no-address" });
});

test.each(["x", "fho_short", `fho_${"A".repeat(43)}`, "..%2f..%2fetc", "%3Cscript%3E"])(
  "an unsubscribe link that was never sent is unknown: %s",
  async (token) => {
    for (const method of ["GET", "POST"]) {
      const response = await service.call(method, `/opt-out/${token}`);
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining("This link doesn’t work"),
      ]);
    }
  },
);

test("no other call accepts a form as its body, and a form that is too long is refused", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  await expectFailure(
    await service.call("POST", "/v1/auth/exchange", { headers, body: "key=x" }),
    "UNSUPPORTED_MEDIA_TYPE",
  );
  const long = await service.call("POST", "/opt-out/x", { headers, body: "x".repeat(2_000) });
  await expectFailure(long, "BODY_TOO_LARGE");
});

test("every manager sees whether this installation sends mail and automatic reminders", async () => {
  expect(await manager.read("/mail")).toEqual({
    sendsMail: true,
    sendsReminders: true,
    reminderDays: [3, 7, 14],
    invitationDays: 14,
  });
  const without = await startService();
  expect(await (await consoleCaller(without)).read("/mail")).toMatchObject({
    sendsMail: false,
    sendsReminders: false,
  });
  await without.close();
});

describe("automatic reminders for one client", () => {
  const getsReminders = async (clientId: string) => {
    const shown = await manager.read<Client>(`/clients/${clientId}`);
    const mail = await manager.read<ClientMail>(`/clients/${clientId}/mail`);
    expect(mail.getsReminders).toBe(shown.getsReminders);
    return mail.getsReminders;
  };

  test("are turned off and on without changing anything else of the client, and each change is audited", async () => {
    const clientId = await clientWith("rosa@example.com");
    const before = await manager.read<Client>(`/clients/${clientId}`);
    // the second call repeats the current value
    for (const turned of [false, false, true])
      await manager.send("PUT", `/clients/${clientId}`, { getsReminders: turned });
    expect(await manager.read(`/clients/${clientId}`)).toEqual(before);
    const changes = auditTrail(service).filter(
      ({ kind, client_id }) => kind === "client.changed" && client_id === clientId,
    );
    expect(changes.map(({ actor, detail }) => [actor, detail])).toEqual([
      [manager.managerId, "getsReminders"],
      [manager.managerId, "getsReminders"],
    ]);
    await manager.send("PUT", `/clients/${clientId}`, { name: "Rosa", getsReminders: false });
    await manager.send("PUT", `/clients/${clientId}`, { name: "Rosa M.", email: null });
    expect(await getsReminders(clientId)).toBe(false);
    expect(await manager.read(`/clients/${clientId}`)).toMatchObject({ name: "Rosa M.", email: null });
  });

  test.each([null, "false", 0, 1, [], {}])("cannot be set to %j", async (value) => {
    const clientId = await clientWith("rosa@example.com");
    const body = { getsReminders: value };
    await expectFailure(await manager.call("PUT", `/clients/${clientId}`, body), "VALIDATION_ERROR");
    const act = { action: "invite", getsReminders: value };
    const started = await manager.call("POST", "/bulk", { act, on: { ids: [clientId] } });
    await expectFailure(started, "VALIDATION_ERROR");
    expect(await getsReminders(clientId)).toBe(true);
  });

  test("cannot be turned off by another manager", async () => {
    const clientId = await clientWith("rosa@example.com");
    const other = await consoleCaller(service);
    const turned = await other.call("PUT", `/clients/${clientId}`, { getsReminders: false });
    await expectFailure(turned, "NOT_FOUND");
    expect(await getsReminders(clientId)).toBe(true);
  });
});

test("each manager chooses for themselves which mails they want", async () => {
  expect(await manager.read("/me/mail")).toEqual(DEFAULT_MAIL);
  const choices = { submitted: false, answered: false, digest: false, stuckDays: 7 };
  await manager.send("PUT", "/me/mail", choices);
  expect(await manager.read("/me/mail")).toEqual(choices);
  expect(await admin.read("/me/mail")).toMatchObject({ submitted: true });
  await expectFailure(
    await manager.call("PUT", "/me/mail", { ...choices, stuckDays: 0 }),
    "VALIDATION_ERROR",
  );
});

describe("templates", () => {
  const words = { subject: "Hello {{client}}", text: "Your interview waits: {{link}}" };
  const templates = async () =>
    (await admin.read<{ templates: ShownTemplate[] }>("/mail-templates")).templates;
  const notStarted = async () => (await templates()).find(({ kind }) => kind === "not-started");

  test("are set to the provider's words, previewed, and reset", async () => {
    const builtIn = await notStarted();
    expect(builtIn).toMatchObject({ changedAt: null });
    const preview = await admin.send<MailPreview>("POST", "/mail-templates/not-started/preview", words);
    expect(preview.subject).toMatch(/^Hello \S/);
    expect((await notStarted())?.changedAt).toBeNull();
    await admin.send("PUT", "/mail-templates/not-started", words);
    expect(await notStarted()).toMatchObject({ ...words, changedAt: expect.any(String) });
    await admin.send("DELETE", "/mail-templates/not-started");
    expect(await notStarted()).toEqual(builtIn);
  });

  test.each<[string, object]>([
    ["a placeholder that there is not", { subject: "Hello {{password}}", text: "{{link}}" }],
    ["an empty subject", { subject: " ", text: "{{link}}" }],
    ["a subject of two lines", { subject: "Hello\r\nBcc: x@example.com", text: "{{link}}" }],
    ["no text", { subject: "Hello" }],
    ["no way to the interview", { subject: "Hello", text: "Your interview waits." }],
    ["a button without words", { subject: "Hello", text: "{{button:}}" }],
    ["a button within a line", { subject: "Hello", text: "Go on: {{button:Start}}" }],
    ["a button in the subject", { subject: "{{button:Start}}", text: "{{link}}" }],
    ["too long a text", { subject: "Hello", text: "{{link}}".repeat(700) }],
  ])("with %s are refused, and nothing is stored", async (_, template) => {
    await expectFailure(await admin.call("PUT", "/mail-templates/not-started", template), "VALIDATION_ERROR");
    expect((await notStarted())?.changedAt).toBeNull();
  });

  test("are written for one language or for all of them", async () => {
    const inLanguage = async (kind: string, language: string) =>
      (await templates()).find((template) => template.kind === kind && template.language === language);
    const builtIn = await inLanguage("not-started", "es");
    expect(builtIn?.text).toMatch(/^Hola/);
    await admin.send("PUT", "/mail-templates/not-started?language=en", words);
    expect(await inLanguage("not-started", "en")).toMatchObject(words);
    expect(await inLanguage("not-started", "es")).toEqual(builtIn);
    await admin.send("PUT", "/mail-templates/not-started", words);
    expect(await inLanguage("not-started", "es")).toMatchObject(words);
    await admin.send("DELETE", "/mail-templates/not-started?language=es");
    expect(await inLanguage("not-started", "es")).toEqual(builtIn);
    expect(await inLanguage("not-started", "en")).toMatchObject(words);
    await admin.send("DELETE", "/mail-templates/not-started");
    expect(await inLanguage("not-started", "en")).toMatchObject({ changedAt: null });
    // mails to managers are in the provider's first language
    expect(await inLanguage("submitted", "es")).toBeUndefined();
    await expectFailure(
      await admin.call("PUT", "/mail-templates/not-started?language=tlh", words),
      "VALIDATION_ERROR",
    );
  });

  test("show their buttons in a preview, in its language", async () => {
    const preview = (text: string, language: string) =>
      admin.send<MailPreview>("POST", `/mail-templates/invitation/preview?language=${language}`, {
        subject: "Hello",
        text,
      });
    const own = await preview("Hi {{contact}},\n\n{{ button:Go <b>on</b> }}\n{{due}}", "es");
    expect(own.blocks).toEqual([
      { kind: "text", lines: ["Hi Rosa,"] },
      { kind: "button", label: "Go <b>on</b>" },
      { kind: "text", lines: [expect.stringContaining("4 de diciembre")] },
    ]);
    expect(own.text).toMatch(/^Hi Rosa,\n\nGo <b>on<\/b>:\nhttps?:\S+#key=…\n/);
    expect(own.footer.at(-1)).toBe("Dejar de recibir correos");
    expect(own.text).toMatch(/\n--\n[^\n]+\nDejar de recibir correos:\nhttps?:\S+\/opt-out\/…$/);
    const bare = await preview("{{link}}", "en");
    expect(bare.blocks).toEqual([{ kind: "button", label: "Start the interview" }]);
  });

  test("of an unknown kind are refused", async () => {
    await expectFailure(await admin.call("PUT", "/mail-templates/spam", words), "VALIDATION_ERROR");
  });
});
