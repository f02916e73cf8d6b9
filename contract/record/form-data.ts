import * as z from "zod/mini";
import { type Interview, questionsOf } from "../interview/interview.ts";
import type { BusinessProfileEntry } from "../interview/kinds/business-profile.ts";
import { kindNamed } from "../interview/kinds/kinds.ts";
import type { ToolSelectionEntry } from "../interview/kinds/tool-selection.ts";
import type { WebsiteEntry } from "../interview/kinds/website.ts";
import type { FormKind, QuestionOf } from "../interview/question.ts";
import { type FormAnswers, type FormQuestion, formAt, isForm } from "./forms.ts";
import { completeRecord } from "./record.ts";

/** The forms as the browser keeps them (spec §3, "FormData"). */
export type FormData = {
  businessProfile: BusinessProfileEntry;
  toolSelection: ToolSelectionEntry;
  websiteData: WebsiteEntry;
  /** Forms without a name in the specification, by entry name; absent without any. */
  more?: FormAnswers;
};

/** The specification's name for the first question of each of these kinds. */
const NAMES = {
  "business-profile": "businessProfile",
  "tool-picker": "toolSelection",
  website: "websiteData",
} as const satisfies { [Kind in FormKind]?: keyof FormData };
type NamedKind = keyof typeof NAMES;

/** The schema for reading the forms; missing fields of a form are empty. */
export function formDataSchema(interview: Interview): z.ZodMiniType<FormData> {
  const { others } = formsIn(interview);
  const more = others.map(({ entry, kind }) => [entry, z.optional(kindNamed(kind).stored)] as const);
  return z.object({
    businessProfile: kindNamed("business-profile").stored,
    toolSelection: kindNamed("tool-picker").stored,
    websiteData: kindNamed("website").stored,
    more: z.optional(z.object(Object.fromEntries(more))),
  }) as unknown as z.ZodMiniType<FormData>;
}

export function formDataOf(interview: Interview, forms: FormAnswers): FormData {
  const { named, others } = formsIn(interview);
  const first = <Kind extends NamedKind>(kind: Kind) =>
    formAt(forms, { kind, entry: named.get(kind)?.entry ?? "" });
  return {
    businessProfile: first("business-profile"),
    toolSelection: first("tool-picker"),
    websiteData: first("website"),
    ...(others.length > 0 && {
      more: byEntry(others.map((question) => [question, formAt(forms, question)])),
    }),
  };
}

export function formsOfData(interview: Interview, data: FormData): FormAnswers {
  const { named, others } = formsIn(interview);
  const forms = byEntry([
    ...[...named.values()].map((question) => [question, data[NAMES[question.kind]]] as const),
    ...others.map((question) => [question, formAt(data.more ?? {}, question)] as const),
  ]);
  return completeRecord(interview, forms, { now: "" }) as FormAnswers;
}

type NamedQuestion = QuestionOf<NamedKind>;

function isNamed(question: FormQuestion): question is NamedQuestion {
  return question.kind in NAMES;
}

function formsIn(interview: Interview): { named: Map<NamedKind, NamedQuestion>; others: FormQuestion[] } {
  const forms = questionsOf(interview).filter(isForm);
  const named = new Map<NamedKind, NamedQuestion>();
  for (const question of forms.toReversed()) if (isNamed(question)) named.set(question.kind, question);
  return {
    named,
    others: forms.filter((question) => !isNamed(question) || named.get(question.kind) !== question),
  };
}

function byEntry(forms: readonly (readonly [FormQuestion, FormAnswers[string]])[]): FormAnswers {
  return Object.fromEntries(forms.map(([{ entry }, form]) => [entry, form]));
}
