import { hash } from "node:crypto";
import type { Language } from "#contract/languages.ts";
import { Markup, markup } from "#contract/markup.ts";
import { dialled, type SupportContact } from "../interview-file/support.ts";
import type { Config } from "../settings/config.ts";
import { type EngineChoice, engines } from "../transcription/engines.ts";
import { type PrivacyWords, privacyWords } from "./privacy-words.ts";

/** `policy` is the page's own, to be sent as its header. */
export type PrivacyPage = { html: string; policy: string };

/** What an installation's settings say of where things go. */
export type PrivacyFacts = Pick<
  Config,
  | "providerName"
  | "dictation"
  | keyof EngineChoice
  | "retentionDays"
  | "sendsReminders"
  | "smtp"
  | "s3Endpoint"
  | "provided"
> & {
  /** Whether several servers share the database, which then holds who was erased. */
  isShared: boolean;
};

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1.5rem 3rem; font: 1.0625rem/1.6 system-ui, sans-serif; }
h1 { line-height: 1.2; }
h2 { margin-top: 2rem; font-size: 1.2rem; }
li { margin-block: 0.4rem; }
`;
const POLICY = `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What happens to what a client says, by the settings in force; `docs/privacy.md` says it for every installation. */
export function privacyPage(facts: PrivacyFacts, language: Language): PrivacyPage {
  const { providerName, provided } = facts;
  const words = privacyWords[language];
  const own = provided.privacy.get(language) ?? [];
  const page = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title(providerName)}</title>
${new Markup(`<style>${STYLE}</style>`)}
</head>
<body>
<main>
<h1>${words.heading}</h1>
${paragraphs(own.length > 0 ? own : [words.askThem(providerName)])}
${supportOf(provided.support, words)}
<h2>${words.kept.heading}</h2>
${list(keptOf(facts, words))}
<h2>${words.seen.heading}</h2>
${list(seenBy(facts, words))}
<h2>${words.rights.heading}</h2>
${list([
  words.rights.see(providerName),
  words.rights.change,
  facts.isShared ? words.rights.erasedServer : words.rights.erasedFile,
])}
</main>
</body>
</html>
`;
  return { html: page.html, policy: POLICY };
}

function paragraphs(texts: string[]): Markup[] {
  return texts.map((text) => markup`<p>${text}</p>\n`);
}

function list(items: Iterable<string>): Markup {
  return markup`<ul>\n${[...items].map((item) => markup`<li>${item}</li>\n`)}</ul>`;
}

function supportOf({ email, phone, page }: SupportContact, words: PrivacyWords): Markup | false {
  const ways = [
    email && markup`<a href="mailto:${email}">${email}</a>`,
    phone && markup`<a href="${dialled(phone)}">${phone}</a>`,
    page && markup`<a href="${page}" rel="noreferrer">${page}</a>`,
  ].filter((way) => way instanceof Markup);
  return ways.length > 0 && markup`<p>${words.questions} ${joined(ways)}</p>`;
}

function joined(ways: Markup[]): Markup[] {
  return ways.map((way, at) => (at === 0 ? way : markup`, ${way}`));
}

function* keptOf({ retentionDays, s3Endpoint }: PrivacyFacts, { kept }: PrivacyWords): Generator<string> {
  yield kept.answers;
  if (s3Endpoint) yield kept.recordingsAt(new URL(s3Endpoint).hostname);
  yield kept.earlier;
  yield kept.person;
  yield kept.device;
  yield retentionDays > 0 ? kept.untilDays(retentionDays) : kept.until;
}

function* seenBy(facts: PrivacyFacts, { seen }: PrivacyWords): Generator<string> {
  yield seen.people(facts.providerName);
  yield facts.dictation === "on-device" ? seen.dictatingOnDevice : seen.dictating;
  yield `${seen.recording} ${transcribedBy(facts, seen)}`;
  if (facts.smtp && facts.sendsReminders) yield seen.reminders;
  yield seen.nobodyElse;
}

function transcribedBy(facts: PrivacyFacts, seen: PrivacyWords["seen"]): string {
  if (facts.transcriber === "none") return seen.listenedTo;
  const host = engines[facts.transcriber].sentTo(facts);
  return host === undefined ? seen.writtenDownHere : seen.sentTo(host, facts.providerName);
}
