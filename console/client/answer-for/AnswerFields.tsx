import { isSkippable, type Question } from "#contract/interview/interview.ts";
import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import type { BusinessProfileEntry, ToolSelectionEntry, WebsiteEntry } from "#contract/record/record.ts";
import { t } from "../../translate.ts";
import { CheckField } from "../../ui/CheckField.tsx";
import { TextAreaField } from "../../ui/TextAreaField.tsx";
import type { AddedAnswer, AnswerEntry } from "./answer-drafts.ts";
import { ProfileFields } from "./ProfileFields.tsx";
import { ToolFields } from "./ToolFields.tsx";
import { WebsiteFields } from "./WebsiteFields.tsx";

type AnswerFieldsProps = { question: Question; entry: AnswerEntry; onChange: (entry: AnswerEntry) => void };

/** A box for a free answer; for a form, its fields and whether it applies at all. */
export function AnswerFields({ question, entry, onChange }: AnswerFieldsProps) {
  if ("responses" in entry) return <AnswerText entry={entry} onChange={onChange} />;
  const { notApplicable, ...form } = entry;
  return (
    <>
      {!notApplicable && <FormFields question={question} entry={form} onChange={onChange} />}
      {isSkippable(question) && (
        <CheckField
          label={t("answer.reason.not-applicable")}
          checked={notApplicable ?? false}
          onChange={(isSkipped) => onChange(isSkipped ? { ...emptyForm(form), notApplicable: true } : form)}
        />
      )}
    </>
  );
}

function AnswerText({ entry, onChange }: { entry: AddedAnswer; onChange: (entry: AnswerEntry) => void }) {
  const [answer] = entry.responses;
  return (
    <TextAreaField
      label={t("answerFor.text")}
      rows={4}
      maxHeightPx={320}
      maxLength={ANSWER_MAX_LENGTH}
      required
      data-autofocus=""
      value={answer.content}
      onChange={(event) => onChange({ responses: [{ ...answer, content: event.currentTarget.value }] })}
    />
  );
}

function FormFields({ question, entry, onChange }: AnswerFieldsProps) {
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

/** The mark stands only where nothing else is answered. */
function emptyForm(form: AnswerEntry): AnswerEntry {
  if ("selectedTools" in form) return { selectedTools: [], customTools: "", toolRatings: {} };
  return "url" in form ? { url: "" } : { employees: "", locations: "", revenue: "" };
}
