import type { FormField } from "#contract/interview/kinds/kind.ts";
import { t } from "../../translate.ts";

/** What a field of a form is called. */
export function fieldLabel(field: FormField): string {
  return "label" in field ? field.label : t(`field.${field.kind}`);
}
