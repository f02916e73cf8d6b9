import {
  type ChoiceField,
  labelOf,
  OTHER_TOOL,
  type Question,
  type QuestionOf,
} from "../interview/interview.ts";
import type { FormAnswers } from "./answer.ts";

/**
 * One field of a form, as the client filled it in. Labels and chosen options are in the interview's words; what else
 * there is to say of a field is for whoever shows it.
 */
export type FormField =
  /** `text` is empty where nothing was chosen. */
  | { kind: "choice"; label: string; text: string }
  /** A tool in use; 1 to 5 stars where it was rated. */
  | { kind: "tool"; label: string; stars: number | undefined }
  /** In the client's words. */
  | { kind: "other-tools"; text: string }
  | { kind: "url"; text: string }
  /** 1 to 10, where the slider was touched. */
  | { kind: "satisfaction"; points: number | undefined };

/** Every field of a question's form, filled in or not, in the order of its card; a free answer has none. */
export function formFields(question: Question, forms: FormAnswers): FormField[] {
  switch (question.kind) {
    case "free-answer":
      return [];
    case "business-profile":
      return profileFields(question, forms.businessProfile);
    case "tool-picker":
      return toolFields(question, forms.toolSelection);
    case "website": {
      const { url, satisfaction } = forms.websiteData;
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
  { selectedTools, customTools, toolRatings }: FormAnswers["toolSelection"],
): FormField[] {
  const picked = selectedTools.filter((tool) => tool !== OTHER_TOOL);
  const rated = picked.map(
    (tool): FormField => ({ kind: "tool", label: labelOf(tools, tool), stars: toolRatings[tool] }),
  );
  return [...rated, { kind: "other-tools", text: customTools }];
}
