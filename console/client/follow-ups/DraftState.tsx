import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import styles from "./DraftState.module.css";
import type { FollowUpDraft } from "./follow-up-drafts.ts";

type DraftStateProps = { draft: FollowUpDraft; onTakeTheirs: () => void };

/** Says where the words are, and shows what another device wrote meanwhile. */
export function DraftState({ draft, onTakeTheirs }: DraftStateProps) {
  const { text, stored, theirs, hasFailed } = draft;
  const isKept = text !== "" && text === stored;
  return (
    <>
      <p className={styles.state} role="status">
        {isKept && t("followUp.draft.kept")}
        {hasFailed && !isKept && t("followUp.draft.unsaved")}
      </p>
      {theirs !== "" && (
        <div className={styles.theirs}>
          <p>{t("followUp.draft.theirs")}</p>
          <p className={styles.words} dir="auto">
            {theirs}
          </p>
          <Button size="small" onClick={onTakeTheirs}>
            {t("followUp.draft.useTheirs")}
          </Button>
        </div>
      )}
    </>
  );
}
