import styles from "./ProgressBar.module.css";

/** `value` is a percentage, 0 to 100. */
type ProgressBarProps = { label: string; value: number };

export function ProgressBar({ label, value }: ProgressBarProps) {
  return <progress className={styles.bar} aria-label={label} max={100} value={value} />;
}
