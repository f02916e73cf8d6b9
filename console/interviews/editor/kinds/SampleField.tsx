import { t } from "../../../translate.ts";
import { DraftTextField } from "../forms/DraftTextField.tsx";
import type { DraftCardOf } from "./kind-forms.tsx";
import { useCardEdit } from "./use-card-edit.ts";

type SampleFieldProps = { card: DraftCardOf<"free-answer" | "short-text" | "website" | "tool-picker"> };

/** Edits the example that an empty answer box shows. */
export function SampleField({ card }: SampleFieldProps) {
  const change = useCardEdit(card);
  return (
    <DraftTextField
      ownerId={card.id}
      field="sample"
      label={t("editor.sample")}
      hint={t("editor.sampleHint")}
      text={card.sample}
      rows={1}
      onText={(sample, field) => change({ sample }, field)}
    />
  );
}
