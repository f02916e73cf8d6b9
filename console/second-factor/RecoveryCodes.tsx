import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { OneTimeSecret } from "../ui/dialogs/OneTimeSecret.tsx";
import { DownloadLink } from "../ui/links/DownloadLink.tsx";
import styles from "./RecoveryCodes.module.css";

type RecoveryCodesProps = { codes: string[]; onKept: () => void };

/** Shows the recovery codes, which is possible only once, until the manager confirms having stored them. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const file = `${t("secondFactor.recovery.file")}\r\n\r\n${codes.join("\r\n")}\r\n`;
  return (
    <OneTimeSecret notice={t("secondFactor.recovery.once")}>
      <ol ref={focus} className={styles.codes} aria-label={t("secondFactor.recovery.title")} tabIndex={-1}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        <DownloadLink name="recovery-codes.txt" type="text/plain" text={file}>
          {t("secondFactor.recovery.download")}
        </DownloadLink>
        <Button onClick={onKept}>{t("secondFactor.recovery.kept")}</Button>
      </div>
    </OneTimeSecret>
  );
}

/**
 * The previous form and its focus are gone. The list takes the focus, because a focused button might be pressed before
 * reading.
 */
function focus(list: HTMLElement | null): void {
  list?.focus();
}
