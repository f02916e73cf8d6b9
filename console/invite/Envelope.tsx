import type { InvitationPreview } from "#contract/manage/invitations.ts";
import { t } from "../translate.ts";
import styles from "./Envelope.module.css";

type EnvelopeProps = { mail: Pick<InvitationPreview, "from" | "to" | "replyTo"> };

/** The sender and the recipient of an invitation, and the address for replies. */
export function Envelope({ mail: { from, to, replyTo } }: EnvelopeProps) {
  return (
    <header className={styles.envelope}>
      {from && (
        <p>
          <strong>{from.name}</strong> <span>&lt;{from.email}&gt;</span>
        </p>
      )}
      <p className={styles.way}>
        {to && t("invite.envelope.to", { name: to.name })}
        {to && replyTo && " · "}
        {replyTo && t("invite.envelope.replies", { email: replyTo.email })}
      </p>
    </header>
  );
}
