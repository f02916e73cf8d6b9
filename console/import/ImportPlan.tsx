import { useState } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ImportColumns } from "./ImportColumns.tsx";
import styles from "./ImportPlan.module.css";
import { ImportRows } from "./ImportRows.tsx";
import { chosenFor } from "./import-choice.ts";
import type { Choices, Columns, ReadTable } from "./use-import.ts";

type ImportPlanProps = {
  read: ReadTable;
  /** Chosen for the columns, but the table is not yet read with it. */
  chosen: Columns | undefined;
  isBusy: boolean;
  onFields: (fields: Columns) => void;
  onTouch: () => void;
  onImport: (wish: { fields: Columns; choices: Choices; withKeys: boolean }) => void;
  onOther: () => void;
};

/** The meaning of each column and the effect of each row; both can be changed. */
export function ImportPlan({ read, chosen, isBusy, onFields, onTouch, onImport, onOther }: ImportPlanProps) {
  const { table, preview } = read;
  const [withKeys, setWithKeys] = useState(false);
  const readFields = preview.columns.map(({ field }) => field);
  const fields = chosen ?? readFields;
  const mapping = fields.join();
  // with other columns, a row does something else
  const [acts, setActs] = useState<{ mapping: string; choices: Choices }>();
  const choices = acts?.mapping === mapping ? acts.choices : {};
  const count = preview.rows.filter((row) => chosenFor(row, choices) !== "skip").length;
  const hasNames = fields.includes("name");
  return (
    <>
      {table.isGuessed && <p className={styles.guessed}>{t("import.guessed")}</p>}
      <ImportColumns
        columns={preview.columns.map((column) => ({
          ...column,
          field: fields[column.index] ?? column.field,
        }))}
        onFields={onFields}
      />
      {hasNames && readFields.includes("name") && (
        <ImportRows
          rows={preview.rows}
          choices={choices}
          onChoose={(line, action) => {
            setActs({ mapping, choices: { ...choices, [line]: action } });
            onTouch();
          }}
        />
      )}
      {!hasNames && (
        <p className={styles.guessed} role="note">
          {t("import.noName")}
        </p>
      )}
      <label className={styles.keys}>
        <input
          type="checkbox"
          checked={withKeys}
          onChange={(event) => setWithKeys(event.currentTarget.checked)}
        />
        {t("import.withKeys")}
      </label>
      <div className={styles.acts}>
        <Button
          variant="primary"
          busy={isBusy}
          disabled={chosen !== undefined || !hasNames || count === 0}
          onClick={() => onImport({ fields, choices, withKeys })}
        >
          {t("import.submit", { count })}
        </Button>
        <Button onClick={onOther}>{t("import.other")}</Button>
      </div>
    </>
  );
}
