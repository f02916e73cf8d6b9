import type { InvitationPreview } from "#contract/manage/invitations.ts";
import { Logo } from "../../web/ui/Logo.tsx";
import { t } from "../translate.ts";
import styles from "./MailShown.module.css";

type MailShownProps = { mail: InvitationPreview; isNarrow: boolean };

/**
 * The mail's HTML, drawn from its blocks: this page's security policy allows neither frames nor styles in elements
 * (decision 16).
 */
export function MailShown({ mail, isNarrow }: MailShownProps) {
  const { blocks, footer, look } = mail;
  return (
    <article className={styles.mail} data-narrow={isNarrow ? "" : undefined}>
      <Envelope mail={mail} />
      <div className={styles.paper}>
        <div className={styles.card}>
          <p className={styles.provider} style={{ color: look.accent }}>
            {look.hasLogo ? <Logo /> : look.providerName}
          </p>
          {keyed(blocks).map(({ key, block }) =>
            block.kind === "button" ? (
              <p key={key} className={styles.act}>
                <span className={styles.button} style={{ background: look.accent, color: look.onAccent }}>
                  {block.label}
                </span>
              </p>
            ) : (
              <p key={key} className={styles.words} dir="auto">
                {block.lines.join("\n")}
              </p>
            ),
          )}
        </div>
        <p className={styles.footer} dir="auto">
          {footer.join("\n")}
        </p>
      </div>
    </article>
  );
}

/** A mail may say the same twice. */
function keyed(blocks: InvitationPreview["blocks"]) {
  return blocks.map((block, place) => ({ key: `${place} ${block.kind}`, block }));
}

function Envelope({ mail: { from, to, replyTo } }: Pick<MailShownProps, "mail">) {
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
