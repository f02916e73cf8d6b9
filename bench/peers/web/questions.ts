import { builtInInterview } from "../../../contract/interview/built-in-interview.ts";
import type { Choice } from "../../../contract/interview/choice.ts";
import { questionsIn } from "../../../contract/interview/interview.ts";
import { OTHER_TOOL } from "../../../contract/interview/kinds/tool-selection.ts";
import type { Question, QuestionOf } from "../../../contract/interview/question.ts";
import { SATISFACTION_MAX, SATISFACTION_MIN } from "../../../contract/limits.ts";
import words from "../../../contract/messages/client/en.json" with { type: "json" };

/** One control of a form. Names are unique, and use only letters, digits and `_`, which every peer accepts. */
export type Field = { name: string; label: string; help?: string } & (
  | { kind: "text" | "long-text" | "url"; placeholder: string }
  | { kind: "choice" | "choices"; options: Choice[] }
  | { kind: "scale"; min: number; max: number; low: string; high: string }
);
export type AskedQuestion = { title: string; prompt: string; fields: Field[] };
export type AskedSection = { name: string; title: string; description: string; questions: AskedQuestion[] };

/**
 * Firsthand's built-in interview as plain fields, for tools without kinds of question. Fields that Firsthand shows only
 * after a choice (stars for each tool) are left out, in favor of the peers.
 */
export const sections: AskedSection[] = builtInInterview.sections.map((section) => ({
  name: nameOf(section.id),
  title: section.name,
  description: section.description,
  questions: questionsIn(section).map((question) => ({
    title: question.title,
    prompt: question.prompt,
    fields: fieldsOf(question),
  })),
}));

/** The first text field, which is the one measured. */
export const FIRST_WRITTEN = "team_description";

/**
 * The same fields in sequence, each with its question's prompt, for tools that ask one at a time. The first text field
 * comes first, in favor of the peers, so that a person can type without making a choice first.
 */
export const steps: Field[] = sections
  .flatMap(({ questions }) =>
    questions.flatMap(({ prompt, fields }) => fields.map((one) => withHelp(one, prompt))),
  )
  .sort((one, other) => Number(other.name === FIRST_WRITTEN) - Number(one.name === FIRST_WRITTEN));

function withHelp(field: Field, prompt: string): Field {
  return { help: prompt, ...field };
}

function fieldsOf(question: Question): Field[] {
  switch (question.kind) {
    case "free-answer":
      return [longText(question.id, question.title, question.sample)];
    case "business-profile":
      return (["employees", "locations", "revenue"] as const).map((name) => ({
        kind: "choice",
        name,
        ...question[name],
      }));
    case "tool-picker":
      return toolFields(question);
    case "website":
      return websiteFields(question);
    default:
      throw new Error(`The built-in interview asks no ${question.kind}`);
  }
}

function toolFields({ id, tools, remarksEntry, remarksPrompt, sample }: QuestionOf<"tool-picker">): Field[] {
  const options = [...tools, { value: OTHER_TOOL, label: words["tools.other"] }];
  return [
    { kind: "choices", name: nameOf(id), label: words["tools.legend"], options },
    {
      kind: "text",
      name: "other_tools",
      label: words["tools.custom"],
      placeholder: words["tools.custom.placeholder"],
    },
    longText(`${remarksEntry}-remarks`, remarksPrompt, sample),
  ];
}

function websiteFields({ sample }: QuestionOf<"website">): Field[] {
  return [
    { kind: "url", name: "website_url", label: words["website.url"], placeholder: sample },
    {
      kind: "scale",
      name: "website_satisfaction",
      label: words["website.satisfaction"],
      min: SATISFACTION_MIN,
      max: SATISFACTION_MAX,
      low: words["website.low"],
      high: words["website.high"],
    },
  ];
}

function longText(id: string, label: string, placeholder: string): Field {
  return { kind: "long-text", name: nameOf(id), label, placeholder };
}

function nameOf(id: string): string {
  return id.replaceAll("-", "_");
}
