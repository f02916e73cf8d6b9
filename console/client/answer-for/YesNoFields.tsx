import type { YesNo, YesNoEntry } from "#contract/interview/kinds/yes-no.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { ChipField } from "../../../web/ui/fields/ChipField.tsx";
import { t } from "../../translate.ts";

type YesNoFieldsProps = {
  question: QuestionOf<"yes-no">;
  entry: YesNoEntry;
  onChange: (entry: YesNoEntry) => void;
};

export function YesNoFields({ entry, onChange }: YesNoFieldsProps) {
  return (
    <ChipField
      legend={t("field.whole")}
      type="radio"
      options={[
        { value: "yes", label: t("field.yes") },
        { value: "no", label: t("field.no") },
      ]}
      checked={[entry.value]}
      onPick={(value) => onChange({ ...entry, value: value as YesNo })}
    />
  );
}
