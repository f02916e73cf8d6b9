import type { HistoryStep } from "#contract/manage/history.ts";
import { Button } from "../../web/ui/Button.tsx";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import styles from "./RestoreVersionButton.module.css";
import { useRestore } from "./use-history.ts";

type RestoreVersionButtonProps = {
  clientId: string;
  step: HistoryStep;
  /** Called with the revision of the new version. */
  onRestored: (revision: number) => void;
};

/** Restores an earlier version. */
export function RestoreVersionButton({
  clientId,
  step: { revision, savedAt },
  onRestored,
}: RestoreVersionButtonProps) {
  const restoring = useRestore(clientId);
  const when = dateWords(new Date(savedAt), { dateStyle: "medium", timeStyle: "medium" });
  return (
    <div className={styles.restore}>
      <ErrorMessage error={restoring.error} />
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
