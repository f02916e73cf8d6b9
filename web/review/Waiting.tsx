import styles from "./Waiting.module.css";

type WaitingProps = { mark: string; text: string };

/** Text in a box or an editor that is not an answer yet. */
export function Waiting({ mark, text }: WaitingProps) {
  return (
    <div className={styles.waiting}>
      <p className={styles.mark}>{mark}</p>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
