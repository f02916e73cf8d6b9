import { hash } from "node:crypto";
import type { FormField } from "#contract/interview/kinds/kind.ts";
import { drawStars } from "#contract/interview/stars.ts";
import { TOOL_RATING_MAX } from "#contract/limits.ts";
import {
  type Brief,
  type BriefAnswer,
  type BriefQuestion,
  isFilled,
  isMissing,
} from "#contract/manage/answers/brief.ts";
import type { BriefFollowUp } from "#contract/manage/answers/brief-follow-ups.ts";
import type { Quote } from "#contract/manage/answers/quotes.ts";
import { isolateBidi, shownText } from "#contract/manage/answers/shown-text.ts";
import { Markup, markup } from "#contract/markup.ts";
import {
  approvalWords,
  contactFields,
  type FieldWords,
  fieldWords,
  firstAnswers,
  furtherFields,
  furtherSections,
  givenUnasked,
  managerWords,
  type NumberedSection,
  noReplyWords,
  repliesOf,
  statusLines,
} from "./brief-facts.ts";
import { answerOrigin, answerText, type BriefWords, timeWords } from "./brief-words.ts";
import { type SharedBriefOptions, sharedTop } from "./shared-brief.ts";

/** `policy` is the page's Content-Security-Policy, to be sent as a header as well. */
export type BriefPage = { html: string; policy: string };

export type BriefPageOptions = {
  /** The content of server/briefs/brief-page.css. */
  styleSheet: string;
  providerName: string;
  /** ISO 8601. */
  madeAt: string;
  words: BriefWords;
  /** Set if a person reads the page through a share link. */
  shared?: SharedBriefOptions | undefined;
};

/** A brief as one self-contained page to read, print and pass on. It can neither run scripts nor load anything. */
export function briefPage(
  brief: Brief,
  { styleSheet, providerName, madeAt, words, shared }: BriefPageOptions,
): BriefPage {
  const policy = policyFor(styleSheet, shared);
  const dress = { words, soundAddress: shared?.soundAddress };
  const page = markup`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${words.say("brief.kind")}: ${isolateBidi(shownText(brief.clientName))}</title>
${new Markup(`<style>${styleSheet}</style>`)}
</head>
<body>
${shared && sharedTop(shared, words)}
${headPart(brief, providerName, words)}
<main>
${summaryPart(brief, words)}
${brief.quotes.length > 0 && quotesPart(brief.quotes, words)}
${furtherSections(brief).map((section) => sectionPart(brief, section, dress))}
${givenUnasked(brief).length > 0 && notAskedPart(brief, dress)}
${brief.earlier.length > 0 && earlierPart(brief, dress)}
</main>
<footer><p>${words.say("brief.madeAt", { time: timeWords(madeAt, words), revision: brief.revision })}</p></footer>
</body>
</html>
`;
  return { html: page.html, policy };
}

/** If text ever became markup, it still could not run scripts, load anything, or add styles. */
function policyFor(styleSheet: string, shared: SharedBriefOptions | undefined): string {
  const style = `'sha256-${hash("sha256", styleSheet, "base64")}'`;
  const media = shared?.soundAddress ? " media-src 'self';" : "";
  return `default-src 'none'; style-src ${style};${media} base-uri 'none'; form-action 'none'`;
}

function headPart(brief: Brief, providerName: string, words: BriefWords): Markup {
  const anchors = furtherSections(brief).map(
    ({ id, name, number }) => markup`<li><a href="#${id}">${number}. ${name}</a></li>`,
  );
  const contacts = contactFields(brief, words);
  return markup`<header>
<p class="kind">${providerName} · ${words.say("brief.kind")}</p>
<h1 dir="auto">${shownText(brief.clientName)}</h1>
<ul class="status">${statusLines(brief, words).map((line) => markup`<li>${line}</li>`)}</ul>
${contacts.length > 0 && markup`<dl class="contact">${contacts.map(wordsPart)}</dl>`}
<nav aria-label="${words.say("brief.contents")}"><ol>${anchors}</ol></nav>
</header>`;
}

function summaryPart({ profile, toolStack, gaps }: Brief, words: BriefWords): Markup {
  return markup`<div class="summary">
<section><h2>${words.say("brief.profile")}</h2>
${fieldList(profile, words.say("brief.noProfile"), words)}</section>
<section><h2>${words.say("brief.toolStack")}</h2>
${fieldList(toolStack, words.say("brief.noTools"), words)}</section>
<section class="gaps"><h2>${words.say("brief.gaps")}</h2>
${gaps.length === 0 && markup`<p class="ours">${words.say("brief.noGaps")}</p>`}
${
  gaps.length > 0 &&
  markup`<ul>${gaps.map(
    ({ questionId, sectionName, title }) =>
      markup`<li><a href="#${anchorOf(questionId)}">${title}</a> <span class="place">${sectionName}</span></li>`,
  )}</ul>`
}</section>
</div>`;
}

function fieldList(fields: FormField[], otherwise: string, words: BriefWords): Markup {
  if (fields.length === 0) return markup`<p class="ours">${otherwise}</p>`;
  return markup`<dl>${fields.map((field) => fieldPart(field, words))}</dl>`;
}

function fieldPart(field: FormField, words: BriefWords): Markup {
  return wordsPart(fieldWords(field, words));
}

function wordsPart({ label, text, stars }: FieldWords): Markup {
  const drawn = stars === undefined ? "" : drawStars(stars, TOOL_RATING_MAX);
  const value =
    drawn === ""
      ? markup`<dd class="text" dir="auto">${shownText(text)}</dd>`
      : markup`<dd><span class="stars" aria-hidden="true">${drawn}</span> ${text}</dd>`;
  return markup`<div><dt dir="auto">${shownText(label)}</dt>${value}</div>`;
}

function quotesPart(quotes: Quote[], words: BriefWords): Markup {
  const parts = quotes.map(
    ({
      text,
      title,
    }) => markup`<figure><blockquote><p class="text" dir="auto">${shownText(text)}</p></blockquote>
<figcaption>${title}</figcaption></figure>`,
  );
  return markup`<section class="quotes"><h2>${words.say("brief.quotes")}</h2>${parts}</section>`;
}

function sectionPart(
  brief: Brief,
  { id, name, number, questions }: NumberedSection,
  dress: AnswerPresentation,
): Markup {
  return markup`<section id="${id}" class="asked">
<h2><span class="number">${number}</span> ${name}</h2>
${questions.map((question) => questionPart(brief, question, dress))}
</section>
`;
}

function questionPart(brief: Brief, question: BriefQuestion, dress: AnswerPresentation): Markup {
  return markup`<article id="${anchorOf(question.id)}">
${askedPart(brief, question, { ...dress, fields: furtherFields(brief, question) })}
</article>
`;
}

/** How answers are shown and played. */
type AnswerPresentation = { words: BriefWords } & Pick<SharedBriefOptions, "soundAddress">;
type AskedOptions = AnswerPresentation & { fields: FormField[] };

function askedPart(brief: Brief, question: BriefQuestion, { fields, ...dress }: AskedOptions): Markup {
  const { words } = dress;
  const { title, prompt, remarksPrompt, answers, followUps } = question;
  const approved = approvalWords(brief, question, words);
  return markup`<h3>${title}</h3>
<p class="prompt">${answers.length > 0 ? (remarksPrompt ?? prompt) : prompt}</p>
${isMissing(question) && markup`<p class="open">${words.say("brief.notAnswered")}</p>`}
${fields.length > 0 && markup`<dl>${fields.map((field) => fieldPart(field, words))}</dl>`}
${answersPart(firstAnswers(question), dress)}
${followUps.map((followUp) => followUpPart(followUp, question, dress))}
${approved !== undefined && markup`<p class="origin">${approved}</p>`}`;
}

function answersPart(answers: BriefAnswer[], dress: AnswerPresentation): Markup | false {
  return answers.length > 0 && markup`<ol>${answers.map((answer) => answerPart(answer, dress))}</ol>`;
}

function followUpPart(followUp: BriefFollowUp, question: BriefQuestion, dress: AnswerPresentation): Markup {
  const { words } = dress;
  const { askedBy, askedAt, text } = followUp;
  const none = noReplyWords(followUp, words);
  return markup`<div class="follow-up"><p><strong>${words.say("brief.followUp.asked", { name: isolateBidi(managerWords(askedBy, words)) })}:</strong>
<span class="text" dir="auto">${shownText(text)}</span></p>
<p class="origin">${timeWords(askedAt, words)}</p>
${none !== undefined && markup`<p class="ours">${none}</p>`}
${answersPart(repliesOf(followUp, question), dress)}</div>`;
}

/** The prefix separates ids of questions from ids of sections. */
function anchorOf(questionId: string): string {
  return `question-${questionId}`;
}

function answerPart(answer: BriefAnswer, { words, soundAddress }: AnswerPresentation): Markup {
  const sound = answer.recording && soundAddress?.(answer.id);
  const { text, isGiven } = answerText(answer, words);
  return markup`<li><p class="${isGiven ? "text" : "ours"}" dir="auto">${shownText(text)}</p>
<p class="origin">${answer.reason && markup`<strong class="reason">${words.say(`brief.reason.${answer.reason}`)}</strong> `}${answerOrigin(answer, words, (name) => isolateBidi(shownText(name)))}</p>${
    sound !== undefined &&
    markup`<audio controls preload="none" src="${sound}" aria-label="${words.say("brief.recorded")}"></audio>`
  }</li>`;
}

function notAskedPart(brief: Brief, dress: AnswerPresentation): Markup {
  return markup`<section class="asked"><h2>${dress.words.say("brief.notAsked")}</h2>
<p class="prompt">${dress.words.say("brief.notAskedText")}</p>
${givenUnasked(brief).map(
  (question) =>
    markup`<article>${askedPart(brief, question, { ...dress, fields: question.fields.filter(isFilled) })}</article>
`,
)}</section>`;
}

function earlierPart(brief: Brief, dress: AnswerPresentation): Markup {
  return markup`<section class="asked"><h2>${dress.words.say("brief.earlier")}</h2>
<p class="prompt">${dress.words.say("brief.earlierText")}</p>
${brief.earlier.map(({ name, entry, question }) =>
  // no id, because it could equal that of a current question
  question
    ? markup`<article>${askedPart(brief, question, { ...dress, fields: question.fields.filter(isFilled) })}</article>
`
    : markup`<article><h3 dir="auto">${shownText(name)}</h3>
<p class="text" dir="auto">${shownText(JSON.stringify(entry))}</p></article>
`,
)}</section>`;
}
