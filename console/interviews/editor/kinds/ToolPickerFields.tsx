import { t } from "../../../translate.ts";
import { DraftTextField } from "../forms/DraftTextField.tsx";
import type { DraftCardOf } from "./kind-forms.tsx";
import { OptionsField } from "./OptionsField.tsx";
import { SampleField } from "./SampleField.tsx";
import { useCardEdit } from "./use-card-edit.ts";

type ToolPickerFieldsProps = { card: DraftCardOf<"tool-picker"> };

export function ToolPickerFields({ card }: ToolPickerFieldsProps) {
  const change = useCardEdit(card);
  return (
    <>
      <OptionsField
        ownerId={card.id}
        field="tools"
        label={t("editor.tools")}
        options={card.tools}
        onChange={(tools, field) => change({ tools }, field)}
      />
      <DraftTextField
        ownerId={card.id}
        field="remarksPrompt"
        label={t("editor.remarksPrompt")}
        hint={t("editor.remarksPromptHint")}
        text={card.remarksPrompt}
        rows={1}
        onText={(remarksPrompt, field) => change({ remarksPrompt }, field)}
      />
      <SampleField card={card} />
    </>
  );
}
