import type { FormField } from "#contract/interview/kinds/kind.ts";
import { isFilled } from "#contract/manage/answers/brief.ts";
import styles from "./FieldList.module.css";
import { FieldValue } from "./FieldValue.tsx";
import { fieldLabel } from "./field-label.ts";

type FieldListProps = { fields: FormField[] };

/** The filled-in fields of a form. */
export function FieldList({ fields }: FieldListProps) {
  const filled = fields.filter(isFilled);
  if (filled.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {filled.map((field) => (
        <div key={fieldLabel(field)} className={styles.field}>
          <dt>{fieldLabel(field)}</dt>
          <dd>
            <FieldValue field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
