import { useState } from "react";
import { REMINDED_WITHIN_DAYS } from "#contract/manage/mail/mail.ts";
import { REMINDERS_MAX } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { numbersIn } from "../changed-settings.ts";
import { SettingForm } from "../SettingForm.tsx";
import { GapFields } from "./GapFields.tsx";
import { gapKinds, gapName } from "./gap-names.ts";
import { QuietHourFields } from "./QuietHourFields.tsx";
import { ReminderSwitch } from "./ReminderSwitch.tsx";

const LIST = { max: REMINDED_WITHIN_DAYS, count: REMINDERS_MAX };

type RemindersFormProps = { shown: ShownSettings };

/** Automatic reminders: on or off, intervals, and quiet hours. */
export function RemindersForm({ shown }: RemindersFormProps) {
  const [wrong, setWrong] = useState<string[]>([]);
  const read = (form: FormData) => {
    const gaps = gapKinds.map((kind) => [kind, numbersIn(String(form.get(gapName(kind))), LIST)] as const);
    setWrong(gaps.flatMap(([kind, days]) => (days === undefined ? [kind] : [])));
    const days = (at: number) => gaps[at]?.[1];
    const [notStarted, partlyDone, askedBack] = [days(0), days(1), days(2)];
    if (!notStarted || !partlyDone || !askedBack) return undefined;
    return {
      reminders: form.has("reminders"),
      reminderGaps: { "not-started": notStarted, "partly-done": partlyDone, "asked-back": askedBack },
      quietHours: { from: Number(form.get("from")), to: Number(form.get("to")) },
      timeZone: String(form.get("timeZone")),
    };
  };
  return (
    <SettingForm shown={shown} names={["reminders", "reminderGaps", "quietHours", "timeZone"]} read={read}>
      {(settings) => (
        <>
          <ReminderSwitch
            reminders={settings.reminders}
            hasMail={settings.mailServer.value !== null && settings.mailFrom.value !== null}
          />
          <GapFields gaps={settings.reminderGaps.value} wrong={wrong} />
          <QuietHourFields quietHours={settings.quietHours} timeZone={settings.timeZone} />
        </>
      )}
    </SettingForm>
  );
}
