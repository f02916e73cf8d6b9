import { type MessageId, t } from "../translate.ts";
import { Icon } from "../ui/Icon.tsx";
import styles from "./Notices.module.css";
import { useConnection, useIsKept, useIsUnsaved } from "./workspace/use-actions.ts";

/**
 * Tells the client where their answers are; screen readers announce each change. Visible only if the device stores
 * nothing: otherwise the header says it in a few words, and nothing moves.
 */
export function Notices() {
  const connection = useConnection();
  const isKept = useIsKept();
  const isUnsaved = useIsUnsaved();
  // with nothing unsaved, a failed call has put no answer at risk
  const shown = connection === "failing" && !isUnsaved ? "ok" : connection;
  const notice = noticeOf(shown, isKept);
  return (
    <div role="status" className={isKept ? "visually-hidden" : styles.notices}>
      {notice && (
        <p className={styles.notice}>
          <Icon name={shown === "offline" ? "offline" : "warning"} />
          {t(notice)}
        </p>
      )}
    </div>
  );
}

function noticeOf(connection: "ok" | "offline" | "failing", isKept: boolean): MessageId | undefined {
  if (connection === "ok") return isKept ? undefined : "notice.unkept";
  return isKept ? `notice.${connection}` : `notice.${connection}.unkept`;
}
