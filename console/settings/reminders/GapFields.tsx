import { REMINDED_WITHIN_DAYS } from "#contract/manage/mail/mail.ts";
import { REMINDERS_MAX } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "./Fields.module.css";
import { gapKinds, gapName } from "./gap-names.ts";

type GapFieldsProps = {
  gaps: ShownSettings["settings"]["reminderGaps"]["value"];
  /** The kinds whose value was not a valid list of days. */
  wrong: string[];
};

/** Fields for the days between reminders of each kind, named by `gapName`. */
export function GapFields({ gaps, wrong }: GapFieldsProps) {
  const max = REMINDERS_MAX;
  return (
    <fieldset className={styles.group}>
      <legend>{t("settings.reminders.gaps")}</legend>
      <p className={styles.hint}>{t("settings.reminders.gapsHint", { max })}</p>
      {gapKinds.map((kind) => (
        <TextField
          key={kind}
          label={t(`settings.reminders.gap.${kind}`)}
          name={gapName(kind)}
          autoComplete="off"
          defaultValue={gaps[kind].join(", ")}
          error={
            wrong.includes(kind) && t("settings.reminders.gapsWrong", { max, days: REMINDED_WITHIN_DAYS })
          }
        />
      ))}
    </fieldset>
  );
}
