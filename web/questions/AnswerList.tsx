import { useDraft } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { AnswerItem } from "./AnswerItem.tsx";
import styles from "./AnswerList.module.css";

type AnswerListProps = { questionId: string };

/** The answers given to a question, in the order in which they were given. */
export function AnswerList({ questionId }: AnswerListProps) {
  const answers = useDraft((state) => state.draft.answers.written[questionId]);
  if (!answers || answers.length === 0) return null;
  return (
    <ol className={styles.list} aria-label={t("question.answers", { count: answers.length })}>
      {answers.map((answer) => (
        <AnswerItem key={answer.id} answer={answer} />
      ))}
    </ol>
  );
}
