import { hash } from "node:crypto";
import type { Language } from "#contract/languages.ts";
import { Markup, markup } from "#contract/markup.ts";
import { dialled, type SupportContact } from "../interview-file/support.ts";
import { type Words, wordsIn } from "../runtime/words.ts";
import type { Config } from "../settings/config.ts";
import { type EngineChoice, engines } from "../transcription/engines.ts";

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
  const { providerName: provider, provided } = facts;
  const words = wordsIn(language);
  const { say } = words;
  const own = provided.privacy.get(language) ?? [];
  const page = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say("privacy.title", { provider })}</title>
${new Markup(`<style>${STYLE}</style>`)}
</head>
<body>
<main>
<h1>${say("privacy.heading")}</h1>
${paragraphs(own.length > 0 ? own : [say("privacy.askThem", { provider })])}
${supportOf(provided.support, words)}
<h2>${say("privacy.kept.heading")}</h2>
${list(keptOf(facts, words))}
<h2>${say("privacy.seen.heading")}</h2>
${list(seenBy(facts, words))}
<h2>${say("privacy.rights.heading")}</h2>
${list([
  say("privacy.rights.see", { provider }),
  say("privacy.rights.change"),
  facts.isShared ? say("privacy.rights.erasedServer") : say("privacy.rights.erasedFile"),
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

function supportOf({ email, phone, page }: SupportContact, { say }: Words): Markup | false {
  const ways = [
    email && markup`<a href="mailto:${email}">${email}</a>`,
    phone && markup`<a href="${dialled(phone)}">${phone}</a>`,
    page && markup`<a href="${page}" rel="noreferrer">${page}</a>`,
  ].filter((way) => way instanceof Markup);
  return ways.length > 0 && markup`<p>${say("privacy.questions")} ${joined(ways)}</p>`;
}

function joined(ways: Markup[]): Markup[] {
  return ways.map((way, at) => (at === 0 ? way : markup`, ${way}`));
}

function* keptOf({ retentionDays, s3Endpoint }: PrivacyFacts, { say }: Words): Generator<string> {
  yield say("privacy.kept.answers");
  if (s3Endpoint) yield say("privacy.kept.recordingsAt", { host: new URL(s3Endpoint).hostname });
  yield say("privacy.kept.earlier");
  yield say("privacy.kept.person");
  yield say("privacy.kept.device");
  yield retentionDays > 0
    ? say("privacy.kept.untilDays", { days: retentionDays })
    : say("privacy.kept.until");
}

function* seenBy(facts: PrivacyFacts, { say }: Words): Generator<string> {
  yield say("privacy.seen.people", { provider: facts.providerName });
  yield facts.dictation === "on-device"
    ? say("privacy.seen.dictatingOnDevice")
    : say("privacy.seen.dictating");
  yield `${say("privacy.seen.recording")} ${transcribedBy(facts, say)}`;
  if (facts.smtp && facts.sendsReminders) yield say("privacy.seen.reminders");
  yield say("privacy.seen.nobodyElse");
}

function transcribedBy(facts: PrivacyFacts, say: Words["say"]): string {
  if (facts.transcriber === "none") return say("privacy.seen.listenedTo");
  const host = engines[facts.transcriber].sentTo(facts);
  return host === undefined
    ? say("privacy.seen.writtenDownHere")
    : say("privacy.seen.sentTo", { host, provider: facts.providerName });
}
