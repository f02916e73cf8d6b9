import type { CustomField } from "#contract/manage/fields.ts";
import { useFields } from "../../fields/use-fields.ts";
import { t } from "../../translate.ts";
import { ChipSelect } from "../../ui/chips/ChipSelect.tsx";

type FieldChipProps = {
  /** A custom field's ID and a value, joined by a colon. */
  field: string | undefined;
  onChange: (field: string | undefined) => void;
};

/** Filters by a value of a custom field. Hidden while no field has a fixed set of values. */
export function FieldChip({ field, onChange }: FieldChipProps) {
  const { data: fields = [] } = useFields({ isLive: false });
  const offered = fields.flatMap(({ fieldId, name, options }) =>
    options.map((option) => ({ value: `${fieldId}:${option}`, label: `${name}: ${option}` })),
  );
  if (offered.length === 0 && field === undefined) return null;
  // a number, a date, or an option that no longer exists
  const isOther = field !== undefined && !offered.some(({ value }) => value === field);
  return (
    <ChipSelect
      label={t("clients.chip.field")}
      options={[
        { value: "", label: t("clients.chip.anyField") },
        ...offered,
        ...(isOther ? [{ value: field, label: conditionWords(field, fields) }] : []),
      ]}
      value={field ?? ""}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}

function conditionWords(condition: string, fields: readonly CustomField[]): string {
  const [fieldId = ""] = condition.split(":", 1);
  const name = fields.find((field) => field.fieldId === fieldId)?.name;
  return name === undefined ? t("clients.chip.goneField") : `${name}: ${condition.slice(fieldId.length + 1)}`;
}
