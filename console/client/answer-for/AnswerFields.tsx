import type { ComponentType } from "react";
import type { EntryOf, FormEntry } from "#contract/interview/kinds/kinds.ts";
import type { FormKind, Question, QuestionOf } from "#contract/interview/question.ts";
import { type FormQuestion, formAt, isForm } from "#contract/record/forms.ts";
import { t } from "../../translate.ts";
import { CheckField } from "../../ui/fields/CheckField.tsx";
import { AnswerText } from "./AnswerText.tsx";
import type { AnswerEntry } from "./answer-drafts.ts";
import { ChoiceFields } from "./ChoiceFields.tsx";
import { DateFields } from "./DateFields.tsx";
import { ProfileFields } from "./ProfileFields.tsx";
import { ScaleFields } from "./ScaleFields.tsx";
import { ShortTextFields } from "./ShortTextFields.tsx";
import { ToolFields } from "./ToolFields.tsx";
import { WebsiteFields } from "./WebsiteFields.tsx";
import { YesNoFields } from "./YesNoFields.tsx";

type FormFieldsProps<Asked, Entry> = { question: Asked; entry: Entry; onChange: (entry: Entry) => void };

/** The fields for each kind of form. */
const formFields = {
  "business-profile": ProfileFields,
  "tool-picker": ToolFields,
  website: WebsiteFields,
  "short-text": ShortTextFields,
  choice: ChoiceFields,
  "yes-no": YesNoFields,
  scale: ScaleFields,
  date: DateFields,
} satisfies { [Name in FormKind]: ComponentType<FormFieldsProps<QuestionOf<Name>, EntryOf<Name>>> };

type FieldsProps = { question: Question; entry: AnswerEntry; onChange: (entry: AnswerEntry) => void };
type AnswerFieldsProps = FieldsProps & {
  /** Whether the manager may mark the question as not applicable. */
  isSkippable: boolean;
};

/** A text box or the fields of a form, and a check box for "not applicable". */
export function AnswerFields({ question, entry, isSkippable, onChange }: AnswerFieldsProps) {
  const isSkipped = isMarked(entry);
  return (
    <>
      {!isSkipped && <Fields question={question} entry={entry} onChange={onChange} />}
      {(isSkippable || isSkipped) && (
        <CheckField
          label={t("answerFor.notApplicable")}
          checked={isSkipped}
          onChange={(isChecked) =>
            onChange(isChecked ? withNotApplicable(question, entry) : withoutNotApplicable(entry))
          }
        />
      )}
    </>
  );
}

function Fields({ question, entry, onChange }: FieldsProps) {
  if ("responses" in entry) {
    return <AnswerText label={t("answerFor.text")} answer={entry} isMain onChange={onChange} />;
  }
  if (!isForm(question)) return null;
  const FormFields = formFields[question.kind] as ComponentType<FormFieldsProps<FormQuestion, FormEntry>>;
  return <FormFields question={question} entry={entry} onChange={onChange} />;
}

function isMarked(entry: AnswerEntry): boolean {
  return "responses" in entry ? entry.responses[0].reason !== undefined : entry.notApplicable === true;
}

/** Marks the entry as not applicable. Typed text stays in the entry; the values of a form are removed. */
function withNotApplicable(question: Question, entry: AnswerEntry): AnswerEntry {
  if ("responses" in entry) return { responses: [{ ...entry.responses[0], reason: "not-applicable" }] };
  return isForm(question) ? { ...formAt({}, question), notApplicable: true } : entry;
}

function withoutNotApplicable(entry: AnswerEntry): AnswerEntry {
  if ("responses" in entry) {
    const [{ id, content }] = entry.responses;
    return { responses: [{ id, content }] };
  }
  const { notApplicable: _mark, ...form } = entry;
  return form;
}
