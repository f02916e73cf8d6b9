import { useState } from "react";
import { type FormQuestion, formAt } from "#contract/record/forms.ts";
import { useForm } from "../draft/use-form.ts";
import { t } from "../translate.ts";
import { Chip } from "../ui/Chip.tsx";

type NotApplicableProps = { question: FormQuestion };

/** Marks a form as not applicable. Pressing the chip puts the answers aside, and pressing it again restores them. */
export function NotApplicable({ question }: NotApplicableProps) {
  const { form, replace } = useForm(question);
  const empty = formAt({}, question);
  const [before, setBefore] = useState(empty);
  const isPressed = form.notApplicable ?? false;
  const press = () => {
    if (!isPressed) setBefore(form);
    replace(isPressed ? before : { ...empty, notApplicable: true });
  };
  return (
    <Chip isPressed={isPressed} onPress={press}>
      {t("reason.not-applicable")}
    </Chip>
  );
}
