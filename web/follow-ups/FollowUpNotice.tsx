import type { OpenFollowUp } from "#contract/api/calls.ts";
import { isAnsweredAgain } from "#contract/record/answered-again.ts";
import { useDraft, useInterview } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { Icon } from "../ui/Icon.tsx";
import { timeOf } from "../ui/time-of.ts";
import styles from "./FollowUpNotice.module.css";

type FollowUpNoticeProps = { followUp: OpenFollowUp; isOver: boolean };

/** An account manager's follow-up in their own words, and whether the client has answered it. */
export function FollowUpNotice({ followUp, isOver }: FollowUpNoticeProps) {
  const { question, text, managerName: name, askedAt } = followUp;
  const interview = useInterview();
  const isAnswered = useDraft(({ draft, record }) =>
    isAnsweredAgain(interview, question, { before: draft.synced?.record, after: record }),
  );
  return (
    <div role="note" className={styles.notice} aria-label={t("asked.title", { name })}>
      <p className={styles.title}>
        <Icon name="info" />
        <span>
          <bdi>{t("asked.title", { name })}</bdi>
          <time className={styles.since} dateTime={askedAt}>
            {timeOf(askedAt, new Date())}
          </time>
        </span>
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={styles.how} role="status">
        {t(isOver ? "asked.over" : isAnswered ? "asked.answered" : "asked.how")}
      </p>
    </div>
  );
}
