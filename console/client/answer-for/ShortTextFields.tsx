import type { ShortTextEntry } from "#contract/interview/kinds/short-text.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { SHORT_TEXT_MAX_LENGTH } from "#contract/limits.ts";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";

type ShortTextFieldsProps = {
  question: QuestionOf<"short-text">;
  entry: ShortTextEntry;
  onChange: (entry: ShortTextEntry) => void;
};

export function ShortTextFields({ question, entry, onChange }: ShortTextFieldsProps) {
  return (
    <TextField
      label={t("field.whole")}
      autoComplete="off"
      maxLength={SHORT_TEXT_MAX_LENGTH}
      placeholder={question.sample}
      value={entry.value}
      trailing={question.currency}
      onChange={(event) => onChange({ ...entry, value: event.currentTarget.value })}
    />
  );
}
