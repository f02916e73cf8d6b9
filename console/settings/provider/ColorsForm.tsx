import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { faultOf } from "../../api/call-failure.ts";
import { t } from "../../translate.ts";
import { SettingForm } from "../SettingForm.tsx";
import { ColorField } from "./ColorField.tsx";

/** Must match `web/ui/tokens.css`. */
const OURS = { light: "#1c5b4a", dark: "#8fd0b6" };

/** Sets the color of buttons and links. */
export function ColorsForm({ shown }: { shown: ShownSettings }) {
  return (
    <SettingForm shown={shown} names={["colors"]} read={colorsIn}>
      {({ colors: { value } }, error) => (
        <>
          <ColorField
            label={t("settings.provider.accent")}
            hint={t("settings.provider.accentHint")}
            name="accent"
            color={value?.accent ?? ""}
            usual={OURS.light}
            error={faultOf(error, "settings.colors.accent")}
          />
          <ColorField
            label={t("settings.provider.accentDark")}
            hint={t("settings.provider.accentDarkHint")}
            name="accentDark"
            color={value?.accentDark ?? ""}
            usual={OURS.dark}
            error={faultOf(error, "settings.colors.accentDark")}
          />
        </>
      )}
    </SettingForm>
  );
}

/** The entered colors. Without an accent color, the default colors apply. */
function colorsIn(form: FormData) {
  const [accent, accentDark] = ["accent", "accentDark"].map((name) =>
    String(form.get(name)).trim().toLowerCase(),
  );
  return { colors: accent ? { accent, accentDark: accentDark || null } : null };
}
