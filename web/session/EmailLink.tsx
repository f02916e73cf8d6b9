import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./EmailLink.module.css";
import { FocusedStatus } from "./FocusedStatus.tsx";
import { useEmailLink } from "./use-email-link.ts";

export type EmailLinkProps = {
  /** The key of a sign-in link that no longer works here; a new link goes to the same client. */
  endedLink: string | undefined;
};

/** Asks for the email address, unless a link identifies the client, and shows the result of the request. */
export function EmailLink({ endedLink }: EmailLinkProps) {
  const { field, sent, error, isBusy, send, clearError } = useEmailLink(endedLink);
  if (sent !== undefined) return <FocusedStatus>{sent}</FocusedStatus>;
  return (
    <div className={styles.request}>
      {endedLink === undefined && (
        <TextField
          ref={field}
          label={t("link.email")}
          hint={t("link.hint")}
          type="email"
          error={error}
          autoComplete="email"
          onInput={clearError}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter would submit the form of the access key
            event.preventDefault();
            send();
          }}
        />
      )}
      {endedLink !== undefined && error !== undefined && <p role="alert">{error}</p>}
      <Button busy={isBusy} onClick={send}>
        {t(endedLink === undefined ? "link.send" : "access.emailNewLink")}
      </Button>
    </div>
  );
}
