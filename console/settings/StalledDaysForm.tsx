import { useState } from "react";
import { STALLED_DAYS_MAX } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { t } from "../translate.ts";
import { TextField } from "../ui/fields/TextField.tsx";
import { wholeIn } from "./changed-settings.ts";
import { lockedHint } from "./locked-hint.ts";
import { SettingForm } from "./SettingForm.tsx";

type StalledDaysFormProps = { shown: ShownSettings };

/** Sets after how many days a client counts as stalled. */
export function StalledDaysForm({ shown }: StalledDaysFormProps) {
  const [isWrong, setIsWrong] = useState(false);
  const read = (form: FormData) => {
    const stalledDays = wholeIn(String(form.get("stalledDays")), { min: 1, max: STALLED_DAYS_MAX });
    setIsWrong(stalledDays === undefined);
    return stalledDays === undefined ? undefined : { stalledDays };
  };
  return (
    <SettingForm shown={shown} names={["stalledDays"]} read={read}>
      {({ stalledDays }) => (
        <TextField
          label={t("settings.stalled.days")}
          hint={lockedHint(stalledDays)}
          name="stalledDays"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={stalledDays.value}
          disabled={stalledDays.variable !== null}
          error={isWrong && t("settings.links.wrong", { max: STALLED_DAYS_MAX })}
          required
        />
      )}
    </SettingForm>
  );
}
