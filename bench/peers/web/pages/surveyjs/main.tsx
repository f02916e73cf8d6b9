// without the fonts, which would be loaded from another server
import "survey-core/survey-core.fontless.min.css";
import { Model } from "survey-core";
import { Survey } from "survey-react-ui";
import { type Field, sections } from "../../questions.ts";
import { mount } from "../mount.ts";

/** One page per section, as is usual for the tool. */
const survey = new Model({
  pages: sections.map(({ name, title, description, questions }) => ({
    name,
    title,
    description,
    elements: questions.map((question) => ({
      type: "panel",
      name: `${name}_${question.fields[0]?.name}`,
      title: question.title,
      description: question.prompt,
      elements: question.fields.map(elementOf),
    })),
  })),
});

function elementOf(field: Field): object {
  const { name, label: title } = field;
  switch (field.kind) {
    case "long-text":
      return { type: "comment", name, title, placeholder: field.placeholder };
    case "text":
    case "url":
      return { type: "text", inputType: field.kind, name, title, placeholder: field.placeholder };
    case "scale":
      return {
        type: "rating",
        name,
        title,
        rateMin: field.min,
        rateMax: field.max,
        minRateDescription: field.low,
        maxRateDescription: field.high,
      };
    default: {
      const choices = field.options.map(({ value, label }) => ({ value, text: label }));
      return { type: field.kind === "choice" ? "dropdown" : "checkbox", name, title, choices };
    }
  }
}

mount(<Survey model={survey} />);
