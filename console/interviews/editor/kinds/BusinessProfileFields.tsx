import { t } from "../../../translate.ts";
import { DraftTextField } from "../forms/DraftTextField.tsx";
import type { DraftCardOf } from "./kind-forms.tsx";
import { OptionsField } from "./OptionsField.tsx";
import { useCardEdit } from "./use-card-edit.ts";

const PARTS = ["employees", "locations", "revenue"] as const;

type BusinessProfileFieldsProps = { card: DraftCardOf<"business-profile"> };

export function BusinessProfileFields({ card }: BusinessProfileFieldsProps) {
  const change = useCardEdit(card);
  return PARTS.map((part) => (
    <div key={part}>
      <DraftTextField
        ownerId={card.id}
        field={`${part}.label`}
        label={t(`editor.profile.${part}`)}
        text={card[part].label}
        onText={(label, field) => change({ [part]: { ...card[part], label } }, field)}
      />
      <OptionsField
        ownerId={card.id}
        field={`${part}.options`}
        label={t("editor.options")}
        options={card[part].options}
        onChange={(options, field) => change({ [part]: { ...card[part], options } }, field)}
      />
    </div>
  ));
}
