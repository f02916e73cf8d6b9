import { useState } from "react";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./KeyForm.module.css";
import { type AccessOutcomes, useAccess } from "./use-access.ts";

/**
 * Works before the script has run: the field has no name and the form, outside of a dialog, goes nowhere, so a key
 * that is typed and sent early stays where it is until the app takes it up.
 */
export function KeyForm(outcomes: AccessOutcomes) {
  const { form, field, pinField, pinHint, error, isBusy, submit } = useAccess(outcomes);
  const asksForPin = pinHint !== undefined;
  const [isShown, setShown] = useState(false);
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
      <TextField
        ref={field}
        id="access-key"
        label={t("access.label")}
        type={isShown ? "text" : "password"}
        placeholder={t("access.placeholder")}
        error={!asksForPin && error}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus=""
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
      {asksForPin && (
        <TextField
          ref={pinField}
          label={t("access.pin")}
          hint={pinHint}
          error={error}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <input type="checkbox" data-press-mark="" hidden defaultChecked />
      <Button type="submit" variant="primary" busy={isBusy}>
        {isBusy ? t("access.busy") : t("access.submit")}
      </Button>
    </form>
  );
}
