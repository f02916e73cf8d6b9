import type { ReactNode } from "react";
import type { BriefQuestion } from "#contract/manage/brief.ts";
import { isFilled } from "#contract/manage/brief.ts";
import { t } from "../translate.ts";
import { AnswerShown } from "./AnswerShown.tsx";
import { FieldList } from "./FieldList.tsx";
import styles from "./QuestionAnswers.module.css";

type QuestionAnswersProps = {
  clientId: string;
  question: BriefQuestion;
  /** What was said about it. */
  children: ReactNode;
};

/** A question as it was asked, and what was answered. */
export function QuestionAnswers({ clientId, question, children }: QuestionAnswersProps) {
  const { id, title, prompt, fields, answers, remarksPrompt } = question;
  const isEmpty = answers.length === 0 && !fields.some(isFilled);
  return (
    <section className={styles.question} data-question={id}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.prompt}>{prompt}</p>
      {isEmpty && <p className={styles.none}>{t("client.noAnswer")}</p>}
      <FieldList fields={fields} />
      {remarksPrompt !== undefined && answers.length > 0 && <p className={styles.prompt}>{remarksPrompt}</p>}
      {answers.length > 0 && (
        <ol className={styles.answers}>
          {answers.map((answer) => (
            <AnswerShown key={answer.id} clientId={clientId} answer={answer} />
          ))}
        </ol>
      )}
      {children}
    </section>
  );
}
