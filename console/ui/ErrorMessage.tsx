import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import styles from "./ErrorMessage.module.css";

type ErrorMessageProps = {
  error: Pick<Error, "message"> | null;
  /** Shows a retry button, for errors that did not come from a button that could be pressed again. */
  onRetry?: (() => unknown) | undefined;
};

/** An error message. The alert element is always rendered, so that screen readers announce new messages. */
export function ErrorMessage({ error, onRetry }: ErrorMessageProps) {
  return (
    <div role="alert" className={styles.failure} hidden={error === null}>
      <p>{error?.message}</p>
      {error && onRetry && (
        <Button size="small" onClick={() => void onRetry()}>
          {t("failure.again")}
        </Button>
      )}
    </div>
  );
}
