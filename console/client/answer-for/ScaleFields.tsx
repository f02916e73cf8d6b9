import type { ScaleEntry } from "#contract/interview/kinds/scale.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { ScaleField } from "../../../web/ui/fields/ScaleField.tsx";
import { t } from "../../translate.ts";

type ScaleFieldsProps = {
  question: QuestionOf<"scale">;
  entry: ScaleEntry;
  onChange: (entry: ScaleEntry) => void;
};

export function ScaleFields({ question, entry, onChange }: ScaleFieldsProps) {
  const { min, max, low, high } = question;
  return (
    <ScaleField
      legend={t("field.whole")}
      {...{ min, max, low, high }}
      value={entry.value}
      onChange={(value) => onChange({ ...entry, value })}
    />
  );
}
