import type { ImportColumn } from "#contract/manage/import.ts";
import { SelectField } from "../../web/ui/fields/SelectField.tsx";
import { t } from "../translate.ts";
import styles from "./ImportColumns.module.css";
import { useImportFields } from "./use-import-fields.ts";

type Field = ImportColumn["field"];
type ImportColumnsProps = { columns: ImportColumn[]; onFields: (fields: Field[]) => void };

/** The columns of the table, each with the client field that it fills. */
export function ImportColumns({ columns, onFields }: ImportColumnsProps) {
  const { offered, nameOf } = useImportFields();
  const options = offered.map((field) => ({ value: field, label: nameOf(field) }));
  // spreadsheets also write separators for empty columns
  const shown = columns
    .filter(({ header, samples }) => header !== "" || samples.length > 0)
    .map((column) => ({
      ...column,
      header: column.header || t("import.column", { number: column.index + 1 }),
    }));
  // a field can have only one column, so its previous column is cleared
  const choose = (index: number, field: Field) =>
    onFields(
      columns.map((column) => {
        if (column.index === index) return field;
        return column.field === field ? "nowhere" : column.field;
      }),
    );
  return (
    <section aria-label={t("import.columns")} className={styles.part}>
      <h3 className={styles.title}>{t("import.columns")}</h3>
      <ul className={styles.columns}>
        {shown.map(({ index, header, field, samples }) => (
          <li key={index} className={styles.column} data-nowhere={field === "nowhere" ? "" : undefined}>
            <span className={styles.of}>
              <bdi className={styles.header}>{header}</bdi>
              <bdi className={styles.samples}>{samples.join(" · ")}</bdi>
            </span>
            <SelectField
              label={t("import.fieldOf", { column: header })}
              labelHidden
              placeholder={t("import.field.nowhere")}
              options={options}
              value={field === "nowhere" ? "" : field}
              onChange={(value) => choose(index, offered.find((each) => each === value) ?? "nowhere")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
