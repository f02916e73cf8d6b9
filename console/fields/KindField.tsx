import type { FieldKind } from "#contract/manage/fields.ts";
import { t } from "../translate.ts";
import { PickField } from "../ui/fields/PickField.tsx";

type KindFieldProps = {
  kinds: readonly FieldKind[];
  kind: FieldKind;
  onChange: (kind: FieldKind) => void;
};

export function KindField({ kinds, kind, onChange }: KindFieldProps) {
  return (
    <PickField
      label={t("fields.kind")}
      hint={kind === "text" ? t("fields.kindHint.text") : t("fields.kindHint.plain")}
      options={kinds.map((value) => ({ value, label: t(`fields.kind.${value}`) }))}
      value={kind}
      onChange={({ currentTarget }) => {
        const chosen = kinds.find((each) => each === currentTarget.value);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
