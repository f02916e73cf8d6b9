import { t } from "../../../translate.ts";
import { CheckField } from "../../../ui/fields/CheckField.tsx";
import type { DraftCardOf } from "./kind-forms.tsx";
import { useCardEdit } from "./use-card-edit.ts";

type DateFieldsProps = { card: DraftCardOf<"date"> };

export function DateFields({ card }: DateFieldsProps) {
  const change = useCardEdit(card);
  return (
    <CheckField
      label={t("editor.month")}
      checked={card.precision === "month"}
      onChange={(isMonth) => change({ precision: isMonth ? "month" : undefined })}
    />
  );
}
