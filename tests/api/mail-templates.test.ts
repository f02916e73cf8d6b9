import { beforeEach, describe, expect, test } from "vitest";
import {
  changeTemplate,
  listTemplates,
  previewTemplate,
  removeTemplate,
} from "../../server/mail/manage-templates.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import type { MailServer } from "../support/peers/mail-server.ts";
import { type MailService, mailToServer } from "../support/service/mail-service.ts";

const NAME = { kind: "not-started", language: "en" } as const;

let server: MailServer;
let service: MailService;
beforeEach(async () => {
  ({ server, service } = await mailToServer());
});

describe("a template", () => {
  const change = (subject: string, text: string) =>
    changeTemplate({ storage: service.storage, actor: service.by() }, NAME, { subject, text });
  const inForce = async () =>
    (await listTemplates(service.storage, ["en"])).find(({ kind }) => kind === "not-started");

  test("in the provider's words is used from then on, until it is removed", async () => {
    const builtIn = await inForce();
    await change("Salut, {{ client }}", "Grüße\n{{link}}");
    await service.remind(await service.addMailedClient("Rosa {{link}} $&"));
    await service.settled(1);
    expect(server.onlyMail().mail.subject).toBe("Salut, Rosa {{link}} $&");
    expect(server.onlyMail().mail.text).toMatch(/^Grüße\nhttps:\/\/interview\.example\/#key=fh_\w+\n\n--\n/);
    await removeTemplate({ storage: service.storage, actor: service.by() }, NAME);
    expect(await inForce()).toEqual(builtIn);
    const changes = auditTrail(service).filter(({ kind }) => kind?.startsWith("mail.template"));
    expect(changes.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["mail.template-changed", "not-started en"],
      ["mail.template-removed", "not-started en"],
    ]);
  });

  test("in another language is used only for clients of that language", async () => {
    const bilingual = await mailToServer({ languages: ["en", "es"] });
    const { storage } = bilingual.service;
    const spanish = { kind: "not-started", language: "es" } as const;
    const words = { subject: "¡Ya casi!", text: "Siga:\n{{button:Entrar}}" };
    await changeTemplate({ storage, actor: bilingual.service.by() }, spanish, words);
    const inSpanish = await bilingual.service.signInSpeaking("es-MX");
    await bilingual.service.remind(inSpanish);
    await bilingual.service.remind(await bilingual.service.addMailedClient("Rosa"));
    await bilingual.service.settled(2);
    const mails = bilingual.server.taken.map(({ mail }) => mail);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "A few questions from Acme",
      "¡Ya casi!",
    ]);
    const own = mails.find(({ subject }) => subject === "¡Ya casi!");
    expect(own?.text).toMatch(/^Siga:\nEntrar:\nhttps:\/\/interview\.example\/#key=fh_\w+\n\n--\n/);
    expect(own?.html).toContain(">Entrar</a>");
  });

  test.each(["{{constructor}}", "{{__proto__}}", "{{days}}", "{{}}", "{{client", "client}}"])(
    "with %s is refused, and nothing is stored",
    async (text) => {
      await expect(change("Hello", text)).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        extra: { details: [{ path: "text" }] },
      });
      await expect(change(text, "Hello")).rejects.toMatchObject({
        extra: { details: [{ path: "subject" }] },
      });
      expect((await inForce())?.changedAt).toBeNull();
      expect(auditTrail(service)).toEqual([]);
    },
  );

  test.each([
    ["invitation", "Add a button on a separate line, such as {{button:Start the interview}}"],
    ["not-started", "Add a button on a separate line, such as {{button:Start the interview}}"],
    ["password-link", "Add a button on a separate line, such as {{button:Set your password}}"],
    ["follow-up", "Put {{questions}} where the follow-up questions go"],
    ["sign-in-link", "Put {{links}} where the sign-in links go"],
    ["digest", "Put {{digest}} where the clients are listed"],
  ] as const)(
    "of kind %s without its link or list is refused, and nothing is stored",
    async (kind, message) => {
      const by = { storage: service.storage, actor: service.by() };
      const template = { subject: "Hello", text: "Come back soon." };
      await expect(changeTemplate(by, { kind, language: "en" }, template)).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        extra: { details: [{ path: "text", message }] },
      });
      const stored = await listTemplates(service.storage, ["en"]);
      expect(stored.filter(({ changedAt }) => changedAt !== null)).toEqual([]);
      expect(auditTrail(service)).toEqual([]);
    },
  );

  test("can contain SMTP's own commands, and lines of any length", async () => {
    const text = `.\n..\nQUIT\nFrom me\n${"x".repeat(2_000)}\n${"語".repeat(1_000)}`;
    await change("=?utf-8?q?a?= .", `${text}\n{{link}}`);
    await service.remind(await service.addMailedClient());
    await service.settled(1);
    expect(server.onlyMail().mail.subject).toBe("= ?utf-8?q?a?= .");
    expect(server.onlyMail().mail.text?.startsWith(`${text}\nhttps://`)).toBe(true);
  });

  test("is previewed with sample values, as it would arrive", () => {
    const words = { subject: "For {{client}}", text: "{{link}}" };
    expect(
      previewTemplate("not-started", words, {
        ...service.sender,
        language: "en",
        linkDays: { invitation: 14, other: 7 },
      }),
    ).toMatchObject({
      subject: "For Rosa’s Bakery",
      text: expect.stringMatching(/^https:\/\/interview\.example\/#key=…\n\n--\n/),
    });
  });
});

test.each([
  "Rosa\r\nBcc: x@evil.example",
  "\u202egnirts\u2069",
  "a".repeat(200),
  "名前 🍞 שם",
  '"<x@evil.example>, y"',
  "=?utf-8?q?x?=",
])("a client named %j adds no header, no recipient and no line", async (name) => {
  const clientId = await service.addMailedClient(name);
  await sendNamed(clientId);
  const { mail, to } = server.onlyMail();
  expect(to).toEqual([`${clientId}@client.example`]);
  expect(mail.to).toHaveLength(1);
  expect(mail.headers.some(({ key }) => key === "bcc")).toBe(false);
  expect(mail.subject).not.toMatch(/[\r\n\u202e]/);
});

test("a name that looks like an encoded word is not decoded by mail programs", async () => {
  const managerId = await service.addManager("Mia");
  const manager = { managerId, name: "=?utf-8?q?m?=", role: "manager" } as const;
  await service.storage.managers.change(manager, []);
  await sendNamed(await service.addMailedClient("=?utf-8?q?x?=", managerId));
  const { mail } = server.onlyMail();
  expect(mail.subject).toBe("For = ?utf-8?q?x?=");
  expect(mail.to).toMatchObject([{ name: "= ?utf-8?q?x?=" }]);
  expect(mail.replyTo).toMatchObject([{ name: "= ?utf-8?q?m?=" }]);
});

async function sendNamed(clientId: string) {
  const words = { subject: "For {{client}}", text: "{{client}}\n{{link}}" };
  await changeTemplate({ storage: service.storage, actor: service.by() }, NAME, words);
  await service.remind(clientId);
  await service.settled(1);
}
