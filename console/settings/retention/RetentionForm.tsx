import { useState } from "react";
import { RETENTION_MAX_DAYS } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { wholeIn } from "../changed-settings.ts";
import { lockedHint } from "../locked-hint.ts";
import { SettingForm } from "../SettingForm.tsx";
import { WaitingRetention } from "./WaitingRetention.tsx";

/** Sets after how many days of inactivity a client is erased. A shorter time takes effect with a delay. */
export function RetentionForm({ shown }: { shown: ShownSettings }) {
  const [isWrong, setIsWrong] = useState(false);
  const read = (form: FormData) => {
    const text = String(form.get("retentionDays")).trim();
    const days = text === "" ? null : wholeIn(text, { min: 1, max: RETENTION_MAX_DAYS });
    setIsWrong(days === undefined);
    return days === undefined ? undefined : { retentionDays: days };
  };
  return (
    <SettingForm shown={shown} names={["retentionDays"]} read={read}>
      {({ retentionDays }, _error, { send, isPending }) => {
        const { days, waiting } = retentionDays.value;
        return (
          <>
            {waiting && (
              <WaitingRetention
                days={days}
                waiting={waiting}
                isPending={isPending}
                onCancel={() => send({ retentionDays: days })}
              />
            )}
            <TextField
              label={t("settings.retention.days")}
              hint={lockedHint(retentionDays) ?? t("settings.retention.hint")}
              name="retentionDays"
              inputMode="numeric"
              autoComplete="off"
              placeholder={t("settings.retention.never")}
              defaultValue={days ?? ""}
              disabled={retentionDays.variable !== null}
              error={isWrong && t("settings.links.wrong", { max: RETENTION_MAX_DAYS })}
            />
          </>
        );
      }}
    </SettingForm>
  );
}
