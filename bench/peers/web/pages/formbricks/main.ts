import { renderSurveyInline } from "@formbricks/surveys";
import { type Field, steps } from "../../questions.ts";

const questions = steps.map((field) => ({
  id: field.name,
  headline: field.label,
  subheader: field.help,
  required: false,
  buttonLabel: "Next",
  ...kindOf(field),
}));

function kindOf(field: Field): object {
  switch (field.kind) {
    case "long-text":
    case "text":
    case "url":
      return {
        type: "openText",
        inputType: field.kind === "url" ? "url" : "text",
        longAnswer: field.kind === "long-text",
        placeholder: field.placeholder,
      };
    case "scale":
      return {
        type: "rating",
        scale: "number",
        range: field.max,
        lowerLabel: field.low,
        upperLabel: field.high,
      };
    default: {
      const choices = field.options.map(({ value, label }) => ({ id: `${field.name}_${value}`, label }));
      return { type: field.kind === "choice" ? "multipleChoiceSingle" : "multipleChoiceMulti", choices };
    }
  }
}

renderSurveyInline({
  containerId: "root",
  brandColor: "#1f6f5c",
  isBrandingEnabled: false,
  survey: {
    id: "interview",
    name: "Onboarding Interview",
    type: "link",
    questions,
    welcomeCard: { enabled: false },
    thankYouCard: { enabled: true, headline: "Thank you" },
    styling: null,
  },
});
