import type { Question } from "#contract/interview/interview.ts";
import { emptyForms } from "#contract/record/answer.ts";
import type { BusinessProfileEntry, ToolSelectionEntry, WebsiteEntry } from "#contract/record/record.ts";
import { t } from "../../translate.ts";
import { CheckField } from "../../ui/fields/CheckField.tsx";
import { AnswerText } from "./AnswerText.tsx";
import type { AnswerEntry } from "./answer-drafts.ts";
import { ProfileFields } from "./ProfileFields.tsx";
import { ToolFields } from "./ToolFields.tsx";
import { WebsiteFields } from "./WebsiteFields.tsx";

type FieldsProps = { question: Question; entry: AnswerEntry; onChange: (entry: AnswerEntry) => void };
type AnswerFieldsProps = FieldsProps & {
  /** Whether the question may be said not to apply to the client. */
  isSkippable: boolean;
};

/** A box for a free answer, or the fields of a form; and whether the question applies at all. */
export function AnswerFields({ question, entry, isSkippable, onChange }: AnswerFieldsProps) {
  const isSkipped = isMarked(entry);
  return (
    <>
      {!isSkipped && <Fields question={question} entry={entry} onChange={onChange} />}
      {(isSkippable || isSkipped) && (
        <CheckField
          label={t("answerFor.notApplicable")}
          checked={isSkipped}
          onChange={(isChecked) => onChange(isChecked ? marked(entry) : unmarked(entry))}
        />
      )}
    </>
  );
}

function Fields({ question, entry, onChange }: FieldsProps) {
  if ("responses" in entry) {
    return <AnswerText label={t("answerFor.text")} answer={entry} isMain onChange={onChange} />;
  }
  switch (question.kind) {
    case "free-answer":
      return null;
    case "business-profile":
      return (
        <ProfileFields question={question} profile={entry as BusinessProfileEntry} onChange={onChange} />
      );
    case "tool-picker":
      return <ToolFields question={question} selection={entry as ToolSelectionEntry} onChange={onChange} />;
    case "website":
      return <WebsiteFields question={question} website={entry as WebsiteEntry} onChange={onChange} />;
  }
}

function isMarked(entry: AnswerEntry): boolean {
  return "responses" in entry ? entry.responses[0].reason !== undefined : entry.notApplicable === true;
}

/** Typed words stay beneath the mark; in a form it stands only where nothing else is answered. */
function marked(entry: AnswerEntry): AnswerEntry {
  if ("responses" in entry) return { responses: [{ ...entry.responses[0], reason: "not-applicable" }] };
  const mark = { notApplicable: true } as const;
  if ("selectedTools" in entry) return { ...emptyForms.toolSelection, ...mark };
  return { ...("url" in entry ? emptyForms.websiteData : emptyForms.businessProfile), ...mark };
}

function unmarked(entry: AnswerEntry): AnswerEntry {
  if ("responses" in entry) {
    const [{ id, content }] = entry.responses;
    return { responses: [{ id, content }] };
  }
  const { notApplicable: _mark, ...form } = entry;
  return form;
}
