import type { ReactNode, SubmitEvent } from "react";
import type { ChangedSettings, SettingName } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { namesSetHere, resetOf } from "./changed-settings.ts";
import { LastChange } from "./LastChange.tsx";
import styles from "./SettingForm.module.css";
import { useSettingForm } from "./use-setting-form.ts";

type SettingFormProps = {
  shown: ShownSettings;
  names: readonly SettingName[];
  /** What was entered; undefined where a field is wrong, which then says so itself. */
  read: (form: FormData) => ChangedSettings | undefined;
  /** The fields of these values, with what the server said of them. */
  children: (settings: ShownSettings["settings"], error: Error | null) => ReactNode;
};

/** Some settings that are saved together, or brought back to their defaults. */
export function SettingForm({ shown, names, read, children }: SettingFormProps) {
  const form = useSettingForm(shown);
  const { settings, version } = form.base;
  const isLocked = names.every((name) => settings[name].variable !== null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const entered = read(new FormData(event.currentTarget));
    if (entered) form.save(entered);
  };
  return (
    <Form onSubmit={submit}>
      <div key={version} className={styles.fields} onInput={form.forget}>
        {children(settings, form.error)}
      </div>
      <Failure error={form.error} />
      {form.isOvertaken && <Button onClick={() => void form.showNew()}>{t("settings.showNew")}</Button>}
      <p role="status">{form.isSaved && t("settings.saved")}</p>
      {!isLocked && (
        <div className={styles.acts}>
          <Button variant="primary" type="submit" busy={form.isPending}>
            {t("settings.save")}
          </Button>
          {namesSetHere(settings, names).length > 0 && (
            <Button variant="quiet" onClick={() => form.send(resetOf(settings, names))}>
              {t("settings.reset")}
            </Button>
          )}
        </div>
      )}
      <LastChange settings={settings} names={names} />
    </Form>
  );
}
