import { t } from "../../../translate.ts";
import { CheckField } from "../../../ui/fields/CheckField.tsx";
import type { DraftCardOf } from "./kind-forms.tsx";
import { OptionsField } from "./OptionsField.tsx";
import { useCardEdit } from "./use-card-edit.ts";

type ChoiceFieldsProps = { card: DraftCardOf<"choice"> };

export function ChoiceFields({ card }: ChoiceFieldsProps) {
  const change = useCardEdit(card);
  return (
    <>
      <OptionsField
        ownerId={card.id}
        field="options"
        label={t("editor.options")}
        options={card.options}
        onChange={(options, field) => change({ options }, field)}
      />
      <CheckField
        label={t("editor.many")}
        checked={card.max === "many"}
        onChange={(isMany) => change({ max: isMany ? "many" : undefined })}
      />
      <CheckField
        label={t("editor.hasOther")}
        hint={t("editor.hasOtherHint")}
        checked={card.hasOther === true}
        onChange={(hasOther) => change({ hasOther: hasOther || undefined })}
      />
    </>
  );
}
