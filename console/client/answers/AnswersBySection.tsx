import { useState } from "react";
import type { BriefEarlier, BriefSection } from "#contract/manage/answers/brief.ts";
import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import type { Client } from "#contract/manage/clients.ts";
import type { ListedFollowUp } from "#contract/manage/follow-ups.ts";
import { Card } from "../../../web/ui/Card.tsx";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { QuestionFollowUp } from "../follow-ups/QuestionFollowUp.tsx";
import { useFollowUps } from "../follow-ups/use-follow-ups.ts";
import { useBrief } from "../use-client.ts";
import { useQuestionInAddress } from "../use-question-in-address.ts";
import styles from "./AnswersBySection.module.css";
import { QuestionAnswers } from "./QuestionAnswers.tsx";

type AnswersBySectionProps = { client: Client; changes: QuestionChange[] };

/** Everything that the client has answered, as it comes in. */
export function AnswersBySection({ client, changes }: AnswersBySectionProps) {
  const query = useBrief(client);
  const { followUps, error } = useFollowUps(client.clientId);
  useQuestionInAddress(query.data !== undefined);
  return (
    <div className={styles.sections} aria-busy={query.data === undefined}>
      <Failure error={error} />
      <Loaded query={query} isPart>
        {({ sections, revision, earlier }) => (
          <>
            {sections.map((section) => (
              <SectionAnswers
                key={section.id}
                clientId={client.clientId}
                section={section}
                revision={revision}
                followUps={followUps}
                changes={changes}
              />
            ))}
            {earlier.length > 0 && <EarlierAnswers clientId={client.clientId} earlier={earlier} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

type EarlierAnswersProps = { clientId: string; earlier: BriefEarlier[] };

/** Answers to questions that the interview no longer asks. They get no follow-ups and no new answers. */
function EarlierAnswers({ clientId, earlier }: EarlierAnswersProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Card title={t("client.earlier")} isOpen={isOpen} onToggle={setIsOpen}>
      <p className={styles.explained}>{t("client.earlierText")}</p>
      <div className={styles.questions}>
        {earlier.map(({ name, entry, question }) =>
          question ? (
            <QuestionAnswers key={name} clientId={clientId} question={question} change={undefined} />
          ) : (
            <p key={name} className={styles.stored}>
              {name}: {JSON.stringify(entry)}
            </p>
          ),
        )}
      </div>
    </Card>
  );
}

type SectionAnswersProps = {
  clientId: string;
  section: BriefSection;
  revision: number;
  followUps: ListedFollowUp[];
  changes: QuestionChange[];
};

function SectionAnswers({ clientId, section, revision, followUps, changes }: SectionAnswersProps) {
  const [isOpen, setIsOpen] = useState(true);
  const { name, questions } = section;
  const answered = questions.filter(({ isAnswered }) => isAnswered).length;
  const changeAt = (id: string) => changes.find(({ questionId }) => questionId === id);
  const changed = questions.filter(({ id }) => changeAt(id)).length;
  return (
    <Card
      title={name}
      aside={t(changed > 0 ? "client.answeredNews" : "client.answered", {
        answered,
        total: questions.length,
        changed,
      })}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <div className={styles.questions}>
        {questions.map((question) => (
          <QuestionAnswers
            key={question.id}
            clientId={clientId}
            question={question}
            change={changeAt(question.id)}
          >
            <QuestionFollowUp
              name={{ clientId, questionId: question.id }}
              followUp={followUps.find((followUp) => followUp.question === question.id)}
              revision={question.isAnswered ? revision : undefined}
              title={question.title}
            />
          </QuestionAnswers>
        ))}
      </div>
    </Card>
  );
}
