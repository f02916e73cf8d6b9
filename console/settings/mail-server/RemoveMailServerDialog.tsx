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

type RemoveMailServerDialogProps = { me: CurrentManager; shown: ShownSettings; onClose: () => void };

/** Removes the mail server, which turns email off. The sender is kept for the next mail server. */
export function RemoveMailServerDialog({ me, shown, onClose }: RemoveMailServerDialogProps) {
  const changing = useChangeSettings();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const proof = ownerProofOf(new FormData(event.currentTarget));
    const change = { version: shown.version, settings: { mailServer: null }, ...proof };
    changing.mutate(change, { onSuccess: onClose });
  };
  return (
    <FormDialog title={t("settings.mail.remove")} onClose={onClose}>
      <Form onSubmit={submit}>
        <p>{t("settings.mail.removeWhat")}</p>
        <OwnerProofFields me={me} error={changing.error} hasFocus />
        <ErrorMessage error={changing.error} />
        <Button variant="danger" type="submit" busy={changing.isPending}>
          {t("settings.mail.remove")}
        </Button>
      </Form>
    </FormDialog>
  );
}
