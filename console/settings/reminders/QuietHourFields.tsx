import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { dateWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import { PickField } from "../../ui/fields/PickField.tsx";
import { lockedHint } from "../locked-hint.ts";
import styles from "./Fields.module.css";

type QuietHourFieldsProps = Pick<ShownSettings["settings"], "quietHours" | "timeZone">;

const HOURS = 24;

/** The hours during which clients get no reminders, and their time zone. */
export function QuietHourFields({ quietHours, timeZone }: QuietHourFieldsProps) {
  const isLocked = quietHours.variable !== null;
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t("settings.reminders.quiet")}</legend>
        <p className={styles.hint}>{lockedHint(quietHours) ?? t("settings.reminders.quietHint")}</p>
        <div className={styles.pair}>
          {(["from", "to"] as const).map((end) => (
            <PickField
              key={end}
              label={t(`settings.reminders.hour.${end}`)}
              name={end}
              options={hours()}
              defaultValue={quietHours.value[end]}
              disabled={isLocked}
            />
          ))}
        </div>
      </fieldset>
      <PickField
        label={t("settings.reminders.timeZone")}
        hint={lockedHint(timeZone)}
        name="timeZone"
        options={timeZones(timeZone.value)}
        defaultValue={timeZone.value}
        disabled={timeZone.variable !== null}
      />
    </>
  );
}

/** The hours of a day in the reader's format, such as 8 PM or 20. */
function hours() {
  return Array.from({ length: HOURS }, (_, hour) => ({
    value: String(hour),
    label: dateWords(new Date(2026, 0, 1, hour), { hour: "numeric" }),
  }));
}

/** The time zones that the browser knows, plus the chosen one. */
function timeZones(chosen: string) {
  const names = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", chosen]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
