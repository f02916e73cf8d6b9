import type { Question } from "#contract/interview/question.ts";
import { useInterview } from "../draft/use-draft.ts";
import { QuestionCard } from "../questions/QuestionCard.tsx";
import { t } from "../translate.ts";
import styles from "./TalkCard.module.css";
import { askedWords } from "./talk.ts";
import { useCardFocus } from "./use-card-focus.ts";

type TalkCardProps = {
  question: Question;
  /** The place of the short extra question that is asked, if any. */
  probe: number | undefined;
};

/** A question's card as in its section, shown alone. */
export function TalkCard({ question, probe }: TalkCardProps) {
  const place = useCardFocus();
  const section = useInterview().sections.find(({ questions }) =>
    questions.some(({ id }) => id === question.id),
  );
  const hints = question.kind === "free-answer" ? question.hints : undefined;
  return (
    <div ref={place} className={styles.card}>
      <h2 className={styles.section}>{section?.name}</h2>
      {probe !== undefined && <p className={styles.probe}>{askedWords(question, probe)}</p>}
      <QuestionCard question={question} />
      {hints && <p className={styles.hints}>{t("through.hints", { hints: hints.join(", ") })}</p>}
    </div>
  );
}
