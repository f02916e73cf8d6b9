import { useState } from "react";
import type { Client } from "#contract/manage/clients.ts";
import type { HistoryStep } from "#contract/manage/history.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import { Instant } from "../ui/Instant.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { Comparison } from "./Comparison.tsx";
import styles from "./HistoryDialog.module.css";
import { useHistory } from "./use-history.ts";

type HistoryDialogProps = { client: Client; onClose: () => void };

/** Every stored revision; a chosen one is compared with the record of now, and can be brought back. */
export function HistoryDialog({ client, onClose }: HistoryDialogProps) {
  const query = useHistory(client.clientId);
  const [chosen, setChosen] = useState<HistoryStep>();
  return (
    <Dialog title={t("history.title")} closeLabel={t("dialog.close")} onClose={onClose} size="wide">
      {chosen ? (
        <Comparison client={client} step={chosen} onBack={() => setChosen(undefined)} />
      ) : (
        <Loaded query={query}>{(steps) => <Steps steps={steps} onChoose={setChosen} />}</Loaded>
      )}
    </Dialog>
  );
}

type StepsProps = { steps: HistoryStep[]; onChoose: (step: HistoryStep) => void };

function Steps({ steps, onChoose }: StepsProps) {
  if (steps.length === 0) return <p>{t("history.none")}</p>;
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <Step key={step.revision} step={step} onChoose={() => onChoose(step)} />
      ))}
    </ol>
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
