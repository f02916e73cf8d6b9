import type { ReactNode } from "react";
import type { MailPreview } from "#contract/manage/mail/shown-mail.ts";
import { Logo } from "../../web/ui/Logo.tsx";
import styles from "./MailShown.module.css";

type MailShownProps = {
  mail: Pick<MailPreview, "blocks" | "footer" | "look">;
  isNarrow?: boolean;
  /** Above the mail itself. */
  children?: ReactNode;
};

/**
 * The mail's HTML, drawn from its blocks: this page's security policy allows neither frames nor styles in elements
 * (decision 16).
 */
export function MailShown({ mail, isNarrow = false, children }: MailShownProps) {
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
            {footer.join("\n")}
          </p>
        )}
      </div>
    </article>
  );
}

/** A mail may say the same twice. */
function keyed(blocks: MailPreview["blocks"]) {
  return blocks.map((block, place) => ({ key: `${place} ${block.kind}`, block }));
}
