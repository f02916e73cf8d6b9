import { type ComponentType, useState } from "react";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import type { EmailLinkProps } from "./EmailLink.tsx";
import styles from "./LinkRequest.module.css";

type LinkRequestProps = {
  /** The key of a sign-in link that works here no more. */
  endedLink: string | undefined;
};

/** The way to a new sign-in link, fetched on a press; it is hidden where the server mails no links. */
export function LinkRequest({ endedLink }: LinkRequestProps) {
  const [EmailLink, setEmailLink] = useState<ComponentType<EmailLinkProps>>();
  const [hasFailed, setFailed] = useState(false);
  const open = () => {
    setFailed(false);
    import("./EmailLink.tsx").then(
      (part) => setEmailLink(() => part.EmailLink),
      () => setFailed(true),
    );
  };
  return (
    <div className={styles.request}>
      {EmailLink ? (
        <EmailLink endedLink={endedLink} />
      ) : (
        <Button variant={endedLink === undefined ? "quiet" : "secondary"} onClick={open}>
          {t(endedLink === undefined ? "access.emailLink" : "access.emailNewLink")}
        </Button>
      )}
      {hasFailed && <p role="alert">{t("access.connection")}</p>}
    </div>
  );
}
