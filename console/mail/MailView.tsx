import type { ReactNode } from "react";
import type { MailPreview } from "#contract/manage/mail/shown-mail.ts";
import { Logo } from "../../web/ui/Logo.tsx";
import styles from "./MailView.module.css";

type MailViewProps = {
  mail: Pick<MailPreview, "blocks" | "footer" | "look">;
  isNarrow?: boolean;
  /** Shown above the email. */
  children?: ReactNode;
};

/**
 * Renders an email from its blocks instead of its HTML, because this page's security policy allows neither frames nor
 * inline styles in markup (decision 16).
 */
export function MailView({ mail, isNarrow = false, children }: MailViewProps) {
  const { blocks, footer, look } = mail;
  return (
    <article className={styles.mail} data-narrow={isNarrow ? "" : undefined}>
      {children}
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
        {footer.length > 0 && (
          <p className={styles.footer} dir="auto">
            {footer.join(" ")}
          </p>
        )}
      </div>
    </article>
  );
}

/** Adds keys by position, because a mail may have equal blocks. */
function keyed(blocks: MailPreview["blocks"]) {
  return blocks.map((block, place) => ({ key: `${place} ${block.kind}`, block }));
}
