import "../plain.css";
import Form from "@rjsf/core";
import type { RJSFSchema, UiSchema } from "@rjsf/utils";
import validator from "@rjsf/validator-ajv8";
import { type AskedQuestion, type Field, sections } from "../../questions.ts";
import { mount } from "../mount.ts";

const properties = sections.map(({ name, title, description, questions }) => [
  name,
  { type: "object", title, description, properties: Object.fromEntries(questions.map(questionEntry)) },
]);
const schema: RJSFSchema = { type: "object", properties: Object.fromEntries(properties) };
const uiSchema: UiSchema = Object.fromEntries(
  sections.map(({ name, questions }) => [name, Object.fromEntries(questions.map(questionUi))]),
);

function questionEntry({ title, prompt, fields }: AskedQuestion, place: number) {
  const inner = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)]));
  return [`question_${place}`, { type: "object", title, description: prompt, properties: inner }];
}

function questionUi({ fields }: AskedQuestion, place: number) {
  return [`question_${place}`, Object.fromEntries(fields.map((field) => [field.name, fieldUi(field)]))];
}

function fieldSchema(field: Field): RJSFSchema {
  const title = field.label;
  switch (field.kind) {
    case "choice":
      return { type: "string", title, oneOf: optionsOf(field.options) };
    case "choices":
      return {
        type: "array",
        title,
        uniqueItems: true,
        items: { type: "string", oneOf: optionsOf(field.options) },
      };
    case "scale":
      return { type: "integer", title, minimum: field.min, maximum: field.max };
    default:
      return { type: "string", title };
  }
}

function optionsOf(options: { value: string; label: string }[]): RJSFSchema[] {
  return options.map(({ value, label }) => ({ const: value, title: label }));
}

function fieldUi(field: Field): UiSchema {
  switch (field.kind) {
    case "long-text":
      return { "ui:widget": "textarea", "ui:placeholder": field.placeholder };
    case "choices":
      return { "ui:widget": "checkboxes" };
    case "scale":
      return { "ui:widget": "range" };
    case "choice":
      return {};
    default:
      return { "ui:placeholder": field.placeholder };
  }
}

mount(
  <Form
    schema={schema}
    uiSchema={uiSchema}
    validator={validator}
    // otherwise the first option of each choice would be preselected
    experimental_defaultFormStateBehavior={{ constAsDefaults: "never" }}
  />,
);
