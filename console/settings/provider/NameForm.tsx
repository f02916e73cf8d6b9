import { PROVIDER_NAME_MAX_LENGTH } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { faultOf } from "../../api/call-failure.ts";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { lockedHint } from "../locked-hint.ts";
import { SettingForm } from "../SettingForm.tsx";

/** Sets the provider's name, as clients see it. */
export function NameForm({ shown }: { shown: ShownSettings }) {
  const read = (form: FormData) => ({ providerName: String(form.get("providerName")).trim() });
  return (
    <SettingForm shown={shown} names={["providerName"]} read={read}>
      {({ providerName }, error) => (
        <TextField
          label={t("settings.provider.name")}
          hint={lockedHint(providerName)}
          name="providerName"
          autoComplete="organization"
          maxLength={PROVIDER_NAME_MAX_LENGTH}
          defaultValue={providerName.value}
          disabled={providerName.variable !== null}
          error={faultOf(error, "settings.providerName")}
          required
        />
      )}
    </SettingForm>
  );
}
