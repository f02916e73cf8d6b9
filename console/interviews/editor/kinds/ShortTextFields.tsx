import { textFormats } from "#contract/interview/kinds/text-format.ts";
import { t } from "../../../translate.ts";
import { PickField } from "../../../ui/fields/PickField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { useEditor } from "../use-editor.ts";
import type { DraftCardOf } from "./kind-forms.tsx";
import { SampleField } from "./SampleField.tsx";
import { useCardEdit } from "./use-card-edit.ts";

const CURRENCY = "USD";
const CURRENCY_LENGTH = 3;

type ShortTextFieldsProps = { card: DraftCardOf<"short-text"> };

export function ShortTextFields({ card }: ShortTextFieldsProps) {
  const { isReadOnly, faultOf, leave } = useEditor();
  const change = useCardEdit(card);
  const { id, format, currency } = card;
  const fault = faultOf(id, "currency");
  return (
    <>
      <PickField
        label={t("editor.format")}
        disabled={isReadOnly}
        value={format ?? "plain"}
        options={textFormats.map((each) => ({ value: each, label: t(`editor.format.${each}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = textFormats.find((each) => each === currentTarget.value);
          change({ format: chosen, currency: chosen === "money" ? (currency ?? CURRENCY) : undefined });
        }}
      />
      {format === "money" && (
        <TextField
          label={t("editor.currency")}
          hint={t("editor.currencyHint")}
          value={currency ?? ""}
          maxLength={CURRENCY_LENGTH}
          readOnly={isReadOnly}
          error={fault && t("editor.fault.currency")}
          onChange={({ currentTarget }) =>
            change({ currency: currentTarget.value.toUpperCase() }, `${id}.currency`)
          }
          onBlur={() => leave(id, "currency")}
        />
      )}
      <SampleField card={card} />
    </>
  );
}
