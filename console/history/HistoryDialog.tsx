import { useState } from "react";
import type { Client } from "#contract/manage/clients.ts";
import type { HistoryStep } from "#contract/manage/history.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Instant } from "../ui/Instant.tsx";
import { Comparison } from "./Comparison.tsx";
import styles from "./HistoryDialog.module.css";
import { useHistory } from "./use-history.ts";

type HistoryDialogProps = { client: Client; onClose: () => void };

/** Every stored revision; a chosen one is compared with the record of now, and can be brought back. */
export function HistoryDialog({ client, onClose }: HistoryDialogProps) {
  const { data: steps, error } = useHistory(client.clientId);
  const [chosen, setChosen] = useState<HistoryStep>();
  return (
    <Dialog title={t("history.title")} closeLabel={t("dialog.close")} onClose={onClose} size="wide">
      <Failure error={error} />
      {steps?.length === 0 && <p>{t("history.none")}</p>}
      {chosen && <Comparison client={client} step={chosen} onBack={() => setChosen(undefined)} />}
      {!chosen && (
        <ol className={styles.steps}>
          {steps?.map((step) => (
            <Step key={step.revision} step={step} onChoose={() => setChosen(step)} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function Step({ step, onChoose }: { step: HistoryStep; onChoose: () => void }) {
  const { revision, savedAt, submittedAt, completed, total, isRecord } = step;
  return (
    <li className={styles.step}>
      <span>
        <Instant at={savedAt} never="" />, {t("clients.progress", { completed, total })}
        {submittedAt !== null && <strong> {t("client.submitted")}</strong>}
        {isRecord && <em> {t("history.now")}</em>}
      </span>
      {!isRecord && (
        <Button size="small" onClick={onChoose}>
          {t("history.compare")}
          <span className="visually-hidden"> {revision}</span>
        </Button>
      )}
    </li>
  );
}
