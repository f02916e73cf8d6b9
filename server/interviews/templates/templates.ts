import { type Language, languages } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { bookkeeping } from "./bookkeeping.ts";
import { itSupport } from "./it-support.ts";
import { marketing } from "./marketing.ts";
import { afterOf, inLanguages, type Template } from "./parts.ts";
import { restaurant } from "./restaurant.ts";
import { salon } from "./salon.ts";
import { websiteProject } from "./website-project.ts";

/** In the order in which the console offers them. */
export const templates: readonly Template[] = [
  websiteProject,
  marketing,
  bookkeeping,
  itSupport,
  restaurant,
  salon,
];

export function templateName({ name }: Template, language: Language): string {
  return inLanguages(name)[language];
}

/** The first draft of an interview made from a template. Its first language is the author's. */
export function draftOfTemplate(template: Template, language: Language): InterviewDraft {
  const others = languages.filter((each) => each !== language);
  return {
    format: 1,
    languages: [language, ...others],
    after: afterOf(template),
    sections: template.sections,
  };
}
