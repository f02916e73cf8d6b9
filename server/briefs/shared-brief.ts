import type { Brief, BriefQuestion } from "#contract/manage/answers/brief.ts";
import { isolateBidi, shownText } from "#contract/manage/answers/shown-text.ts";
import type { ShareOptions } from "#contract/manage/shares.ts";
import { type Markup, markup } from "#contract/markup.ts";
import { type BriefWords, dayWords } from "./brief-words.ts";

/** The additions to a brief's page that is read through a share link. Times are ISO 8601. */
export type SharedBriefOptions = {
  recipient: string;
  managerName: string;
  madeAt: string;
  expiresAt: string;
  /** The address of the page as a PDF. */
  pdfAddress: string;
  /** The address of a recording; undefined if recordings are not shared. */
  soundAddress?: ((takeId: string) => string) | undefined;
};

/** Enough to fill a window 3,000 pixels wide, including the corners beyond the rotated lines. */
const MARKS = 240;

/** The brief without the parts that its link leaves out. */
export function sharedPart(brief: Brief, { contact, followUps }: ShareOptions): Brief {
  const alone = (question: BriefQuestion): BriefQuestion => ({ ...question, followUps: [] });
  return {
    ...brief,
    ...(!contact && { contact: null }),
    ...(!followUps && {
      sections: brief.sections.map((section) => ({ ...section, questions: section.questions.map(alone) })),
      notAsked: brief.notAsked.map(alone),
      earlier: brief.earlier.map(({ question, ...entry }) => ({
        ...entry,
        ...(question && { question: alone(question) }),
      })),
    }),
  };
}

/** Recipient, sender and expiry at the top, and the recipient's name as a watermark across each page. */
export function sharedTop(dress: SharedBriefOptions, words: BriefWords): Markup {
  const recipient = isolateBidi(shownText(dress.recipient));
  const manager = isolateBidi(shownText(dress.managerName));
  const mark = words.say("share.mark", { recipient, day: dayWords(dress.madeAt, words) });
  return markup`<aside class="shared" aria-label="${words.say("share.label")}">
<p class="recipient">${words.say("share.with", { recipient, manager })}</p>
<p>${words.say("share.until", { day: dayWords(dress.expiresAt, words) })}</p>
<a href="${dress.pdfAddress}" download>${words.say("share.pdf")}</a>
</aside>
<div class="watermark" aria-hidden="true"><div>${Array.from({ length: MARKS }, () => markup`<span data-mark="${mark}"></span>`)}</div></div>`;
}
