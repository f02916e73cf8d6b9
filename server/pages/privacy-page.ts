import type { Language } from "#contract/languages.ts";
import { Markup, markup } from "#contract/markup.ts";
import { type SupportContact, telLink } from "../interview-file/support.ts";
import { type Words, wordsIn } from "../runtime/words.ts";
import type { Config } from "../settings/config.ts";
import { type EngineChoice, engines } from "../transcription/engines.ts";
import { type PublicPage, publicPage } from "./public-page.ts";

/** The facts from the settings about where data goes. */
export type PrivacyFacts = Pick<
  Config,
  "providerName" | "dictation" | keyof EngineChoice | "s3Endpoint" | "backupS3Endpoint" | "provided"
> & {
  /** Days without activity after which a client is erased; null where clients are never erased. */
  retentionDays: number | null;
  /** Whether several servers share the database, which then also stores who was erased. */
  isShared: boolean;
  /** Whether clients get reminders by mail. */
  sendsReminders: boolean;
  /** Whether webhooks send answers to other programs. */
  sendsAnswers: boolean;
};

/** What happens to clients' data under the settings in force; `docs/privacy.md` describes it for every installation. */
export function privacyPage(facts: PrivacyFacts, language: Language): PublicPage {
  const { providerName: provider, provided } = facts;
  const words = wordsIn(language);
  const { say } = words;
  const own = provided.privacy.get(language) ?? [];
  const content = markup`<h1>${say("privacy.heading")}</h1>
${shortAnswers(facts, words)}
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
])}`;
  return publicPage({ owner: facts, language, title: say("privacy.title", { provider }), content });
}

/** The main answers in one line each; details follow below. */
function shortAnswers(facts: PrivacyFacts, { say }: Words): Markup {
  const { providerName: provider, retentionDays: days, sendsAnswers } = facts;
  const answers = [
    say("privacy.short.kept", { provider }),
    sendsAnswers
      ? say("privacy.short.seenInPrograms", { provider })
      : say("privacy.short.seen", { provider }),
    say("privacy.short.tracking"),
    days === null ? say("privacy.short.until") : say("privacy.short.untilDays", { days }),
    say("privacy.short.change"),
  ];
  return markup`<ul class="short">\n${answers.map((answer) => markup`<li>${TICK}<span>${answer}</span></li>\n`)}</ul>`;
}

const TICK = new Markup(
  `<svg class="tick" viewBox="0 0 24 24" aria-hidden="true"><path d="m4.5 12.5 5 5 10-11"/></svg>`,
);

function paragraphs(texts: string[]): Markup[] {
  return texts.map((text) => markup`<p>${text}</p>\n`);
}

function list(items: Iterable<string>): Markup {
  return markup`<ul>\n${[...items].map((item) => markup`<li>${item}</li>\n`)}</ul>`;
}

function supportOf({ email, phone, page }: SupportContact, { say }: Words): Markup | false {
  const ways = [
    email && markup`<a href="mailto:${email}">${email}</a>`,
    phone && markup`<a href="${telLink(phone)}">${phone}</a>`,
    page && markup`<a href="${page}" rel="noreferrer">${page}</a>`,
  ].filter((way) => way instanceof Markup);
  return ways.length > 0 && markup`<p>${say("privacy.questions")} ${joined(ways)}</p>`;
}

function joined(ways: Markup[]): Markup[] {
  return ways.map((way, at) => (at === 0 ? way : markup`, ${way}`));
}

function* keptOf(facts: PrivacyFacts, { say }: Words): Generator<string> {
  const { retentionDays, s3Endpoint, backupS3Endpoint, isShared } = facts;
  yield say("privacy.kept.answers");
  if (s3Endpoint) yield say("privacy.kept.recordingsAt", { host: new URL(s3Endpoint).hostname });
  yield say("privacy.kept.earlier");
  yield say("privacy.kept.person");
  // we make no backups of a database that several servers share
  if (backupS3Endpoint && !isShared)
    yield say("privacy.kept.backupsAt", { host: new URL(backupS3Endpoint).hostname });
  yield say("privacy.kept.device");
  yield retentionDays === null
    ? say("privacy.kept.until")
    : say("privacy.kept.untilDays", { days: retentionDays });
}

function* seenBy(facts: PrivacyFacts, { say }: Words): Generator<string> {
  yield say("privacy.seen.people", { provider: facts.providerName });
  yield say("privacy.seen.shared", { provider: facts.providerName });
  yield say("privacy.seen.helpers");
  yield facts.dictation === "on-device"
    ? say("privacy.seen.dictatingOnDevice")
    : say("privacy.seen.dictating");
  yield `${say("privacy.seen.recording")} ${transcribedBy(facts, say)}`;
  if (facts.sendsReminders) yield say("privacy.seen.reminders");
  if (facts.sendsAnswers) yield say("privacy.seen.sentAnswers", { provider: facts.providerName });
  yield say("privacy.seen.nobodyElse");
}

function transcribedBy(facts: PrivacyFacts, say: Words["say"]): string {
  if (facts.transcriber === "none") return say("privacy.seen.listenedTo");
  const host = engines[facts.transcriber].sentTo(facts);
  return host === undefined
    ? say("privacy.seen.writtenDownHere")
    : say("privacy.seen.sentTo", { host, provider: facts.providerName });
}
