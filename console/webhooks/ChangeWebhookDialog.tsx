import type { SubmitEvent } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { t } from "../translate.ts";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { useWebhookForm } from "./use-webhook-form.ts";
import { useChangeWebhook } from "./use-webhooks.ts";
import { WebhookFields } from "./WebhookFields.tsx";

type ChangeWebhookDialogProps = { me: CurrentManager; webhook: Webhook; onClose: () => void };

export function ChangeWebhookDialog({ me, webhook, onClose }: ChangeWebhookDialogProps) {
  const changing = useChangeWebhook(webhook.webhookId);
  const form = useWebhookForm(webhook);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { address, kinds, format, answers } = form.values;
    const proof = form.needsProof ? ownerProofOf(new FormData(event.currentTarget)) : {};
    changing.mutate({ address, kinds, format, answers, ...proof }, { onSuccess: onClose });
  };
  return (
    <FormDialog title={t("webhooks.changeTitle")} onClose={onClose}>
      <Form onSubmit={submit}>
        <WebhookFields me={me} form={form} error={changing.error} />
        <ErrorMessage error={changing.error} />
        <Button variant="primary" type="submit" busy={changing.isPending}>
          {t("webhooks.save")}
        </Button>
      </Form>
    </FormDialog>
  );
}
