import styles from "./Waiting.module.css";

type WaitingProps = { mark: string; text: string };

/** Words that stand in a box or an editor, and are no answer yet. */
export function Waiting({ mark, text }: WaitingProps) {
  return (
    <div className={styles.waiting}>
      <p className={styles.mark}>{mark}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
