import { type ChoiceEntry, chooseOption, OTHER_OPTION } from "#contract/interview/kinds/choice.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { CUSTOM_TOOLS_MAX_LENGTH } from "#contract/limits.ts";
import { ChipField } from "../../../web/ui/fields/ChipField.tsx";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";

type ChoiceFieldsProps = {
  question: QuestionOf<"choice">;
  entry: ChoiceEntry;
  onChange: (entry: ChoiceEntry) => void;
};

export function ChoiceFields({ question, entry, onChange }: ChoiceFieldsProps) {
  const { options, max = 1, hasOther = false } = question;
  return (
    <>
      <ChipField
        legend={t("field.whole")}
        type={max === 1 ? "radio" : "checkbox"}
        options={hasOther ? [...options, { value: OTHER_OPTION, label: t("answerFor.other") }] : options}
        checked={entry.chosen}
        onPick={(value) => onChange(chooseOption(entry, value, max))}
      />
      {entry.chosen.includes(OTHER_OPTION) && (
        <TextField
          label={t("answerFor.other")}
          autoComplete="off"
          maxLength={CUSTOM_TOOLS_MAX_LENGTH}
          value={entry.other}
          onChange={(event) => onChange({ ...entry, other: event.currentTarget.value })}
        />
      )}
    </>
  );
}
