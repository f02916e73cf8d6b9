import { Document } from "yaml";
import type { Interview } from "#contract/interview/interview.ts";
import { inEachLanguage, type Language, languages } from "#contract/languages.ts";

const HEAD = ` The interview that Firsthand asks, to begin your own with: change it, then set FIRSTHAND_INTERVIEW to this file.
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
/** Long texts are folded here. */
const LINE_WIDTH = 110;

/** An interview, in all languages, as the text of a file, as a provider would write it. */
export function interviewText(interviews: { [Of in Language]: Interview }): string {
  const { sections, ...words } = inAllLanguages(interviews) as Interview;
  const document = new Document({ format: 1, languages, ...words, sections });
  document.commentBefore = HEAD.trimEnd();
  return document.toString({ lineWidth: LINE_WIDTH, blockQuote: "folded" });
}

/** The same data once: a text that differs between the languages becomes one text for each of them. */
function inAllLanguages(data: { [Of in Language]: unknown }): unknown {
  const { [languages[0]]: first } = data;
  const partOf = (name: PropertyKey) =>
    inAllLanguages(inEachLanguage((language) => (data[language] as { [name: PropertyKey]: unknown })[name]));
  if (Array.isArray(first)) return first.map((_, at) => partOf(at));
  if (typeof first === "object" && first !== null)
    return Object.fromEntries(Object.keys(first).map((name) => [name, partOf(name)]));
  return languages.every((language) => data[language] === first) ? first : data;
}
