import { isOwnField, ownFieldId } from "#contract/manage/fields.ts";
import { type ImportField, importFields } from "#contract/manage/import.ts";
import { useFields } from "../fields/use-fields.ts";
import { useMe } from "../session/use-me.ts";
import { t } from "../translate.ts";

/** The client fields that a column can fill, and their names: built-in fields, then the provider's custom fields. */
export function useImportFields() {
  const { data: me } = useMe();
  const { data: own = [] } = useFields();
  const builtIn = importFields.filter((field) => field !== "manager" || me?.role === "administrator");
  const offered: ImportField[] = [...builtIn, ...own.map(({ fieldId }) => `field:${fieldId}` as const)];
  const nameOf = (field: ImportField) => {
    if (!isOwnField(field)) return t(`import.field.${field}`);
    // a field that was just deleted no longer has a name
    return own.find(({ fieldId }) => fieldId === ownFieldId(field))?.name ?? "";
  };
  return { offered, nameOf };
}
