import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import styles from "./Failure.module.css";

type FailureProps = {
  error: Pick<Error, "message"> | null;
  /** Where it can be tried again by a press here, and not by what was pressed before. */
  onRetry?: (() => unknown) | undefined;
};

/** What went wrong, where it went wrong; its place is there before, so that readers announce it. */
export function Failure({ error, onRetry }: FailureProps) {
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
