import { chooseOption, OTHER_OPTION } from "#contract/interview/kinds/choice.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { CUSTOM_TOOLS_MAX_LENGTH } from "#contract/limits.ts";
import { useForm } from "../../draft/use-form.ts";
import { t } from "../../translate.ts";
import { ChipField } from "../../ui/fields/ChipField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "../fields.module.css";

type ChoicePickerProps = { question: QuestionOf<"choice"> };

/** One or more options, with a text field for an option that is not listed. */
export function ChoicePicker({ question }: ChoicePickerProps) {
  const { title, options, max = 1, hasOther = false } = question;
  const { form, change } = useForm(question);
  return (
    <div className={styles.fields}>
      <ChipField
        legend={title}
        legendHidden
        type={max === 1 ? "radio" : "checkbox"}
        options={hasOther ? [...options, { value: OTHER_OPTION, label: t("tools.other") }] : options}
        checked={form.chosen}
        onPick={(value) => change((newest) => chooseOption(newest, value, max))}
      />
      {form.chosen.includes(OTHER_OPTION) && (
        <TextField
          label={t("choice.other")}
          autoComplete="off"
          maxLength={CUSTOM_TOOLS_MAX_LENGTH}
          value={form.other}
          onChange={(event) => {
            const other = event.currentTarget.value;
            change((newest) => ({ ...newest, other }));
          }}
        />
      )}
    </div>
  );
}
