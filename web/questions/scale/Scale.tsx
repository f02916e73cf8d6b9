import type { QuestionOf } from "#contract/interview/question.ts";
import { useForm } from "../../draft/use-form.ts";
import { ScaleField } from "../../ui/fields/ScaleField.tsx";

type ScaleProps = { question: QuestionOf<"scale"> };

/** No value is selected at first. */
export function Scale({ question }: ScaleProps) {
  const { title, min, max, low, high } = question;
  const { form, change } = useForm(question);
  return (
    <ScaleField
      legend={title}
      legendHidden
      {...{ min, max, low, high }}
      value={form.value}
      onChange={(value) => change((newest) => ({ ...newest, value }))}
    />
  );
}
