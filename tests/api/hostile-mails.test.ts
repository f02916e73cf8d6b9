import { beforeEach, expect, test, vi } from "vitest";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import {
  MAIL_SUBJECT_MAX_LENGTH,
  MAIL_TEXT_MAX_LENGTH,
  mailTemplateSchema,
} from "#contract/manage/mail/mail.ts";
import { fillTemplate, templateProblem } from "#contract/manage/mail/mail-templates.ts";
import { nameSchema } from "#contract/manage/names.ts";
import { changeTemplate } from "../../server/mail/manage-templates.ts";
import { addManager } from "../../server/managers/accounts.ts";
import { queuedJobs } from "../support/data/queued-jobs.ts";
import { trials } from "../support/faults/faults.ts";
import type { MailServer } from "../support/peers/mail-server.ts";
import { inPieces, someHostileStrings } from "../support/security/hostile-strings.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type MailService, mailToServer } from "../support/service/mail-service.ts";

/** The headers of all our mails; a text that injects a header would add another name. */
const HEADERS = [
  "auto-submitted",
  "content-transfer-encoding",
  "content-type",
  "date",
  "from",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "message-id",
  "mime-version",
  "reply-to",
  "subject",
  "to",
  "user-agent",
];
const CONTENT_TYPES = ["multipart/alternative", "text/plain", "text/html"].map(
  (type) => `Content-Type: ${type}`,
);
/** The elements of our mail layout. */
const TAGS = "html head meta title style body div table tr td p br a".split(" ");
const texts = someHostileStrings();
const kind = "not-started" as const;

let server: MailServer;
let service: MailService;
beforeEach(async () => {
  ({ server, service } = await mailToServer());
});

/** What holds for every mail, whichever client it is about. */
function expectPlainMails(count: number): void {
  expect(server.taken).toHaveLength(count);
  for (const { mail, raw, to } of server.taken) {
    expect(mail.headers.map(({ key }) => key).filter((key) => !HEADERS.includes(key))).toEqual([]);
    expect(mail.to?.map(({ address }) => address)).toEqual(to);
    expect(to).toHaveLength(1);
    for (const { address } of mail.replyTo ?? []) expect(address).toMatch(/^manager-\d+@acme\.example$/);
    expect(mail.attachments).toEqual([]);
    expect(raw.match(/^content-type: [^;]*/gim)).toEqual(CONTENT_TYPES);
    const tags = [...(mail.html ?? "").matchAll(/<\/?([a-z]\w*)/gi)].map(([, name]) => name);
    expect(tags.filter((name) => !TAGS.includes(name ?? ""))).toEqual([]);
    const hrefs = [...(mail.html ?? "").matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    expect(hrefs.filter((address) => !address?.startsWith("https://interview.example/"))).toEqual([]);
  }
}

/** The text as mail programs show it, without the direction marks around it. */
const seen = (text: string | undefined) =>
  (text ?? "").replace(/[\u2066-\u2069]/g, "").replace(/\r\n?/g, "\n");

/** Mails greet by first name, unless that is a title. */
function greeted(name: string): string {
  const [first = name] = name.split(/\s+/);
  return first.endsWith(".") ? name : first;
}

test("clients and managers with any valid name are named in their mails, without side effects", async () => {
  const names = texts
    .filter((text) => nameSchema(CLIENT_NAME_MAX_LENGTH).safeParse(text).success)
    .map((text) => text.trim());
  expect(names.length).toBeGreaterThan(texts.length / 2);
  for (const [place, name] of names.entries()) {
    const account = { name, email: `manager-${place}@acme.example`, role: "manager" } as const;
    const manager = await addManager(service.storage, account, service.by());
    const clientId = await service.addMailedClient(name, manager?.managerId ?? null);
    await service.storage.clients.change(clientId, { contact: name }, []);
    await service.remind(clientId);
  }
  await vi.waitFor(() => expect(queuedJobs(service)).toEqual([]), { timeout: trials(30_000, 600_000) });
  expectPlainMails(names.length);
  const mailTexts = server.taken.map(({ mail }) => seen(mail.text));
  expect(
    names.filter((name) => !mailTexts.some((text) => text.includes(`Hi ${greeted(seen(name))},`))),
  ).toEqual([]);
  countTried("hostile names in mails", names.length);
});

test("a template with any valid words arrives with those words", async () => {
  const words = inPieces(texts, 10).flatMap((some, place) => {
    const led = "{{link}}\n";
    const text = led + some.join("\n").slice(0, MAIL_TEXT_MAX_LENGTH - led.length);
    const subject = (some[place % some.length] ?? "").slice(0, MAIL_SUBJECT_MAX_LENGTH);
    const template = mailTemplateSchema.safeParse({ subject, text });
    // texts with placeholders are left out, because they would be filled in
    const isPlain =
      template.success && !text.slice(led.length).includes("{{") && !templateProblem(kind, template.data);
    return isPlain ? [template.data] : [];
  });
  expect(words.length).toBeGreaterThan(2);
  for (const template of words) {
    await changeTemplate(
      { storage: service.storage, actor: service.by() },
      { kind, language: "en" },
      template,
    );
    const before = server.taken.length;
    await service.remind(await service.addMailedClient());
    await service.settled(before + 1);
    const { mail } = server.taken[before] ?? {};
    // one of the texts contains placeholders, so the expected text is filled in, too
    const [link = ""] = /^https:\S+/.exec(mail?.text ?? "") ?? [];
    const values = { client: "Rosa", link };
    expect(seen(mail?.text)).toContain(fillTemplate(template.text, values));
    expect(mail?.subject).toBe(fillTemplate(template.subject, values).replaceAll("=?", "= ?"));
  }
  expectPlainMails(words.length);
  countTried("hostile mail templates sent", words.length);
});
