import { useState } from "react";
import { type CustomField, FIELDS_MAX } from "#contract/manage/fields.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Panel } from "../ui/Panel.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { DeleteFieldDialog } from "./DeleteFieldDialog.tsx";
import { FieldDialog } from "./FieldDialog.tsx";
import styles from "./FieldsPanel.module.css";
import { useFields } from "./use-fields.ts";

type FieldDialogState = { does: "add" } | { does: "change" | "delete"; field: CustomField };

/** The provider's custom fields, for administrators. */
export function FieldsPanel() {
  const query = useFields();
  const [opened, setOpened] = useState<FieldDialogState>();
  const close = () => setOpened(undefined);
  return (
    <Panel title={t("fields.title")}>
      <p>{t("fields.what")}</p>
      <QueryView query={query} isPart>
        {(fields) => (
          <>
            {fields.length > 0 && (
              <ul className={styles.fields} aria-label={t("fields.title")}>
                {fields.map((field) => (
                  <FieldLine key={field.fieldId} field={field} onOpen={setOpened} />
                ))}
              </ul>
            )}
            {fields.length < FIELDS_MAX && (
              <Button icon="plus" onClick={() => setOpened({ does: "add" })}>
                {t("fields.add")}
              </Button>
            )}
          </>
        )}
      </QueryView>
      {opened?.does === "add" && <FieldDialog onClose={close} />}
      {opened?.does === "change" && <FieldDialog field={opened.field} onClose={close} />}
      {opened?.does === "delete" && <DeleteFieldDialog field={opened.field} onClose={close} />}
    </Panel>
  );
}

type FieldLineProps = { field: CustomField; onOpen: (opened: FieldDialogState) => void };

function FieldLine({ field, onOpen }: FieldLineProps) {
  const { name, kind, options } = field;
  return (
    <li className={styles.field}>
      <p>
        <bdi className={styles.name}>{name}</bdi>{" "}
        <span className={styles.kind}>
          {t(`fields.kind.${kind}`)}
          {options.length > 0 && (
            <>
              : <bdi>{options.join(", ")}</bdi>
            </>
          )}
        </span>
      </p>
      <div className={styles.acts}>
        <Button size="small" onClick={() => onOpen({ does: "change", field })}>
          {t("fields.edit")}
          <span className="visually-hidden">: {name}</span>
        </Button>
        <Button size="small" variant="quiet" onClick={() => onOpen({ does: "delete", field })}>
          {t("fields.delete")}
          <span className="visually-hidden">: {name}</span>
        </Button>
      </div>
    </li>
  );
}
