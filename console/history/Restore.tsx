import type { HistoryStep } from "#contract/manage/history.ts";
import { Button } from "../../web/ui/Button.tsx";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import styles from "./Restore.module.css";
import { useRestore } from "./use-history.ts";

type RestoreProps = {
  clientId: string;
  step: HistoryStep;
  /** Called with the revision of the new version. */
  onRestored: (revision: number) => void;
};

/** Restores an earlier version. */
export function Restore({ clientId, step: { revision, savedAt }, onRestored }: RestoreProps) {
  const restoring = useRestore(clientId);
  const when = dateWords(new Date(savedAt), { dateStyle: "medium", timeStyle: "medium" });
  return (
    <div className={styles.restore}>
      <Failure error={restoring.error} />
      <Button
        variant="danger"
        busy={restoring.isPending}
        onClick={() => restoring.mutate(revision, { onSuccess: (restored) => onRestored(restored.revision) })}
      >
        {t("history.restore", { when })}
      </Button>
      <p className={styles.hint}>{t("history.restoreHint")}</p>
    </div>
  );
}
