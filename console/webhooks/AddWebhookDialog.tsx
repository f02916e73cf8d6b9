import type { SubmitEvent } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { ShownOnceDialog } from "../ui/ShownOnceDialog.tsx";
import { ShownSecret } from "./ShownSecret.tsx";
import { useWebhookForm } from "./use-webhook-form.ts";
import { useAddWebhook } from "./use-webhooks.ts";
import { WebhookFields } from "./WebhookFields.tsx";

type AddWebhookDialogProps = { me: Me; onClose: () => void };

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
      <ShownOnceDialog title={t("webhooks.added")} onClose={onClose}>
        <ShownSecret secret={adding.data.secret} hint={t("webhooks.secretOnce")} />
      </ShownOnceDialog>
    );
  }
  return (
    <FormDialog title={t("webhooks.add")} onClose={onClose}>
      <Form onSubmit={submit}>
        <WebhookFields me={me} form={form} error={adding.error} />
        <Failure error={adding.error} />
        <Button variant="primary" type="submit" busy={adding.isPending}>
          {t("webhooks.addSubmit")}
        </Button>
      </Form>
    </FormDialog>
  );
}
