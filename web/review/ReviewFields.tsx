import { drawStars } from "#contract/interview/stars.ts";
import { TOOL_RATING_MAX } from "#contract/limits.ts";
import styles from "./ReviewFields.module.css";
import type { ReviewedField } from "./review.ts";

type ReviewFieldsProps = { fields: ReviewedField[] };

/** The values that were entered in a form. */
export function ReviewFields({ fields }: ReviewFieldsProps) {
  return (
    <dl className={styles.fields}>
      {fields.map(({ label, text, isGiven, stars }) => (
        <div key={label} className={styles.field}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value} data-given={isGiven}>
            {stars !== undefined && (
              <span className={styles.stars} aria-hidden="true">
                {drawStars(stars, TOOL_RATING_MAX)}
              </span>
            )}
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
