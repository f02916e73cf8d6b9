import { useState } from "react";
import type { Share } from "#contract/manage/shares.ts";
import { Button } from "../../web/ui/Button.tsx";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import styles from "./ShareList.module.css";
import { useRevokeShare } from "./use-shares.ts";

type ShareLineProps = { clientId: string; share: Share };

/** An active link. Revoking asks for a confirmation in place of the button. */
export function ShareLine({ clientId, share }: ShareLineProps) {
  const { shareId, recipient, opens, lastOpenedAt, expiresAt } = share;
  const [isAsking, setIsAsking] = useState(false);
  const revoking = useRevokeShare(clientId);
  return (
    <li className={styles.share}>
      <div className={styles.facts}>
        <bdi className={styles.recipient}>{recipient}</bdi>
        <small>
          {t("share.opens", { opens })}
          {lastOpenedAt !== null && (
            <>
              , {t("share.lastOpened")} <RelativeTime at={lastOpenedAt} never="" />
            </>
          )}
          {" · "}
          {t("share.until", { day: dateWords(new Date(expiresAt), { dateStyle: "medium" }) })}
        </small>
      </div>
      {isAsking ? (
        <div className={styles.buttons}>
          <Button
            size="small"
            variant="danger"
            busy={revoking.isPending}
            onClick={() => revoking.mutate(shareId)}
          >
            {t("share.revokeNow")}
            <span className="visually-hidden"> {recipient}</span>
          </Button>
          <Button size="small" autoFocus onClick={() => setIsAsking(false)}>
            {t("share.keep")}
            <span className="visually-hidden"> {recipient}</span>
          </Button>
        </div>
      ) : (
        <Button size="small" variant="danger" onClick={() => setIsAsking(true)}>
          {t("share.revoke")}
          <span className="visually-hidden"> {recipient}</span>
        </Button>
      )}
      {isAsking && (
        <p className={styles.question} role="status">
          {t("share.question")}
        </p>
      )}
      <ErrorMessage error={revoking.error} />
    </li>
  );
}
