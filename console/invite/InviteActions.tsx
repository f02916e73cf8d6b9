import type { InvitationRequest } from "#contract/manage/invitations.ts";
import { Button } from "../../web/ui/Button.tsx";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { useMe } from "../session/use-me.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import styles from "./InviteActions.module.css";
import { useTestInvitation } from "./use-invitation.ts";

type InviteActionsProps = {
  total: number;
  /** The client whose email the test shows. */
  clientId: string;
  request: InvitationRequest;
  error: Error | null;
  isBusy: boolean;
  onSend: () => void;
  /** On narrow screens, fields and preview are separate steps. */
  step: "fields" | "preview";
  onStep: (step: "fields" | "preview") => void;
};

export function InviteActions(props: InviteActionsProps) {
  const { total, clientId, request, error, isBusy, onSend, step, onStep } = props;
  const { data: me } = useMe();
  const testing = useTestInvitation(clientId);
  const isSent = testing.data?.outcome === "queued";
  return (
    <>
      <div className={styles.outcome}>
        <ErrorMessage error={error ?? testing.error} />
        <p role="status">{isSent && t("invite.test.sent", { email: me?.email ?? "" })}</p>
      </div>
      <Button variant="quiet" busy={testing.isPending} onClick={() => testing.mutate(request)}>
        {t("invite.test")}
      </Button>
      <span className={styles.step}>
        {step === "fields" ? (
          <Button onClick={() => onStep("preview")}>{t("invite.preview")}</Button>
        ) : (
          <Button icon="arrow-left" onClick={() => onStep("fields")}>
            {t("invite.back")}
          </Button>
        )}
      </span>
      <Button variant="primary" icon="send" busy={isBusy} aria-keyshortcuts="Control+Enter" onClick={onSend}>
        {total === 1 ? t("invite.submit.one") : t("invite.submit.many", { count: numberWords(total) })}
        <span className={styles.keys} aria-hidden="true">
          Ctrl ↵
        </span>
      </Button>
    </>
  );
}
