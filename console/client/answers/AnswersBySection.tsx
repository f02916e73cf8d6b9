import type { Brief, BriefEarlier, BriefQuestion } from "#contract/manage/answers/brief.ts";
import type { Client } from "#contract/manage/clients.ts";
import type { ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { t } from "../../translate.ts";
import { QuestionReview } from "../follow-ups/QuestionReview.tsx";
import type { SectionReading } from "../reading/reading.ts";
import { useReadingView } from "../reading/use-reading-view.ts";
import styles from "./AnswersBySection.module.css";
import { QuestionAnswers } from "./QuestionAnswers.tsx";
import { sectionsShown } from "./sections-shown.ts";

type AnswersBySectionProps = {
  client: Client;
  brief: Brief;
  followUps: ListedFollowUp[];
  reading: SectionReading[];
  /** The highlighted question; undefined where hover and focus show the current one. */
  current: string | undefined;
};

/** All of the client's answers, updated as they come in. */
export function AnswersBySection({ client, brief, followUps, reading, current }: AnswersBySectionProps) {
  const { isOnlyUnread } = useReadingView();
  const { revision, notAsked, earlier } = brief;
  const sections = sectionsShown(brief.sections, reading, isOnlyUnread);
  if (sections.length === 0) return <p className={styles.explained}>{t("client.noneUnread")}</p>;
  return (
    <>
      {sections.map(({ id, name, answered, total, changed, questions }) => (
        <section key={id} className={styles.section} data-section={id}>
          <h2 className={styles.title} tabIndex={-1}>
            {name}
          </h2>
          {total > 0 && (
            <p className={styles.aside}>
              {t(changed > 0 ? "client.answeredNews" : "client.answered", { answered, total, changed })}
            </p>
          )}
          {questions.map(({ question, change }) => (
            <QuestionReview
              key={question.id}
              client={client}
              question={question}
              change={change}
              followUp={followUps.find((followUp) => followUp.question === question.id)}
              revision={revision}
              isCurrent={question.id === current}
            />
          ))}
        </section>
      ))}
      {notAsked.length > 0 && !isOnlyUnread && (
        <UnaskedQuestions clientId={client.clientId} questions={notAsked} />
      )}
      {earlier.length > 0 && !isOnlyUnread && <EarlierAnswers clientId={client.clientId} earlier={earlier} />}
    </>
  );
}

type UnaskedQuestionsProps = { clientId: string; questions: BriefQuestion[] };

/** Questions whose conditions no longer hold, with the answers that the client gave earlier. */
function UnaskedQuestions({ clientId, questions }: UnaskedQuestionsProps) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t("client.notAsked")}</h2>
      <p className={styles.explained}>{t("client.notAskedText")}</p>
      {questions.map((question) => (
        <QuestionAnswers key={question.id} clientId={clientId} question={question} />
      ))}
    </section>
  );
}

type EarlierAnswersProps = { clientId: string; earlier: BriefEarlier[] };

/** Answers to questions that the interview no longer asks. They get no follow-ups and no new answers. */
function EarlierAnswers({ clientId, earlier }: EarlierAnswersProps) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t("client.earlier")}</h2>
      <p className={styles.explained}>{t("client.earlierText")}</p>
      {earlier.map(({ name, entry, question }) =>
        question ? (
          <QuestionAnswers key={name} clientId={clientId} question={question} />
        ) : (
          <p key={name} className={styles.stored}>
            {name}: {JSON.stringify(entry)}
          </p>
        ),
      )}
    </section>
  );
}
