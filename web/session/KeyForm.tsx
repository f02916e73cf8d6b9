import { useState } from "react";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./KeyForm.module.css";
import { SignInAlternatives } from "./SignInAlternatives.tsx";
import { type AccessOutcomes, useAccess } from "./use-access.ts";
import { useIsHelperLink } from "./use-is-helper-link.ts";

type KeyFormProps = AccessOutcomes & {
  /** The key with which this tab signed in before; one press signs in with it again. */
  enteredKey?: string | undefined;
};

/**
 * Works before the script has run: the field has no name and the form, outside of a dialog, submits nowhere, so a key
 * that is sent early stays in the field until the app takes over.
 */
export function KeyForm({ enteredKey, ...outcomes }: KeyFormProps) {
  const access = useAccess(outcomes);
  const {
    form,
    field,
    pinField,
    pinHint,
    error,
    isBusy,
    endedLink,
    submit,
    submitKey,
    clearError,
    questionId,
  } = access;
  const isHelperLink = useIsHelperLink();
  const asksForPin = pinHint !== undefined;
  // a refused key is not offered again
  const canContinue = enteredKey !== undefined && error === undefined && !asksForPin;
  return (
    <form
      ref={form}
      method="dialog"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {canContinue && (
        <Button variant="primary" busy={isBusy} data-autofocus="" onClick={() => submitKey(enteredKey)}>
          {t("access.continue")}
        </Button>
      )}
      <KeyField ref={field} error={asksForPin ? undefined : error} onInput={clearError} />
      {asksForPin && (
        <TextField
          ref={pinField}
          label={t("access.pin")}
          hint={pinHint}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          onInput={clearError}
        />
      )}
      <input type="checkbox" data-press-mark="" hidden defaultChecked />
      <Button type="submit" variant={canContinue ? "secondary" : "primary"} busy={isBusy}>
        {isBusy ? t("access.busy") : t("access.submit")}
      </Button>
      {!isHelperLink && (
        <SignInAlternatives
          key={endedLink}
          endedLink={endedLink}
          onSignedIn={(credentials, entrance) => outcomes.onSignedIn(credentials, entrance, questionId())}
          onUnreachable={async (entrance) =>
            (await outcomes.onUnreachable?.(entrance, questionId())) ?? false
          }
        />
      )}
    </form>
  );
}

type KeyFieldProps = {
  ref: React.Ref<HTMLInputElement>;
  error: string | undefined;
  onInput: () => void;
};

function KeyField({ ref, error, onInput }: KeyFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      ref={ref}
      id="access-key"
      label={t("access.label")}
      type={isShown ? "text" : "password"}
      placeholder={t("access.placeholder")}
      error={error}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      data-autofocus=""
      onInput={onInput}
      trailing={
        <Button
          variant="quiet"
          size="small"
          iconOnly
          icon={isShown ? "eye-off" : "eye"}
          label={t("access.show")}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
