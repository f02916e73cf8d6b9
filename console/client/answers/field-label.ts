import type { FormField } from "#contract/interview/kinds/kind.ts";
import { t } from "../../translate.ts";

/** What a field of a form is called. */
export function fieldLabel(field: FormField): string {
  if ("label" in field) return field.label;
  switch (field.kind) {
    case "text":
    case "chosen":
    case "yes-no":
    case "scale":
    case "date":
      return t("field.whole");
    default:
      return t(`field.${field.kind}`);
  }
}
