import { useState } from "react";
import { SIGN_IN_LINK_DAYS_MAX } from "#contract/limits.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { t } from "../translate.ts";
import { TextField } from "../ui/fields/TextField.tsx";
import { wholeIn } from "./changed-settings.ts";
import { SettingForm } from "./SettingForm.tsx";

const KINDS = ["invitation", "other"] as const;
const RANGE = { min: 1, max: SIGN_IN_LINK_DAYS_MAX };

type LinkDaysFormProps = { shown: ShownSettings };

/** How long sign-in links work. */
export function LinkDaysForm({ shown }: LinkDaysFormProps) {
  const [wrong, setWrong] = useState<string[]>([]);
  const read = (form: FormData) => {
    const [invitation, other] = KINDS.map((kind) => wholeIn(String(form.get(kind)), RANGE));
    setWrong(KINDS.filter((kind) => (kind === "invitation" ? invitation : other) === undefined));
    return invitation === undefined || other === undefined ? undefined : { linkDays: { invitation, other } };
  };
  return (
    <SettingForm shown={shown} names={["linkDays"]} read={read}>
      {({ linkDays }) =>
        KINDS.map((kind) => (
          <TextField
            key={kind}
            label={t(`settings.links.days.${kind}`)}
            name={kind}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={linkDays.value[kind]}
            error={wrong.includes(kind) && t("settings.links.wrong", { max: RANGE.max })}
            required
          />
        ))
      }
    </SettingForm>
  );
}
