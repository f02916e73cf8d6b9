import type { FormField } from "#contract/interview/kinds/kind.ts";
import { isWholeField } from "#contract/record/form-fields.ts";
import { t } from "../../translate.ts";

/** The label of a form field. */
export function fieldLabel(field: FormField): string {
  if ("label" in field) return field.label;
  return t(isWholeField(field) ? "field.whole" : `field.${field.kind}`);
}
