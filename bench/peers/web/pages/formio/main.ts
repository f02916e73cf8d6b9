import "bootstrap/dist/css/bootstrap.min.css";
import "@formio/js/dist/formio.form.min.css";
import { Formio } from "@formio/js/form";
import { type Field, sections } from "../../questions.ts";

/** One page per section, as is usual for the tool. */
const form = {
  display: "wizard",
  components: sections.map(({ name, title, description, questions }) => ({
    type: "panel",
    key: name,
    title,
    components: [
      content(name, description),
      ...questions.map((question, place) => ({
        type: "fieldset",
        key: `${name}_${place}`,
        legend: question.title,
        components: [content(`${name}_${place}`, question.prompt), ...question.fields.map(componentOf)],
      })),
    ],
  })),
};

function content(name: string, text: string): object {
  return { type: "content", key: `${name}_words`, html: `<p>${text}</p>`, input: false };
}

function componentOf(field: Field): object {
  const { name: key, label } = field;
  switch (field.kind) {
    case "long-text":
      return { type: "textarea", key, label, placeholder: field.placeholder, rows: 3, input: true };
    case "text":
      return { type: "textfield", key, label, placeholder: field.placeholder, input: true };
    case "url":
      return { type: "url", key, label, placeholder: field.placeholder, input: true };
    case "scale":
      return { type: "number", key, label, validate: { min: field.min, max: field.max }, input: true };
    case "choice":
      return { type: "select", key, label, widget: "html5", data: { values: field.options }, input: true };
    case "choices":
      return { type: "selectboxes", key, label, values: field.options, input: true };
  }
}

const root = document.getElementById("root");
if (root) await Formio.createForm(root, form);
