import { useState } from "react";
import { type ImportAction, type ImportRow, importActions } from "#contract/manage/import.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import styles from "./ImportRows.module.css";
import { chosenFor } from "./import-choice.ts";
import type { Choices } from "./use-import.ts";
import { useImportFields } from "./use-import-fields.ts";

type ImportRowsProps = {
  rows: ImportRow[];
  choices: Choices;
  onChoose: (line: number, action: ImportAction) => void;
};

const AT_ONCE = 50;

/** The effect of each row and its reason, with a choice if there are alternatives. */
export function ImportRows({ rows, choices, onChoose }: ImportRowsProps) {
  const [only, setOnly] = useState<ImportAction>();
  const [shown, setShown] = useState(AT_ONCE);
  const { nameOf } = useImportFields();
  const found = rows.filter((row) => only === undefined || chosenFor(row, choices) === only);
  return (
    <section aria-label={t("import.rows")} className={styles.part}>
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{t("import.rows")}</legend>
        {[undefined, ...importActions].map((action) => (
          <label key={action ?? "all"} className={styles.filter}>
            <input
              type="radio"
              className="visually-hidden"
              name="import-rows"
              checked={only === action}
              onChange={() => {
                setOnly(action);
                setShown(AT_ONCE);
              }}
            />
            {t(`import.count.${action ?? "all"}`, {
              count: rows.filter((row) => action === undefined || chosenFor(row, choices) === action).length,
            })}
          </label>
        ))}
      </fieldset>
      <ul className={styles.rows}>
        {found.slice(0, shown).map((row) => (
          <Row
            key={row.line}
            row={row}
            chosen={chosenFor(row, choices)}
            nameOf={nameOf}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {found.length > shown && (
        <Button size="small" onClick={() => setShown(shown + 10 * AT_ONCE)}>
          {t("import.more")}
        </Button>
      )}
    </section>
  );
}

type NameOf = ReturnType<typeof useImportFields>["nameOf"];
type RowProps = {
  row: ImportRow;
  chosen: ImportAction;
  nameOf: NameOf;
  onChoose: ImportRowsProps["onChoose"];
};

function Row({ row, chosen, nameOf, onChoose }: RowProps) {
  const { line, name, email, may } = row;
  return (
    <li className={styles.row} data-does={chosen}>
      <span className={styles.line}>{line}</span>
      <span className={styles.client}>
        <bdi>{name ?? t("import.noCell")}</bdi>
        {email && <bdi className={styles.email}>{email}</bdi>}
      </span>
      <span className={styles.why} data-fault={row.reason === "fault" ? "" : undefined}>
        {whyOf(row, nameOf)}
      </span>
      {may.length > 1 ? (
        <select
          className={styles.choice}
          aria-label={t("import.choose", { line, name: name ?? "" })}
          value={chosen}
          onChange={(event) => {
            const action = may.find((each) => each === event.currentTarget.value);
            if (action) onChoose(line, action);
          }}
        >
          {may.map((action) => (
            <option key={action} value={action}>
              {t(`import.does.${action}`)}
            </option>
          ))}
        </select>
      ) : (
        <span className={styles.choice}>{t(`import.does.${chosen}`)}</span>
      )}
    </li>
  );
}

function whyOf(row: ImportRow, nameOf: NameOf): string {
  const { line, reason, twin, clientName, changes, faults } = row;
  if (faults.length > 0) {
    const cells = faults.map(({ column, message }) => (column === null ? message : `${column}: ${message}`));
    return t("import.fault", { line, message: cells.join(" ") });
  }
  const why = t(`import.reason.${reason}`, { line: twin ?? 0, name: clientName ?? "" });
  const changed = changes.map(nameOf).join(", ");
  return changed === "" || reason === "same-name"
    ? why
    : `${why} ${t("import.changes", { fields: changed })}`;
}
