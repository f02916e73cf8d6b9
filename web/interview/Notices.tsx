import { type MessageId, t } from "../translate.ts";
import { Icon } from "../ui/Icon.tsx";
import styles from "./Notices.module.css";
import { useConnection, useIsKept } from "./use-actions.ts";

/** What a client must know about where their answers are. Always rendered, so that readers announce a change. */
export function Notices() {
  const connection = useConnection();
  const isKept = useIsKept();
  const notice = noticeOf(connection, isKept);
  return (
    <div role="status" className={styles.notices}>
      {notice && (
        <p className={styles.notice} data-notice={connection}>
          <Icon name={connection === "offline" ? "offline" : "warning"} />
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
