import { useState } from "react";
import type { ImportColumn } from "#contract/manage/import.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ImportColumns } from "./ImportColumns.tsx";
import styles from "./ImportPlan.module.css";
import { ImportRows } from "./ImportRows.tsx";
import { chosenFor } from "./import-choice.ts";
import type { Choices, ReadTable } from "./use-import.ts";

type Fields = ImportColumn["field"][];

type ImportPlanProps = {
  read: ReadTable;
  isBusy: boolean;
  onFields: (fields: Fields) => void;
  onTouch: () => void;
  onImport: (wish: { fields: Fields; choices: Choices; withKeys: boolean }) => void;
  onOther: () => void;
};

/** The meaning of each column and the effect of each row; both can be changed. */
export function ImportPlan({ read, isBusy, onFields, onTouch, onImport, onOther }: ImportPlanProps) {
  const { table, preview } = read;
  const [withKeys, setWithKeys] = useState(false);
  const fields = preview.columns.map(({ field }) => field);
  const mapping = fields.join();
  // with other columns, a row does something else
  const [chosen, setChosen] = useState<{ mapping: string; choices: Choices }>();
  const choices = chosen?.mapping === mapping ? chosen.choices : {};
  const count = preview.rows.filter((row) => chosenFor(row, choices) !== "skip").length;
  const hasNames = fields.includes("name");
  return (
    <>
      {table.isGuessed && <p className={styles.guessed}>{t("import.guessed")}</p>}
      <ImportColumns columns={preview.columns} onFields={onFields} />
      {hasNames ? (
        <ImportRows
          rows={preview.rows}
          choices={choices}
          onChoose={(line, action) => {
            setChosen({ mapping, choices: { ...choices, [line]: action } });
            onTouch();
          }}
        />
      ) : (
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
          disabled={!hasNames || count === 0}
          onClick={() => onImport({ fields, choices, withKeys })}
        >
          {t("import.submit", { count })}
        </Button>
        <Button onClick={onOther}>{t("import.other")}</Button>
      </div>
    </>
  );
}
