import type { BulkAction } from "#contract/manage/bulk.ts";
import { Button } from "../../web/ui/Button.tsx";
import { type MessageId, t } from "../translate.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import type { DrawingName } from "../ui/drawings/drawing-paths.ts";
import { KeyboardKey } from "../ui/KeyboardKey.tsx";
import styles from "./BulkBar.module.css";

/** An action on the server, or an export of the clients as a file. */
export type BarAction = BulkAction | "export";

/** The actions from left to right. `isAdministrators`: only administrators can do this. */
export const BULK_ACTS: {
  action: BarAction;
  name: MessageId;
  drawing: DrawingName;
  /** The shortcut; undefined where pressing it by mistake would do damage. */
  letter?: string;
  isAdministrators?: boolean;
}[] = [
  { action: "invite", name: "bulk.invite", drawing: "mail", letter: "I" },
  { action: "remind", name: "bulk.remind", drawing: "send", letter: "R" },
  { action: "assign", name: "bulk.assign", drawing: "person", letter: "M", isAdministrators: true },
  { action: "tag", name: "bulk.tag", drawing: "tag", letter: "T" },
  { action: "due", name: "bulk.dueDate", drawing: "calendar", letter: "D" },
  { action: "approve", name: "bulk.approve", drawing: "check" },
  { action: "export", name: "clients.export", drawing: "download" },
  { action: "erase", name: "bulk.erase", drawing: "trash", isAdministrators: true },
];

type BulkBarProps = {
  count: number;
  total: number;
  isAdministrator: boolean;
  /** Whether an action is running. */
  isBusy: boolean;
  onAct: (action: BarAction) => void;
  onChooseAll: () => void;
  onClose: () => void;
};

/** The toolbar with actions on the selected clients. */
export function BulkBar({ count, total, isAdministrator, isBusy, ...on }: BulkBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={t("bulk.selected", { count })}>
      <p className={styles.count} role="status">
        {t("bulk.selected", { count })}
      </p>
      {count < total && (
        <Button variant="quiet" size="small" onClick={on.onChooseAll}>
          {t("bulk.selectAll", { total })}
        </Button>
      )}
      <div className={styles.acts}>
        {BULK_ACTS.filter((act) => isAdministrator || !act.isAdministrators).map((act) => (
          <button
            key={act.action}
            type="button"
            className={styles.act}
            aria-disabled={isBusy ? true : undefined}
            onClick={() => !isBusy && on.onAct(act.action)}
          >
            <Drawing name={act.drawing} />
            <span>{t(act.name)}</span>
            {act.letter && <KeyboardKey isHint>{act.letter}</KeyboardKey>}
          </button>
        ))}
      </div>
      <span className={styles.close}>
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon="close"
          label={t("bulk.clear")}
          onClick={on.onClose}
        />
      </span>
    </div>
  );
}
