import type { YesNo } from "#contract/interview/kinds/yes-no.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { useForm } from "../../draft/use-form.ts";
import { t } from "../../translate.ts";
import { ChipField } from "../../ui/fields/ChipField.tsx";

type YesOrNoProps = { question: QuestionOf<"yes-no"> };

export function YesOrNo({ question }: YesOrNoProps) {
  const { form, change } = useForm(question);
  return (
    <ChipField
      legend={question.title}
      legendHidden
      type="radio"
      options={[
        { value: "yes", label: t("yesNo.yes") },
        { value: "no", label: t("yesNo.no") },
      ]}
      checked={[form.value]}
      onPick={(value) => change((newest) => ({ ...newest, value: value as YesNo }))}
    />
  );
}
