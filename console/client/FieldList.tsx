import type { FormField } from "#contract/form-fields.ts";
import { TOOL_RATING_MAX } from "#contract/limits.ts";
import { isFilled } from "#contract/manage/brief.ts";
import { drawStars } from "#contract/stars.ts";
import { t } from "../translate.ts";
import styles from "./FieldList.module.css";

type FieldListProps = { fields: FormField[] };

/** What was chosen in a form. */
export function FieldList({ fields }: FieldListProps) {
  const filled = fields.filter(isFilled);
  if (filled.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {filled.map((field) => (
        <div key={labelOf(field)} className={styles.field}>
          <dt>{labelOf(field)}</dt>
          <dd>
            <FieldValue field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldValue({ field }: { field: FormField }) {
  switch (field.kind) {
    case "tool":
      return field.stars === undefined ? (
        t("field.unrated")
      ) : (
        <>
          <span aria-hidden="true">{drawStars(field.stars, TOOL_RATING_MAX)} </span>
          {t("field.stars", { stars: field.stars, of: TOOL_RATING_MAX })}
        </>
      );
    case "satisfaction":
      return field.points === undefined ? "" : t("field.points", { points: field.points });
    default:
      return <bdi>{field.text}</bdi>;
  }
}

function labelOf(field: FormField): string {
  return "label" in field ? field.label : t(`field.${field.kind}`);
}
