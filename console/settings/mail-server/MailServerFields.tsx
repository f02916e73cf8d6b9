import {
  MAIL_HOST_MAX_LENGTH,
  MAIL_PASSWORD_MAX_LENGTH,
  MAIL_USER_MAX_LENGTH,
  mailPorts,
  mailSecurities,
} from "#contract/manage/settings/setting-values.ts";
import type { ShownMailServer } from "#contract/manage/settings/settings.ts";
import { faultOf } from "../../api/call-failure.ts";
import { t } from "../../translate.ts";
import { PickField } from "../../ui/fields/PickField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { mailFields } from "./mail-server-in.ts";

/** The port of most mail services. */
const USUAL_PORT = 587;

type MailServerFieldsProps = {
  /** Null if no mail server is set yet. */
  server: ShownMailServer | null;
  error: Error | null;
};

/** The fields for the mail server. `mailServerIn` reads their values. */
export function MailServerFields({ server, error }: MailServerFieldsProps) {
  const fault = (field: string) => faultOf(error, `settings.mailServer.${field}`);
  return (
    <>
      <TextField
        label={t("settings.mail.host")}
        hint={t("settings.mail.hostHint")}
        name={mailFields.host}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAIL_HOST_MAX_LENGTH}
        defaultValue={server?.host}
        error={fault("host")}
        required
        data-autofocus=""
      />
      <PickField
        label={t("settings.mail.port")}
        name={mailFields.port}
        options={mailPorts.map((port) => ({ value: String(port), label: String(port) }))}
        defaultValue={server?.port ?? USUAL_PORT}
      />
      <PickField
        label={t("settings.mail.security")}
        name={mailFields.security}
        options={mailSecurities.map((security) => ({
          value: security,
          label: t(`settings.mail.security.${security}`),
        }))}
        defaultValue={server?.security}
      />
      <TextField
        label={t("settings.mail.user")}
        hint={t("settings.mail.userHint")}
        name={mailFields.user}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAIL_USER_MAX_LENGTH}
        defaultValue={server?.user ?? ""}
        error={fault("user")}
      />
      <TextField
        label={t("settings.mail.password")}
        hint={server?.hasPassword && t("settings.mail.passwordHint")}
        name={mailFields.password}
        type="password"
        autoComplete="new-password"
        maxLength={MAIL_PASSWORD_MAX_LENGTH}
        error={fault("password")}
      />
    </>
  );
}
