import { useRef, useState } from "react";
import { LOGO_MAX_BYTES } from "#contract/manage/settings/setting-values.ts";
import { logoTypes, type ShownSettings } from "#contract/manage/settings/settings.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { faultOf } from "../../api/call-failure.ts";
import { t } from "../../translate.ts";
import { FormOutcome } from "../FormOutcome.tsx";
import { LastChange } from "../LastChange.tsx";
import { useSettingForm } from "../use-setting-form.ts";
import { base64Of } from "./base64-of.ts";
import styles from "./LogoForm.module.css";
import { LogoPreview } from "./LogoPreview.tsx";

/** Sets the provider's logo, which is saved as soon as a file is chosen. */
export function LogoForm({ shown }: { shown: ShownSettings }) {
  const form = useSettingForm(shown);
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  const { settings } = form.base;
  const { value, source } = settings.logo;
  const choose = async (file: File | undefined) => {
    if (!file) return;
    form.forget();
    setProblem(undefined);
    if (file.size > LOGO_MAX_BYTES) return setProblem(t("settings.logo.tooLarge"));
    try {
      form.send({ logo: await base64Of(file) });
    } catch {
      setProblem(t("settings.logo.unreadable"));
    }
  };
  const remove = () => {
    setProblem(undefined);
    form.send({ logo: null }, () => chooser.current?.focus());
  };
  return (
    <div className={styles.form}>
      <LogoPreview logo={value} source={source} />
      <FormOutcome form={form} problem={problem ?? faultOf(form.error, "settings.logo")} />
      <div className={styles.acts}>
        <Button ref={chooser} busy={form.isPending} onClick={() => input.current?.click()}>
          {t(value ? "settings.logo.replace" : "settings.logo.choose")}
        </Button>
        {source === "console" && (
          <Button variant="quiet" onClick={remove}>
            {t("settings.logo.remove")}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={logoTypes.join(",")}
        hidden
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          // lets the user choose the same file again after changing it
          event.currentTarget.value = "";
        }}
      />
      <LastChange settings={settings} names={["logo"]} />
    </div>
  );
}
