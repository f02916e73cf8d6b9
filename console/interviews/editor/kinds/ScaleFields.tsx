import { t } from "../../../translate.ts";
import { PickField } from "../../../ui/fields/PickField.tsx";
import { DraftTextField } from "../forms/DraftTextField.tsx";
import { useEditor } from "../use-editor.ts";
import type { DraftCardOf } from "./kind-forms.tsx";
import { useCardEdit } from "./use-card-edit.ts";

const STARTS = [0, 1];
const ENDS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

type ScaleFieldsProps = { card: DraftCardOf<"scale"> };

export function ScaleFields({ card }: ScaleFieldsProps) {
  const { isReadOnly } = useEditor();
  const change = useCardEdit(card);
  const pick = (name: "min" | "max", values: number[]) => (
    <PickField
      label={t(`editor.scale.${name}`)}
      disabled={isReadOnly}
      value={String(card[name])}
      options={values.map((value) => ({ value: String(value), label: String(value) }))}
      onChange={({ currentTarget }) => change({ [name]: Number(currentTarget.value) })}
    />
  );
  return (
    <>
      {pick("min", STARTS)}
      {pick("max", ENDS)}
      <DraftTextField
        ownerId={card.id}
        field="low"
        label={t("editor.scale.end", { number: card.min })}
        text={card.low}
        onText={(low, field) => change({ low }, field)}
      />
      <DraftTextField
        ownerId={card.id}
        field="high"
        label={t("editor.scale.end", { number: card.max })}
        text={card.high}
        onText={(high, field) => change({ high }, field)}
      />
    </>
  );
}
