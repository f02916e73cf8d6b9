import { FIELD_TEXT_MAX_LENGTH, type Field, type FieldValue } from "#contract/manage/fields.ts";
import { t } from "../../translate.ts";
import { DateField } from "../../ui/fields/DateField.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { PickField } from "../../ui/fields/PickField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { controlOf } from "./contact-in.ts";

type OwnFieldInputProps = { field: Field; value: FieldValue | undefined; error: string | undefined };

/** A value of one of the provider's own fields; read it with `contactIn`. */
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

/** None, each option, and what the client has though it is no longer offered. */
function offered(options: readonly string[], value: string) {
  const all = value === "" || options.includes(value) ? options : [...options, value];
  return [
    { value: "", label: t("contact.noChoice") },
    ...all.map((option) => ({ value: option, label: option })),
  ];
}
