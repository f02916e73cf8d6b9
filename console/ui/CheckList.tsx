import styles from "./CheckList.module.css";

export type ShownCheck = {
  name: string;
  outcome: "ok" | "warning" | "failed" | "not-checked" | "not-set-up";
  outcomeWords: string;
  /** What the check found. */
  detail: string;
  /** The language of `name` and `detail`, if it differs from the console's. */
  language?: string;
};

/** A list of checks with their outcomes and details. */
export function CheckList({ name, checks }: { name: string; checks: ShownCheck[] }) {
  return (
    <ul className={styles.checks} aria-label={name}>
      {checks.map(({ name, outcome, outcomeWords, detail, language }) => (
        <li key={name} className={styles.check}>
          <b lang={language}>{name}</b>
          <span className={styles.outcome} data-outcome={outcome}>
            {outcomeWords}
          </span>
          <span lang={language} className={styles.detail}>
            {detail}
          </span>
        </li>
      ))}
    </ul>
  );
}
