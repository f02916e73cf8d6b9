import { HAND_OVER_MINUTES } from "#contract/limits.ts";
import type { SessionStore } from "../session/session.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { QrCode } from "../ui/QrCode.tsx";
import styles from "./HandOverDialog.module.css";
import { useHandOver } from "./use-hand-over.ts";

type HandOverDialogProps = { session: SessionStore; onMade: () => void; onClose: () => void };

/** A QR code with which the client goes on with a phone; answers from there appear here as they are saved. */
export function HandOverDialog({ session, onMade, onClose }: HandOverDialogProps) {
  const { link, device, error, isOver, isCopied, renew, copy } = useHandOver({ session, onMade });
  return (
    <Dialog title={t("handOver.title")} closeLabel={t("signedIn.close")} onClose={onClose}>
      <div className={styles.body}>
        {device === undefined && <p>{t("handOver.text", { minutes: HAND_OVER_MINUTES })}</p>}
        {link !== undefined && device === undefined && !isOver && (
          <>
            <QrCode text={link} label={t("handOver.code")} />
            <Button variant="quiet" onClick={copy}>
              {t("handOver.copy")}
            </Button>
          </>
        )}
        <p role="status" className={styles.note}>
          {device !== undefined && (
            <>
              <strong>{t("handOver.done")}</strong> {device} {t("handOver.follow")}
            </>
          )}
          {device === undefined && isOver && t("handOver.over")}
          {device === undefined && isCopied && t("handOver.copied")}
        </p>
        {error !== undefined && <p role="alert">{error}</p>}
        {(isOver || error !== undefined) && device === undefined && (
          <Button variant="primary" onClick={renew}>
            {t("handOver.renew")}
          </Button>
        )}
        {device !== undefined && (
          <Button variant="primary" onClick={onClose}>
            {t("signedIn.close")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
