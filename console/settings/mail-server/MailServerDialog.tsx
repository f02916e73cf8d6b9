import type { SubmitEvent } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { OwnerProofFields } from "../../second-factor/OwnerProofFields.tsx";
import { ownerProofOf } from "../../second-factor/owner-proof.ts";
import { t } from "../../translate.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Form } from "../../ui/Form.tsx";
import { useChangeSettings } from "../use-settings.ts";
import { MailServerFields } from "./MailServerFields.tsx";
import { mailServerIn, senderIn } from "./mail-server-in.ts";
import { SenderFields } from "./SenderFields.tsx";

type MailServerDialogProps = { me: CurrentManager; shown: ShownSettings; onClose: () => void };

/** Edits the mail server and the sender. Administrators must prove their identity again. */
export function MailServerDialog({ me, shown, onClose }: MailServerDialogProps) {
  const changing = useChangeSettings();
  const { mailServer, mailFrom } = shown.settings;
  const isSet = mailServer.value !== null;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const settings = {
      mailServer: mailServerIn(form),
      ...(mailFrom.variable === null && { mailFrom: senderIn(form) }),
    };
    const change = { version: shown.version, settings, ...ownerProofOf(form) };
    changing.mutate(change, { onSuccess: onClose });
  };
  return (
    <FormDialog title={t(isSet ? "settings.mail.change" : "settings.mail.setUp")} onClose={onClose}>
      <Form onSubmit={submit}>
        <MailServerFields server={mailServer.value} error={changing.error} />
        <SenderFields sender={mailFrom} error={changing.error} />
        <OwnerProofFields me={me} error={changing.error} />
        <p>{t("settings.mail.notified")}</p>
        <ErrorMessage error={changing.error} />
        <Button variant="primary" type="submit" busy={changing.isPending}>
          {t("settings.save")}
        </Button>
      </Form>
    </FormDialog>
  );
}
