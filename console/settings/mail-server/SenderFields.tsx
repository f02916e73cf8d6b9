import { MAIL_FROM_NAME_MAX_LENGTH } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { faultOf } from "../../api/call-failure.ts";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import { lockedHint } from "../locked-hint.ts";
import { mailFields } from "./mail-server-in.ts";

type SenderFieldsProps = { sender: ShownSettings["settings"]["mailFrom"]; error: Error | null };

/** The fields for the sender of emails. `senderIn` reads their values. */
export function SenderFields({ sender, error }: SenderFieldsProps) {
  const isLocked = sender.variable !== null;
  return (
    <>
      <TextField
        label={t("settings.mail.fromName")}
        hint={lockedHint(sender) ?? t("settings.mail.fromNameHint")}
        name={mailFields.fromName}
        autoComplete="off"
        maxLength={MAIL_FROM_NAME_MAX_LENGTH}
        defaultValue={sender.value?.name ?? ""}
        disabled={isLocked}
        error={faultOf(error, "settings.mailFrom.name")}
      />
      <TextField
        label={t("settings.mail.fromEmail")}
        name={mailFields.fromEmail}
        type="email"
        autoComplete="off"
        defaultValue={sender.value?.email ?? ""}
        disabled={isLocked}
        error={faultOf(error, "settings.mailFrom.email")}
        required
      />
    </>
  );
}
