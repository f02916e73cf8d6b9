import styles from "./CheckList.module.css";

export type ShownCheck = {
  name: string;
  outcome: "ok" | "warning" | "failed" | "not-checked" | "not-set-up";
  outcomeWords: string;
  /** What was found. */
  detail: string;
  /** Of the name and what was found, where it is not the console's. */
  language?: string;
};

/** What was looked at, how that went, and what was found. */
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
