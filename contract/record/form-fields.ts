import {
  type ChoiceField,
  labelOf,
  OTHER_TOOL,
  type Question,
  type QuestionOf,
} from "../interview/interview.ts";
import type { FormAnswers } from "./answer.ts";
import { isNoTools, isNoWebsite, namedCustomTools } from "./ways-out.ts";

/**
 * One field of a form, as the client filled it in. Labels and chosen options are in the interview's words; any
 * other words come from the code that shows the field.
 */
export type FormField =
  /** `text` is empty where nothing was chosen. */
  | { kind: "choice"; label: string; text: string }
  /** A tool in use; 1 to 5 stars where it was rated. */
  | { kind: "tool"; label: string; stars: number | undefined }
  /** The client says that the question doesn't apply; the only field then. */
  | { kind: "not-applicable" }
  /** In the client's words. */
  | { kind: "other-tools"; text: string }
  /** The client uses none of the listed tools. */
  | { kind: "no-tools" }
  | { kind: "url"; text: string }
  /** The client has no website yet. */
  | { kind: "no-website" }
  /** 1 to 10, where the slider was touched. */
  | { kind: "satisfaction"; points: number | undefined };

const skipped: FormField[] = [{ kind: "not-applicable" }];

/** Every field of a question's form, filled in or not, in the order of its card; a free answer has none. */
export function formFields(question: Question, forms: FormAnswers): FormField[] {
  switch (question.kind) {
    case "free-answer":
      return [];
    case "business-profile":
      if (forms.businessProfile.notApplicable) return skipped;
      return profileFields(question, forms.businessProfile);
    case "tool-picker":
      if (forms.toolSelection.notApplicable) return skipped;
      return toolFields(question, forms.toolSelection);
    case "website": {
      const { url, satisfaction, notApplicable } = forms.websiteData;
      if (notApplicable) return skipped;
      // the slider is hidden meanwhile, and a rating from before would be one of nothing
      if (isNoWebsite(url)) return [{ kind: "no-website" }];
      return [
        { kind: "url", text: url },
        { kind: "satisfaction", points: satisfaction },
      ];
    }
  }
}

function profileFields(
  question: QuestionOf<"business-profile">,
  profile: FormAnswers["businessProfile"],
): FormField[] {
  const chosen = ({ label, options }: ChoiceField, value: string): FormField => ({
    kind: "choice",
    label,
    text: labelOf(options, value),
  });
  return [
    chosen(question.employees, profile.employees),
    chosen(question.locations, profile.locations),
    chosen(question.revenue, profile.revenue),
  ];
}

/** In the order in which the client chose them; what the list does not have comes last, as on the card. */
function toolFields(
  { tools }: QuestionOf<"tool-picker">,
  selection: FormAnswers["toolSelection"],
): FormField[] {
  if (isNoTools(selection)) return [{ kind: "no-tools" }];
  const { selectedTools, toolRatings } = selection;
  const picked = selectedTools.filter((tool) => tool !== OTHER_TOOL);
  const rated = picked.map(
    (tool): FormField => ({ kind: "tool", label: labelOf(tools, tool), stars: toolRatings[tool] }),
  );
  return [...rated, { kind: "other-tools", text: namedCustomTools(selection) }];
}
