import type { CallError } from "../api/result.ts";
import type { SessionStore } from "../session/session.ts";
import { signOut } from "../session/session-end.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { FailurePage } from "../ui/feedback/FailurePage.tsx";

type LoadFailureProps = { error: CallError; session: SessionStore; onRetry: () => void };

/** Shown when the record could not be read. An empty interview instead would overwrite the record at the next save. */
export function LoadFailure({ error, session, onRetry }: LoadFailureProps) {
  const isSignedOut = error.code === "UNAUTHORIZED";
  return (
    <FailurePage
      title={t("load.failed.title")}
      message={error.message}
      actions={
        <>
          {!isSignedOut && (
            <Button variant="primary" onClick={onRetry}>
              {t("load.failed.retry")}
            </Button>
          )}
          <Button onClick={() => signOut(session)}>{t("header.logout")}</Button>
        </>
      }
    />
  );
}
