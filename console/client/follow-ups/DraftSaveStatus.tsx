import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import styles from "./DraftSaveStatus.module.css";
import type { FollowUpDraft } from "./follow-up-drafts.ts";

/** Says whether the draft is saved. */
export function DraftSaveStatus({ draft: { text, stored, hasFailed } }: { draft: FollowUpDraft }) {
  const isKept = text !== "" && text === stored;
  return (
    <p className={styles.state} role="status">
      {isKept && t("followUp.draft.kept")}
      {hasFailed && !isKept && t("followUp.draft.unsaved")}
    </p>
  );
}

type TheirDraftProps = { theirs: string; onTake: () => void };

/** Offers the text that another device saved in the meantime. */
export function TheirDraft({ theirs, onTake }: TheirDraftProps) {
  if (theirs === "") return null;
  return (
    <div className={styles.theirs}>
      <p>{t("followUp.draft.theirs")}</p>
      <p className={styles.words} dir="auto">
        {theirs}
      </p>
      <Button size="small" onClick={onTake}>
        {t("followUp.draft.useTheirs")}
      </Button>
    </div>
  );
}
