import { Icon } from "../../web/ui/Icon.tsx";
import { t } from "../translate.ts";
import { useOnline } from "../ui/use-online.ts";
import styles from "./OfflineNotice.module.css";

/** Says that what is shown may be old; its place is there before, so that readers announce it. */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <p role="status" className={styles.notice} hidden={isOnline}>
      {!isOnline && (
        <>
          <Icon name="offline" /> {t("shell.offline")}
        </>
      )}
    </p>
  );
}
