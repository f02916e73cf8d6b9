import type { Storage } from "../../../server/storage/storage.ts";
import { readLog, strangeFields } from "./log-lines.ts";

/** Shorter words also occur inside our own words. */
const WORD_MIN_LENGTH = 10;
const CLIENTS_AT_ONCE = 500;

/** Patterns of our secrets, whomever they belong to. */
const SECRETS = [
  // an access key, whose public id may appear in the log
  /fh_[\dA-Z]{5}(?:_[\dA-Z]{5}){2,}/i,
  // tokens of sessions, programs, links and second steps
  /fh[a-z]_[\w-]{20,}/,
  /whsec_[\w+/=-]{10,}/,
  // 32 random bytes, such as the key of a draft
  /(?<![\w+/-])[\w-]{43}(?![\w-])/,
];

/** Names, addresses and all answers in the database. */
export async function privateWords(storage: Storage): Promise<string[]> {
  const words = (await storage.managers.list()).flatMap(({ name, email }) => [name, email]);
  for (let last = ""; ; ) {
    const clients = await storage.clients.listAfter("all", last, CLIENTS_AT_ONCE);
    const after = clients.at(-1)?.clientId;
    if (after === undefined) return [...new Set(words)].filter((word) => word.length >= WORD_MIN_LENGTH);
    last = after;
    for (const { clientId, name } of clients) {
      const email = (await storage.clients.findManaged("all", clientId))?.email;
      const record = (await storage.records.load(clientId))?.record ?? {};
      const notes = await storage.notes.list(clientId);
      const followUps = await storage.followUps.list(clientId);
      words.push(name, email ?? "", ...textsIn(Object.values(record)), ...notes.map(({ text }) => text));
      words.push(...followUps.flatMap(({ entries }) => entries.map(({ text }) => text ?? "")));
    }
  }
}

/** The words of an answer, or what was typed into a form; ids, sections and times are not secret. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    typeof each === "string" && ["content", "customTools", "url"].includes(name) ? [each] : textsIn(each),
  );
}

/** The private words and the unexpected fields in a server's log lines (promise P35). */
export function privateWordsInLog(lines: readonly string[], words: readonly string[]): string[] {
  // removes the hash that operators store with the log
  const text = lines.join("\n").replaceAll(/"auditHead":"\d+:[\w-]+"/g, "");
  const fields = strangeFields(readLog(lines.filter((line) => line.startsWith("{"))));
  return [...secretsIn(text, words), ...fields.map((name) => `the field ${name}`)];
}

/** Everything in a text that looks like a secret, and all of the words that it contains. */
export function secretsIn(text: string, words: readonly string[]): string[] {
  const forms = (word: string) => [word, JSON.stringify(word).slice(1, -1)];
  return [
    ...SECRETS.flatMap((secret) => secret.exec(text)?.[0] ?? []),
    ...words.filter((word) => forms(word).some((form) => text.includes(form))),
  ];
}
