import { useId } from "react";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { t } from "../../translate.ts";
import { lockedHint } from "../locked-hint.ts";
import styles from "./Fields.module.css";

type ReminderSwitchProps = { reminders: ShownSettings["settings"]["reminders"]; hasMail: boolean };

/** Turns automatic reminders to clients on or off. */
export function ReminderSwitch({ reminders, hasMail }: ReminderSwitchProps) {
  const hintId = useId();
  const hint = lockedHint(reminders) ?? (hasMail ? undefined : t("settings.reminders.noMail"));
  return (
    <div>
      <label className={styles.switch}>
        <input
          type="checkbox"
          name="reminders"
          defaultChecked={reminders.value}
          disabled={reminders.variable !== null}
          aria-describedby={hint && hintId}
        />
        {t("settings.reminders.on")}
      </label>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
