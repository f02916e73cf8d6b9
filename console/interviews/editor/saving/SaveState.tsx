import { Button } from "../../../../web/ui/Button.tsx";
import { t } from "../../../translate.ts";
import type { SaveStatus } from "./draft-editor.ts";
import styles from "./SaveState.module.css";

type SaveStateProps = { saving: SaveStatus; onAgain: () => void };

/** Says whether the draft is saved on the server. */
export function SaveState({ saving, onAgain }: SaveStateProps) {
  return (
    <span className={styles.saving} data-state={saving.state}>
      <span role="status">
        {saving.state === "failed" ? saving.error.message : t(`editor.saving.${saving.state}`)}
      </span>
      {saving.state === "failed" && (
        <Button size="small" onClick={onAgain}>
          {t("failure.again")}
        </Button>
      )}
    </span>
  );
}
