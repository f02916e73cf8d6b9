import { Document } from "yaml";
import type { Interview } from "#contract/interview/interview.ts";
import type { Language } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";

/** The head comment of the built-in interview, for providers who start their own from it. */
export const START_HEAD = ` The interview that Firsthand asks, to begin your own with: change it, then set FIRSTHAND_INTERVIEW to this file.
 "firsthand interview check <file>" tells what is wrong with it. All of it is explained in docs/your-own-interview.md.

 An id, an entry name and an option's value are stored with the answers: once clients have answered, change what is
 read beside them (name, title, prompt, label), not them. What is taken out stays in the records of those who answered it.

 A text stands in each of the languages, or once for all of them: "title: Your team". Take out the languages that you do
 not ask in; anyone who wishes for another language gets the first.

 Yours too, where you take the # away:

 provider:
   name: Brightside Onboarding
   logo: logo.svg                # SVG or PNG, beside this file
   logoDark: logo-dark.svg       # where the other cannot be seen on a dark background
   colors:
     accent: "#1c5b4a"
     accentDark: "#8fd0b6"       # made of the other where it is left out
   support:
     email: help@brightside.example
     phone: "+1 555 010 2030"
     page: https://brightside.example/help
   privacy: |
     Why we ask, who reads it, and whom to write to.

     An empty line begins a new paragraph.
 tips:
   - title: Short is fine
     text: Two sentences say more than a page.
 after:
   - Mia reads your answers within two working days.
   - She may send a follow-up question.
   - We call you to plan the first two weeks.
 replyWithin: 2                  # working days, for a calendar reminder
`;
/** Long texts are folded at this width. */
const LINE_WIDTH = 110;

/** An interview in all of its languages, in the form of an interview file: text that differs is given per language. */
export function interviewBody(interviews: ReadonlyMap<Language, Interview>): InterviewDraft {
  const { sections, ...words } = inAllLanguages(interviews) as Pick<
    InterviewDraft,
    "sections" | "tips" | "after" | "replyWithin"
  >;
  return { format: 1, languages: [...interviews.keys()], ...words, sections };
}

/** The file's text, as a provider would write it. */
export function interviewText(body: InterviewDraft, head?: string): string {
  const document = new Document(body);
  if (head !== undefined) document.commentBefore = head.trimEnd();
  return document.toString({ lineWidth: LINE_WIDTH, blockQuote: "folded" });
}

/** Merges the languages: text that differs between them becomes one text per language. */
function inAllLanguages(data: ReadonlyMap<Language, unknown>): unknown {
  const [first] = data.values();
  const partOf = (name: PropertyKey) =>
    inAllLanguages(
      new Map(
        [...data].map(([language, each]) => [language, (each as { [name: PropertyKey]: unknown })[name]]),
      ),
    );
  if (Array.isArray(first)) return first.map((_, at) => partOf(at));
  if (typeof first === "object" && first !== null)
    return Object.fromEntries(Object.keys(first).map((name) => [name, partOf(name)]));
  return [...data.values()].every((each) => each === first) ? first : Object.fromEntries(data);
}
