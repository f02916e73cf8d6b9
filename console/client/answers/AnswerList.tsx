import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import styles from "./AnswerList.module.css";
import { AnswerView } from "./AnswerView.tsx";

type AnswerListProps = { clientId: string; answers: BriefAnswer[]; change: QuestionChange | undefined };

/** The client's free answers, in a list. */
export function AnswerList({ clientId, answers, change }: AnswerListProps) {
  if (answers.length === 0) return null;
  return (
    <ol className={styles.answers}>
      {answers.map((answer) => (
        <AnswerView
          key={answer.id}
          clientId={clientId}
          answer={answer}
          change={change?.answers.get(answer.id)}
        />
      ))}
    </ol>
  );
}
