import { hash } from "node:crypto";
import { drawStars } from "#contract/interview/stars.ts";
import { TOOL_RATING_MAX } from "#contract/limits.ts";
import {
  type Brief,
  type BriefAnswer,
  type BriefQuestion,
  isFilled,
} from "#contract/manage/answers/brief.ts";
import type { Quote } from "#contract/manage/answers/quotes.ts";
import { isolated, shownText } from "#contract/manage/answers/shown-text.ts";
import { Markup, markup } from "#contract/markup.ts";
import type { FormField } from "#contract/record/form-fields.ts";
import type { Words } from "../runtime/words.ts";
import {
  fieldWords,
  furtherFields,
  furtherSections,
  type NumberedSection,
  statusLines,
} from "./brief-facts.ts";
import { answerOrigin, answerText, timeWords } from "./brief-words.ts";

/** `policy` is the page's own, to be sent as its header too. */
export type BriefPage = { html: string; policy: string };

export type PageDress = {
  /** Of server/briefs/brief-page.css. */
  styleSheet: string;
  providerName: string;
  /** ISO 8601. */
  madeAt: string;
  words: Words;
};

/** A brief as one page that needs nothing from elsewhere, to read, to print and to hand on. It can neither run nor fetch. */
export function briefPage(brief: Brief, { styleSheet, providerName, madeAt, words }: PageDress): BriefPage {
  const policy = policyFor(styleSheet);
  const page = markup`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.say("brief.kind")}: ${isolated(shownText(brief.clientName))}</title>
${new Markup(`<style>${styleSheet}</style>`)}
</head>
<body>
${headPart(brief, providerName, words)}
<main>
${summaryPart(brief, words)}
${brief.quotes.length > 0 && quotesPart(brief.quotes, words)}
${furtherSections(brief).map((section) => sectionPart(section, words))}
${brief.earlier.length > 0 && earlierPart(brief.earlier, words)}
</main>
<footer><p>${words.say("brief.madeAt", { time: timeWords(madeAt, words), revision: brief.revision })}</p></footer>
</body>
</html>
`;
  return { html: page.html, policy };
}

/** Should a text ever become markup, it could still neither run nor fetch, nor bring its own style. */
function policyFor(styleSheet: string): string {
  const style = `'sha256-${hash("sha256", styleSheet, "base64")}'`;
  return `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'`;
}

function headPart(brief: Brief, providerName: string, words: Words): Markup {
  const anchors = furtherSections(brief).map(
    ({ id, name, number }) => markup`<li><a href="#${id}">${number}. ${name}</a></li>`,
  );
  return markup`<header>
<p class="kind">${providerName} · ${words.say("brief.kind")}</p>
<h1 dir="auto">${shownText(brief.clientName)}</h1>
<ul class="status">${statusLines(brief, words).map((line) => markup`<li>${line}</li>`)}</ul>
<nav aria-label="${words.say("brief.contents")}"><ol>${anchors}</ol></nav>
</header>`;
}

function summaryPart({ profile, toolStack, gaps }: Brief, words: Words): Markup {
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

function fieldList(fields: FormField[], otherwise: string, words: Words): Markup {
  if (fields.length === 0) return markup`<p class="ours">${otherwise}</p>`;
  return markup`<dl>${fields.map((field) => fieldPart(field, words))}</dl>`;
}

function fieldPart(field: FormField, words: Words): Markup {
  const { label, text, stars } = fieldWords(field, words);
  const drawn = stars === undefined ? "" : drawStars(stars, TOOL_RATING_MAX);
  const value =
    drawn === ""
      ? markup`<dd class="text" dir="auto">${shownText(text)}</dd>`
      : markup`<dd><span class="stars" aria-hidden="true">${drawn}</span> ${text}</dd>`;
  return markup`<div><dt dir="auto">${shownText(label)}</dt>${value}</div>`;
}

function quotesPart(quotes: Quote[], words: Words): Markup {
  const parts = quotes.map(
    ({
      text,
      title,
    }) => markup`<figure><blockquote><p class="text" dir="auto">${shownText(text)}</p></blockquote>
<figcaption>${title}</figcaption></figure>`,
  );
  return markup`<section class="quotes"><h2>${words.say("brief.quotes")}</h2>${parts}</section>`;
}

function sectionPart({ id, name, number, questions }: NumberedSection, words: Words): Markup {
  return markup`<section id="${id}" class="asked">
<h2><span class="number">${number}</span> ${name}</h2>
${questions.map((question) => questionPart(question, words))}
</section>
`;
}

function questionPart(question: BriefQuestion, words: Words): Markup {
  return markup`<article id="${anchorOf(question.id)}">
${askedPart(question, furtherFields(question), words)}
</article>
`;
}

function askedPart(question: BriefQuestion, fields: FormField[], words: Words): Markup {
  const { title, prompt, remarksPrompt, isAnswered, answers } = question;
  return markup`<h3>${title}</h3>
<p class="prompt">${answers.length > 0 ? (remarksPrompt ?? prompt) : prompt}</p>
${!isAnswered && markup`<p class="open">${words.say("brief.notAnswered")}</p>`}
${fields.length > 0 && markup`<dl>${fields.map((field) => fieldPart(field, words))}</dl>`}
${answers.length > 0 && markup`<ol>${answers.map((answer) => answerPart(answer, words))}</ol>`}`;
}

/** Sections and questions have separate ids. */
function anchorOf(questionId: string): string {
  return `question-${questionId}`;
}

function answerPart(answer: BriefAnswer, words: Words): Markup {
  const { text, isGiven } = answerText(answer, words);
  return markup`<li><p class="${isGiven ? "text" : "ours"}" dir="auto">${shownText(text)}</p>
<p class="origin">${answer.reason && markup`<strong class="reason">${words.say(`brief.reason.${answer.reason}`)}</strong> `}${answerOrigin(answer, words)}</p></li>`;
}

function earlierPart(earlier: Brief["earlier"], words: Words): Markup {
  return markup`<section class="asked"><h2>${words.say("brief.earlier")}</h2>
<p class="prompt">${words.say("brief.earlierText")}</p>
${earlier.map(({ name, entry, question }) =>
  // its id may be that of a question of today
  question
    ? markup`<article>${askedPart(question, question.fields.filter(isFilled), words)}</article>
`
    : markup`<article><h3 dir="auto">${shownText(name)}</h3>
<p class="text" dir="auto">${shownText(JSON.stringify(entry))}</p></article>
`,
)}</section>`;
}
