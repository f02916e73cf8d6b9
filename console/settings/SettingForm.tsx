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

/** Sends changes other than those entered in the form. */
export type SettingSender = { send: (settings: ChangedSettings) => void; isPending: boolean };

type SettingFormProps = {
  shown: ShownSettings;
  names: readonly SettingName[];
  /** Reads the form; returns undefined if a field is invalid, which then shows its error. */
  read: (form: FormData) => ChangedSettings | undefined;
  /** Renders the fields of these values, with the server's error. */
  children: (settings: ShownSettings["settings"], error: Error | null, sender: SettingSender) => ReactNode;
};

/** A form for settings that are saved together or reset to their defaults. */
export function SettingForm({ shown, names, read, children }: SettingFormProps) {
  const form = useSettingForm(shown);
  const { version } = form.base;
  // if the versions are equal, the newer data is more up to date about affected clients
  const { settings } = shown.version === version ? shown : form.base;
  const saveButton = useRef<HTMLButtonElement>(null);
  // the pressed button disappears with the changed value
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
