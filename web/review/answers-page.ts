import { remarksPromptOf } from "#contract/interview/question.ts";
import { drawStars } from "#contract/interview/stars.ts";
import { TOOL_RATING_MAX } from "#contract/limits.ts";
import { Markup, markup } from "#contract/markup.ts";
import { isTranscriptPending } from "#contract/record/answer.ts";
import type { Completion } from "#contract/record/completion.ts";
import { t } from "../translate.ts";
import { currentLanguage, dateWords } from "../ui/language/spoken-language.ts";
import styleSheet from "./answers-page.css?inline";
import type { ReviewedAnswer, ReviewedField, ReviewedQuestion, ReviewedSection } from "./review.ts";

type AnswersPage = {
  clientName: string;
  sections: ReviewedSection[];
  completion: Pick<Completion, "completed" | "total">;
  now: Date;
};

/** Even if a text became markup, it could neither run nor fetch anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Everything that a client has entered, as one file to keep, read, and print. */
export function answersPage({ clientName, sections, completion, now }: AnswersPage): string {
  const { completed, total } = completion;
  const time = dateWords(now, { dateStyle: "long", timeStyle: "short" });
  return markup`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${clientName} · ${t("app.title")}</title>
${new Markup(`<style>${styleSheet}</style>`)}
</head>
<body>
<header>
<p>${t("app.title")}</p>
<h1>${clientName}</h1>
<p>${t("review.answered", { completed, total })} · ${t("download.made", { time })}</p>
</header>
<main>
${sections.map(sectionPart)}
</main>
</body>
</html>
`.html;
}

function sectionPart({ section, questions }: ReviewedSection): Markup {
  return markup`<section>
<h2>${section.name}</h2>
${questions.map(questionPart)}
</section>
`;
}

function questionPart(reviewed: ReviewedQuestion): Markup {
  const { question, isMissing, fields, answers, notAdded } = reviewed;
  const remarksPrompt = remarksPromptOf(question);
  return markup`<article>
<h3>${question.title}</h3>
<p class="prompt">${question.prompt}</p>
${isMissing && markup`<p class="mark">${t("review.missing")}</p>`}
${fields.length > 0 && markup`<dl>${fields.map(fieldPart)}</dl>`}
${remarksPrompt && (answers.length > 0 || notAdded !== undefined) && markup`<p class="prompt">${remarksPrompt}</p>`}
${answers.length > 0 && markup`<ol>${answers.map(answerPart)}</ol>`}
${notAdded !== undefined && waitingPart(t("review.notAdded"), notAdded)}
</article>
`;
}

function fieldPart({ label, text, isGiven, stars }: ReviewedField): Markup {
  const drawn = stars === undefined ? "" : drawStars(stars, TOOL_RATING_MAX);
  return markup`<div><dt>${label}</dt><dd class="${isGiven ? "text" : "open"}">${
    drawn !== "" && markup`<span class="stars" aria-hidden="true">${drawn}</span> `
  }${text}</dd></div>`;
}

function answerPart({ answer, change }: ReviewedAnswer): Markup {
  const text = isTranscriptPending(answer) ? t("review.recording") : answer.transcript;
  return markup`<li>${answer.type === "audio" && markup`<p class="mark">${t("answer.spoken")}</p>`}${answer.reason && markup`<p class="mark">${t(`reason.badge.${answer.reason}`)}</p>`}${answer.by && markup`<p class="mark">${t("answer.addedBy", { name: answer.by.name })}</p>`}<p class="text">${text}</p>${
    change !== undefined && waitingPart(t("review.changed"), change)
  }</li>`;
}

/** Text that is not an answer yet. */
function waitingPart(mark: string, text: string): Markup {
  return markup`<div class="waiting"><p class="mark">${mark}</p><p class="text">${text}</p></div>`;
}
