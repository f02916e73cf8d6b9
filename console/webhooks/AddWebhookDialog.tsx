import type { SubmitEvent } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { t } from "../translate.ts";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { OneTimeSecretDialog } from "../ui/dialogs/OneTimeSecretDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { NewWebhookSecret } from "./NewWebhookSecret.tsx";
import { useWebhookForm } from "./use-webhook-form.ts";
import { useAddWebhook } from "./use-webhooks.ts";
import { WebhookFields } from "./WebhookFields.tsx";

type AddWebhookDialogProps = { me: CurrentManager; onClose: () => void };

/** Adds a webhook, then shows its secret once. */
export function AddWebhookDialog({ me, onClose }: AddWebhookDialogProps) {
  const adding = useAddWebhook();
  const form = useWebhookForm();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const proof = form.needsProof ? ownerProofOf(new FormData(event.currentTarget)) : {};
    adding.mutate({ ...form.values, ...proof });
  };
  if (adding.data) {
    return (
      <OneTimeSecretDialog title={t("webhooks.added")} onClose={onClose}>
        <NewWebhookSecret secret={adding.data.secret} hint={t("webhooks.secretOnce")} />
      </OneTimeSecretDialog>
    );
  }
  return (
    <FormDialog title={t("webhooks.add")} onClose={onClose}>
      <Form onSubmit={submit}>
        <WebhookFields me={me} form={form} error={adding.error} />
        <ErrorMessage error={adding.error} />
        <Button variant="primary" type="submit" busy={adding.isPending}>
          {t("webhooks.addSubmit")}
        </Button>
      </Form>
    </FormDialog>
  );
}
