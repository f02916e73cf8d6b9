import { type CustomField, FIELD_TEXT_MAX_LENGTH, type FieldValue } from "#contract/manage/fields.ts";
import { t } from "../../translate.ts";
import { DateField } from "../../ui/fields/DateField.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { PickField } from "../../ui/fields/PickField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { controlOf } from "./contact-in.ts";

type OwnFieldInputProps = { field: CustomField; value: FieldValue | undefined; error: string | undefined };

/** An input for one of the provider's custom fields. `contactIn` reads its value. */
export function OwnFieldInput({ field, value = "", error }: OwnFieldInputProps) {
  const common = { label: field.name, name: controlOf(field), defaultValue: String(value), error };
  switch (field.kind) {
    case "text":
      return <TextField {...common} maxLength={FIELD_TEXT_MAX_LENGTH} />;
    case "number":
      return <NumberField {...common} />;
    case "date":
      return <DateField {...common} />;
    case "choice":
      return <PickField {...common} options={offered(field.options, String(value))} />;
  }
}

/** The choices: none, each option, and the client's current value even if it is no longer an option. */
function offered(options: readonly string[], value: string) {
  const all = value === "" || options.includes(value) ? options : [...options, value];
  return [
    { value: "", label: t("contact.noChoice") },
    ...all.map((option) => ({ value: option, label: option })),
  ];
}
