import type { Client } from "#contract/manage/clients.ts";
import { differencesOf } from "#contract/manage/differences.ts";
import type { HistoryStep } from "#contract/manage/history.ts";
import { Button } from "../../web/ui/Button.tsx";
import { useRecord } from "../client/use-client.ts";
import { useInterview } from "../clients/use-question-titles.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Instant } from "../ui/Instant.tsx";
import styles from "./Comparison.module.css";
import { Difference } from "./Difference.tsx";
import { useRestore, useRevision } from "./use-history.ts";

type ComparisonProps = { client: Client; step: HistoryStep; onBack: () => void };

/** What has changed since a revision, and the way back to it. */
export function Comparison({ client, step: { revision, savedAt }, onBack }: ComparisonProps) {
  const interview = useInterview();
  const { data: before, error } = useRevision(client.clientId, revision);
  const now = useRecord(client);
  const restoring = useRestore(client.clientId);
  const differences = interview && before && now && differencesOf(interview, before, now.record);
  return (
    <div className={styles.comparison}>
      <p>
        {t("history.since")} <Instant at={savedAt} never="" />:
      </p>
      <Failure error={error ?? restoring.error} />
      {differences?.length === 0 && <p>{t("history.same")}</p>}
      {differences?.map((difference) => (
        <Difference key={difference.questionId} difference={difference} />
      ))}
      <div className={styles.acts}>
        <Button icon="arrow-left" onClick={onBack}>
          {t("history.back")}
        </Button>
        <Button
          variant="danger"
          busy={restoring.isPending}
          onClick={() => restoring.mutate(revision, { onSuccess: onBack })}
        >
          {t("history.restore")}
        </Button>
      </div>
      <p className={styles.hint}>{t("history.restoreHint")}</p>
    </div>
  );
}
