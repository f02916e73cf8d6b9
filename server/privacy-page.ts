import { hash } from "node:crypto";
import { Markup, markup } from "#contract/markup.ts";
import type { Config } from "./config.ts";
import { dialled, type SupportContact } from "./interview-file/support.ts";

/** `policy` is the page's own, to be sent as its header. */
export type PrivacyPage = { html: string; policy: string };

/** What an installation's settings say of where things go. */
export type PrivacyFacts = Pick<
  Config,
  | "providerName"
  | "dictation"
  | "transcriber"
  | "transcriberUrl"
  | "retentionDays"
  | "sendsReminders"
  | "smtp"
  | "encrypts"
  | "s3Endpoint"
  | "databaseHosts"
  | "provided"
>;

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1.5rem 3rem; font: 1.0625rem/1.6 system-ui, sans-serif; }
h1 { line-height: 1.2; }
h2 { margin-top: 2rem; font-size: 1.2rem; }
li { margin-block: 0.4rem; }
`;
const POLICY = `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What happens to what a client says, by the settings in force; `docs/privacy.md` says it for every installation. */
export function privacyPage(facts: PrivacyFacts): PrivacyPage {
  const { providerName, provided } = facts;
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Privacy: ${providerName}</title>
${new Markup(`<style>${STYLE}</style>`)}
</head>
<body>
<main>
<h1>What happens to what you say</h1>
${provided.privacy.length > 0 ? ownWords(provided.privacy) : askThem(providerName)}
${supportOf(provided.support)}
<h2>What is kept</h2>
<ul>
${[...keptOf(facts)]}
</ul>
<h2>Who sees it</h2>
<ul>
${[...seenBy(facts)]}
</ul>
<h2>What you can ask for</h2>
<ul>
<li>To see it: “Review” shows everything you entered, and saves it as a file. ${providerName} can give you all of it, your
recordings included.</li>
<li>To change it: you can edit and delete every answer, also after you have submitted.</li>
${erasingOf(facts)}
</ul>
</main>
</body>
</html>
`;
  return { html: page.html, policy: POLICY };
}

function ownWords(paragraphs: string[]): Markup {
  return markup`${paragraphs.map((paragraph) => markup`<p>${paragraph}</p>\n`)}`;
}

function askThem(providerName: string): Markup {
  return markup`<p>${providerName} asks these questions, and what you enter here is for ${providerName}. Ask them for their own privacy
notice: it says why they need it, and whom to write to.</p>`;
}

function supportOf({ email, phone, page }: SupportContact): Markup | false {
  const ways = [
    email && markup`<a href="mailto:${email}">${email}</a>`,
    phone && markup`<a href="${dialled(phone)}">${phone}</a>`,
    page && markup`<a href="${page}" rel="noreferrer">${page}</a>`,
  ].filter((way) => way instanceof Markup);
  return ways.length > 0 && markup`<p>Questions about it: ${joined(ways)}</p>`;
}

function joined(ways: Markup[]): Markup[] {
  return ways.map((way, at) => (at === 0 ? way : markup`, ${way}`));
}

/** A file of our own is overwritten; a database server lets go of what was deleted in its own time. */
function erasingOf({ databaseHosts }: PrivacyFacts): Markup {
  return databaseHosts
    ? markup`<li>To have it erased: your account manager can do that. Your answers and recordings are deleted, and the key
that opens what the database and its backups may still hold of them for a time is destroyed.</li>`
    : markup`<li>To have it erased: your account manager can do that. Your answers and recordings are overwritten, and the key
that opens them in backups is destroyed.</li>`;
}

function* keptOf({ encrypts, retentionDays, s3Endpoint }: PrivacyFacts): Generator<Markup> {
  yield encrypts
    ? markup`<li>Your answers and recordings, on the provider’s server, encrypted with a key of your own.</li>`
    : markup`<li>Your answers and recordings, on the provider’s server.</li>`;
  if (s3Endpoint)
    yield markup`<li>Your recordings, as soon as they can be played, at ${new URL(s3Endpoint).hostname}: encrypted with
${encrypts ? "that key" : "a key of your own"}, which is not there.</li>`;
  yield markup`<li>Earlier versions of your answers, for 30 days, so that nothing is lost by mistake.</li>`;
  yield markup`<li>Your name, your e-mail address if one was entered, when you were here and how far you have come.</li>`;
  yield markup`<li>On this device: what you have entered and not saved yet, encrypted. Nothing else stays here, and there are no
cookies. If you open a link that carries your key, your browser may remember the link: on a computer that others use, type
the key.</li>`;
  yield retentionDays > 0
    ? markup`<li>All of it until you are erased: by itself ${retentionDays} days after you were here last, or when you ask for it.</li>`
    : markup`<li>All of it until you are erased, which you can ask for at any time.</li>`;
}

function* seenBy(facts: PrivacyFacts): Generator<Markup> {
  yield markup`<li>The people at ${facts.providerName} who look after you: all of it.</li>`;
  yield facts.dictation === "on-device"
    ? markup`<li>Dictating: where your device can turn speech into text itself, nobody else hears it. Where it cannot, your browser’s
maker does it; the line beside the button says which.</li>`
    : markup`<li>Dictating: your browser’s maker turns your speech into text, as the line beside the button says. Nobody else hears it.</li>`;
  yield markup`<li>Recording: ${transcribedBy(facts)}</li>`;
  if (facts.smtp && facts.sendsReminders)
    yield markup`<li>You may be reminded by e-mail; each has a link by which you get no more of them.</li>`;
  yield markup`<li>Nobody else. There is no advertising, nothing is counted by others, and every page comes from this server alone.</li>`;
}

function transcribedBy({ transcriber, transcriberUrl, providerName }: PrivacyFacts): string {
  switch (transcriber) {
    case "openai":
      return `your recordings, without your name, go to ${new URL(transcriberUrl).hostname}, which writes them down for ${providerName}.`;
    case "command":
      return "a program on the provider’s own server writes your recordings down.";
    case "none":
      return "your recordings stay on the provider’s server, and people listen to them.";
  }
}
