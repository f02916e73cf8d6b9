import { Icon } from "../../web/ui/Icon.tsx";
import { t } from "../translate.ts";
import { useOnline } from "../ui/use-online.ts";
import styles from "./OfflineNotice.module.css";

/**
 * Says that the page may be out of date. The status element is always rendered, so that screen readers announce its
 * text.
 */
export function OfflineNotice() {
  const isOnline = useOnline();
  return (
    <p role="status" className={isOnline ? "visually-hidden" : styles.notice}>
      {!isOnline && (
        <>
          <Icon name="offline" /> {t("shell.offline")}
        </>
      )}
    </p>
  );
}
