import type { SubmitEvent } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { guardedSettings, MAIL_PASSWORD_MAX_LENGTH } from "#contract/manage/settings/setting-values.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { OwnerProofFields } from "../second-factor/OwnerProofFields.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { t } from "../translate.ts";
import { DescriptionList } from "../ui/DescriptionList.tsx";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { type AuditedSetting, settingText } from "./audited-setting.ts";
import { mailFields } from "./mail-server/mail-server-in.ts";
import { useRestoreSetting, useSettings } from "./use-settings.ts";

type RestoreDialogProps = {
  me: CurrentManager;
  eventId: string;
  audited: AuditedSetting;
  onClose: () => void;
};

/** Shows the current and the earlier value before restoring the earlier one. */
export function RestoreDialog({ me, eventId, audited, onClose }: RestoreDialogProps) {
  const { name, before, after } = audited;
  const query = useSettings();
  const restoring = useRestoreSetting();
  const submit = (event: SubmitEvent<HTMLFormElement>, version: number) => {
    const form = new FormData(event.currentTarget);
    const mailPassword = String(form.get(mailFields.password) ?? "");
    const asked = { version, eventId, ...(mailPassword && { mailPassword }), ...ownerProofOf(form) };
    restoring.mutate(asked, { onSuccess: onClose });
  };
  const shown = (value: unknown) => (value === null ? t("settings.restoreDefault") : settingText(value));
  return (
    <FormDialog title={t("settings.restoreTitle")} onClose={onClose}>
      <QueryView query={query}>
        {({ version }) => (
          <Form onSubmit={(event) => submit(event, version)}>
            <DescriptionList
              facts={[
                [t("settings.restoreName"), t(`settings.name.${name}`)],
                [t("settings.restoreNow"), shown(after)],
                [t("settings.restoreBack"), shown(before)],
              ]}
            />
            {name === "mailServer" && before !== null && (
              <TextField
                label={t("settings.mail.password")}
                hint={t("settings.restorePasswordHint")}
                name={mailFields.password}
                type="password"
                autoComplete="new-password"
                maxLength={MAIL_PASSWORD_MAX_LENGTH}
                error={faultOf(restoring.error, "settings.mailServer.password")}
              />
            )}
            {name === "retentionDays" && <p>{t("settings.retention.restoreHint")}</p>}
            {guardedSettings.includes(name) && <OwnerProofFields me={me} error={restoring.error} />}
            <ErrorMessage error={restoring.error} />
            <Button variant="primary" type="submit" busy={restoring.isPending}>
              {t("settings.restore")}
            </Button>
          </Form>
        )}
      </QueryView>
    </FormDialog>
  );
}
