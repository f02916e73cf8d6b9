import { type ReactNode, type SubmitEvent, useRef } from "react";
import type { ChangedSettings, SettingName } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Form } from "../ui/Form.tsx";
import { namesSetHere, resetOf } from "./changed-settings.ts";
import { FormOutcome } from "./FormOutcome.tsx";
import { LastChange } from "./LastChange.tsx";
import styles from "./SettingForm.module.css";
import { useSettingForm } from "./use-setting-form.ts";

/** Changes settings beside what is entered. */
export type SettingSender = { send: (settings: ChangedSettings) => void; isPending: boolean };

type SettingFormProps = {
  shown: ShownSettings;
  names: readonly SettingName[];
  /** What was entered; undefined where a field is wrong, which then says so itself. */
  read: (form: FormData) => ChangedSettings | undefined;
  /** The fields of these values, with what the server said of them. */
  children: (settings: ShownSettings["settings"], error: Error | null, sender: SettingSender) => ReactNode;
};

/** Some settings that are saved together, or brought back to their defaults. */
export function SettingForm({ shown, names, read, children }: SettingFormProps) {
  const form = useSettingForm(shown);
  const { version } = form.base;
  // of one version, the newer reading knows better what its clients do
  const { settings } = shown.version === version ? shown : form.base;
  const saveButton = useRef<HTMLButtonElement>(null);
  // what was pressed goes away with what it changes
  const send = (changed: ChangedSettings) => form.send(changed, () => saveButton.current?.focus());
  const isLocked = names.every((name) => settings[name].variable !== null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const entered = read(new FormData(event.currentTarget));
    if (entered) form.save(entered);
  };
  return (
    <Form onSubmit={submit}>
      <div key={version} className={styles.fields} onInput={form.forget}>
        {children(settings, form.error, { send, isPending: form.isPending })}
      </div>
      <FormOutcome form={form} />
      {!isLocked && (
        <div className={styles.acts}>
          <Button ref={saveButton} variant="primary" type="submit" busy={form.isPending}>
            {t("settings.save")}
          </Button>
          {namesSetHere(settings, names).length > 0 && (
            <Button variant="quiet" onClick={() => send(resetOf(settings, names))}>
              {t("settings.reset")}
            </Button>
          )}
        </div>
      )}
      <LastChange settings={settings} names={names} />
    </Form>
  );
}
