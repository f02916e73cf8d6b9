import { encode } from "uqr";
import { HAND_OVER_MINUTES } from "#contract/limits.ts";
import type { SessionStore } from "../session/session.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import styles from "./HandOverDialog.module.css";
import { useHandOver } from "./use-hand-over.ts";

type HandOverDialogProps = { session: SessionStore; onMade: () => void; onClose: () => void };

/** A code for the camera of a phone, on which the client then goes on; here the answers appear as they come. */
export function HandOverDialog({ session, onMade, onClose }: HandOverDialogProps) {
  const { link, device, error, isOver, isCopied, renew, copy } = useHandOver({ session, onMade });
  return (
    <Dialog title={t("handOver.title")} closeLabel={t("signedIn.close")} onClose={onClose}>
      <div className={styles.body}>
        {device === undefined && <p>{t("handOver.text", { minutes: HAND_OVER_MINUTES })}</p>}
        {link !== undefined && device === undefined && !isOver && (
          <>
            <QrCode text={link} />
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

/** Black on white in every theme, since cameras ask for it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("handOver.code")}>
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
