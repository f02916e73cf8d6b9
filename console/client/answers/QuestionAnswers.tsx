import type { ReactNode } from "react";
import type { BriefQuestion } from "#contract/manage/answers/brief.ts";
import { isFilled } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import { t } from "../../translate.ts";
import { AnswerShown } from "./AnswerShown.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import { FieldList } from "./FieldList.tsx";
import styles from "./QuestionAnswers.module.css";

type QuestionAnswersProps = {
  clientId: string;
  question: BriefQuestion;
  /** Since the manager looked last. */
  change: QuestionChange | undefined;
  /** What was said about it. */
  children?: ReactNode;
};

/** A question as it was asked, and what was answered. */
export function QuestionAnswers({ clientId, question, change, children }: QuestionAnswersProps) {
  const { id, title, prompt, fields, answers, remarksPrompt } = question;
  const isEmpty = answers.length === 0 && !fields.some(isFilled);
  return (
    <section className={styles.question} data-question={id} data-change={change?.kind}>
      <h3 className={styles.title} tabIndex={-1}>
        {title} {change && <ChangeMark kind={change.kind} />}
      </h3>
      <p className={styles.prompt}>{prompt}</p>
      {isEmpty && <p className={styles.none}>{t("client.noAnswer")}</p>}
      <FieldList fields={fields} />
      {remarksPrompt !== undefined && answers.length > 0 && <p className={styles.prompt}>{remarksPrompt}</p>}
      {answers.length > 0 && (
        <ol className={styles.answers}>
          {answers.map((answer) => (
            <AnswerShown
              key={answer.id}
              clientId={clientId}
              answer={answer}
              change={change?.answers.get(answer.id)}
            />
          ))}
        </ol>
      )}
      {change !== undefined && change.goneAnswers > 0 && (
        <p className={styles.gone}>{t("news.goneAnswers", { count: change.goneAnswers })}</p>
      )}
      {children}
    </section>
  );
}
