import { useState } from "react";
import type { BriefSection } from "#contract/manage/brief.ts";
import type { Client } from "#contract/manage/clients.ts";
import { Card } from "../../web/ui/Card.tsx";
import { t } from "../translate.ts";
import styles from "./AnswersBySection.module.css";
import { QuestionAnswers } from "./QuestionAnswers.tsx";
import { useBrief } from "./use-client.ts";

type AnswersBySectionProps = { client: Client };

/** Everything that the client has answered, as it comes in. */
export function AnswersBySection({ client }: AnswersBySectionProps) {
  const brief = useBrief(client);
  return (
    <div className={styles.sections} aria-busy={brief === undefined}>
      {brief?.sections.map((section) => (
        <SectionAnswers key={section.id} clientId={client.clientId} section={section} />
      ))}
    </div>
  );
}

function SectionAnswers({ clientId, section }: { clientId: string; section: BriefSection }) {
  const [isOpen, setIsOpen] = useState(true);
  const { name, questions } = section;
  const answered = questions.filter(({ isAnswered }) => isAnswered).length;
  return (
    <Card
      title={name}
      aside={t("client.answered", { answered, total: questions.length })}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <div className={styles.questions}>
        {questions.map((question) => (
          <QuestionAnswers key={question.id} clientId={clientId} question={question} />
        ))}
      </div>
    </Card>
  );
}
