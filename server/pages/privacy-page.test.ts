import { expect, test } from "vitest";
import type { Language } from "#contract/languages.ts";
import { readConfig } from "../settings/config.ts";
import { privacyPage } from "./privacy-page.ts";

const MAIL = { FIRSTHAND_SMTP_URL: "smtp://localhost", FIRSTHAND_MAIL_FROM: "a@example.com" };
const pageWith = (env: NodeJS.ProcessEnv, language: Language = "en", sendsAnswers = false) =>
  privacyPage(
    {
      ...readConfig(env),
      retentionDays: readConfig(env).retentionDays ?? null,
      isShared: "DATABASE_URL" in env,
      sendsReminders: env.FIRSTHAND_REMINDERS === "on",
      sendsAnswers,
    },
    language,
  ).html.replaceAll(/\s+/g, " ");

test("it states what the current settings mean", () => {
  expect(pageWith({ FIRSTHAND_PROVIDER_NAME: "Acme" })).toMatch(/How we protect your answers.* for Acme\./);
  expect(pageWith({})).toContain("encrypted with a key used only for your data");
  expect(pageWith({ FIRSTHAND_RETENTION_DAYS: "400" })).toContain("400 days after your last visit");
  expect(pageWith({})).toContain("the people who work with you listen to them");
  const engine = {
    FIRSTHAND_TRANSCRIBER: "openai",
    FIRSTHAND_TRANSCRIBER_URL: "http://speech.internal:9000/v1",
  };
  expect(pageWith(engine)).toContain("go to speech.internal, without your name, and");
  expect(pageWith({ FIRSTHAND_DICTATION: "on-device" })).toContain("If it can’t, your browser’s company");
  expect(pageWith({})).not.toContain("the key isn’t stored there");
  const bucket = {
    FIRSTHAND_S3_ENDPOINT: "https://s3.example.com",
    FIRSTHAND_S3_BUCKET: "recordings",
    FIRSTHAND_S3_KEY_ID: "key",
    FIRSTHAND_S3_SECRET: "secret",
  };
  expect(pageWith(bucket)).toContain(
    "at s3.example.com. They’re encrypted with that key, and the key isn’t stored there.",
  );
  expect(pageWith({})).toContain("overwrite your answers and recordings, and we destroy the key");
  const shared = { DATABASE_URL: "postgres://db/firsthand", FIRSTHAND_SECRETS: "secrets.json" };
  expect(pageWith(shared)).toContain(
    "The database and its backups may still hold copies for a time, so we destroy the key",
  );
  expect(pageWith(MAIL)).not.toContain("reminders by email");
  expect(pageWith({ ...MAIL, FIRSTHAND_REMINDERS: "on" })).toContain("reminders by email");
});

test("it says where backups are copied to, and who can read them", () => {
  const env = {
    FIRSTHAND_BACKUP_S3_ENDPOINT: "https://s3.elsewhere.example",
    FIRSTHAND_BACKUP_S3_BUCKET: "backups",
    FIRSTHAND_BACKUP_S3_KEY_ID: "key",
    FIRSTHAND_BACKUP_S3_SECRET: "secret",
  };
  expect(pageWith({})).not.toContain("A backup each night");
  expect(pageWith(env)).toContain(
    "A backup each night, at s3.elsewhere.example. Your answers in it are encrypted",
  );
  const shared = { DATABASE_URL: "postgres://db/firsthand", FIRSTHAND_SECRETS: "secrets.json" };
  expect(pageWith({ ...env, ...shared })).not.toContain("A backup each night");
});

test("it says when answers leave the installation", () => {
  const env = { FIRSTHAND_PROVIDER_NAME: "Acme" };
  expect(pageWith(env)).not.toContain("other programs");
  expect(pageWith(env)).toContain("The people at Acme who work with you read them.");
  const sending = pageWith(env, "en", true);
  expect(sending).toContain("Acme also sends your name, progress and answers to other programs it uses");
  expect(sending).not.toContain("The people at Acme who work with you read them.");
  expect(pageWith(env, "es", true)).toContain("Acme también envía su nombre, su avance y sus respuestas");
});

test("in Spanish it says the same, without a word of English", () => {
  const env = { ...MAIL, FIRSTHAND_REMINDERS: "on", FIRSTHAND_RETENTION_DAYS: "400" };
  const spanish = pageWith(env, "es");
  expect(spanish).toContain('<html lang="es">');
  expect(spanish).toContain("400 días después de su última visita");
  const sentences = (page: string): string[] => page.match(/<(?:li|h1|h2|p|span|title)>[^<]+/g) ?? [];
  const english = sentences(pageWith(env));
  expect(sentences(spanish)).toHaveLength(english.length);
  expect(sentences(spanish).filter((sentence) => english.includes(sentence))).toEqual([]);
});

test("a provider's name is escaped in it", () => {
  const name = "<script>alert(1)</script>";
  expect(pageWith({ FIRSTHAND_PROVIDER_NAME: name })).not.toContain("<script");
});

test("five short answers come first, and are not repeated", () => {
  const page = pageWith({});
  const [short = ""] = /<ul class="short">.*?<\/ul>/.exec(page) ?? [];
  const answers = [...short.matchAll(/<span>([^<]+)<\/span>/g)].map(([, answer = ""]) => answer);
  expect(answers).toHaveLength(5);
  expect(page.indexOf(short)).toBeLessThan(page.indexOf("<h2>"));
  for (const answer of answers) expect(page.split(answer)).toHaveLength(2);
  expect(answers).toContain("We keep them until you ask us to delete them.");
});
