import type { ReactNode } from "react";
import type { BriefAnswer, BriefQuestion } from "#contract/manage/answers/brief.ts";
import { isFilled } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import { t } from "../../translate.ts";
import { AnswerList } from "./AnswerList.tsx";
import { ChangeMark } from "./ChangeMark.tsx";
import { FieldList } from "./FieldList.tsx";
import styles from "./QuestionAnswers.module.css";

type QuestionAnswersProps = {
  clientId: string;
  question: BriefQuestion;
  /** The answers to list here; all answers by default. The others stand below their follow-ups. */
  answers?: BriefAnswer[];
  /** What changed since the manager last looked. */
  change?: QuestionChange | undefined;
  /** Whether the question is highlighted. */
  isCurrent?: boolean;
  /** Beside the title: the question's state and its actions. */
  aside?: ReactNode;
  /** The follow-ups of the question. */
  children?: ReactNode;
};

/** A question and its answers. */
export function QuestionAnswers(props: QuestionAnswersProps) {
  const { clientId, question, answers = question.answers, change, isCurrent, aside, children } = props;
  const { id, title, prompt, fields, remarksPrompt, isAsked, isOptional } = question;
  const isEmpty = question.answers.length === 0 && !fields.some(isFilled);
  return (
    <section
      className={styles.question}
      data-question={id}
      data-change={change?.kind}
      data-current={isCurrent ? "" : undefined}
    >
      <div className={styles.head}>
        <h3 className={styles.title} tabIndex={-1}>
          {title} {change && <ChangeMark kind={change.kind} />}
        </h3>
        {aside}
      </div>
      <p className={styles.prompt}>{prompt}</p>
      {isEmpty && isAsked && (
        <p className={styles.none}>{t(isOptional ? "client.noAnswerOptional" : "client.noAnswer")}</p>
      )}
      <FieldList fields={fields} />
      {remarksPrompt !== undefined && answers.length > 0 && <p className={styles.prompt}>{remarksPrompt}</p>}
      <AnswerList clientId={clientId} answers={answers} change={change} />
      {change !== undefined && change.goneAnswers > 0 && (
        <p className={styles.gone}>{t("news.goneAnswers", { count: change.goneAnswers })}</p>
      )}
      {children}
    </section>
  );
}
