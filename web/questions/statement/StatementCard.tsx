import type { Statement } from "#contract/interview/question.ts";
import { Help } from "../Help.tsx";
import styles from "./StatementCard.module.css";

type StatementCardProps = { statement: Statement };

/** Text between the questions, to read and not to answer. */
export function StatementCard({ statement }: StatementCardProps) {
  const { title, prompt, help } = statement;
  return (
    <section className={styles.card} data-statement={statement.id}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.prompt}>{prompt}</p>
      {help !== undefined && <Help text={help} />}
    </section>
  );
}
