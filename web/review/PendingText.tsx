import styles from "./PendingText.module.css";

type PendingTextProps = { mark: string; text: string };

/** Text in a box or an editor that is not an answer yet. */
export function PendingText({ mark, text }: PendingTextProps) {
  return (
    <div className={styles.waiting}>
      <p className={styles.mark}>{mark}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
