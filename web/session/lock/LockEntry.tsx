import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "./LockEntry.module.css";
import { type LockOutcomes, useLock } from "./use-lock.ts";

/** Signs in with the lock of this device at once, because the press that loaded this component asked for that. */
export function LockEntry(outcomes: LockOutcomes) {
  const { pinField, pinHint, error, isBusy, isGone, open, sendPin, cancel, clearError } = useLock(outcomes);
  if (pinHint === undefined)
    return (
      <>
        {!isGone && (
          <Button icon="lock" busy={isBusy} onClick={open}>
            {t("access.lock")}
          </Button>
        )}
        {error !== undefined && <p role="alert">{error}</p>}
      </>
    );
  return (
    // `data-lock-pin` hides the field for the key meanwhile (KeyForm.module.css)
    <div data-lock-pin="" className={styles.pin}>
      <TextField
        ref={pinField}
        label={t("access.pin")}
        hint={pinHint}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        onInput={clearError}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would submit the form of the access key
          event.preventDefault();
          sendPin();
        }}
      />
      <Button variant="primary" busy={isBusy} onClick={sendPin}>
        {t("access.continue")}
      </Button>
      <Button variant="quiet" onClick={cancel}>
        {t("answer.cancel")}
      </Button>
    </div>
  );
}
