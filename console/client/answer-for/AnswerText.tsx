import { ANSWER_MAX_LENGTH } from "#contract/limits.ts";
import { TextAreaField } from "../../ui/fields/TextAreaField.tsx";
import type { AddedAnswer } from "./answer-drafts.ts";

type AnswerTextProps = {
  label: string;
  answer: AddedAnswer;
  /** Whether this is the form's main field: larger, and required. */
  isMain?: boolean;
  onChange: (answer: AddedAnswer) => void;
};

/** A text box for the client's words. */
export function AnswerText({ label, answer, isMain = false, onChange }: AnswerTextProps) {
  const [said] = answer.responses;
  return (
    <TextAreaField
      label={label}
      rows={isMain ? 4 : 2}
      maxHeightPx={320}
      maxLength={ANSWER_MAX_LENGTH}
      required={isMain}
      data-autofocus={isMain ? "" : undefined}
      value={said.content}
      onChange={(event) => onChange({ responses: [{ ...said, content: event.currentTarget.value }] })}
    />
  );
}
