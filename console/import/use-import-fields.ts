import { isOwnField, ownFieldId } from "#contract/manage/fields.ts";
import { type ImportField, importFields } from "#contract/manage/import.ts";
import { useFields } from "../fields/use-fields.ts";
import { useMe } from "../session/use-me.ts";
import { t } from "../translate.ts";

/** What a column of a table can be, and what each is called: built-in facts, then the provider's own fields. */
export function useImportFields() {
  const { data: me } = useMe();
  const { data: own = [] } = useFields();
  const builtIn = importFields.filter((field) => field !== "manager" || me?.role === "administrator");
  const offered: ImportField[] = [...builtIn, ...own.map(({ fieldId }) => `field:${fieldId}` as const)];
  const nameOf = (field: ImportField) => {
    if (!isOwnField(field)) return t(`import.field.${field}`);
    // one that was deleted a moment ago has no name any more
    return own.find(({ fieldId }) => fieldId === ownFieldId(field))?.name ?? "";
  };
  return { offered, nameOf };
}
