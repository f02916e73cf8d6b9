import { type SubmitEvent, useState } from "react";
import type { MessageKind } from "#contract/manage/webhooks/webhook-messages.ts";
import { WEBHOOK_ADDRESS_MAX_LENGTH } from "#contract/manage/webhooks/webhooks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { TextField } from "../../web/ui/fields/TextField.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { ShownOnceDialog } from "../ui/ShownOnceDialog.tsx";
import { KindFields } from "./KindFields.tsx";
import { ShownSecret } from "./ShownSecret.tsx";
import { useAddWebhook } from "./use-webhooks.ts";

type AddWebhookDialogProps = { onClose: () => void };

/** A new webhook, and then its secret, this once. */
export function AddWebhookDialog({ onClose }: AddWebhookDialogProps) {
  const adding = useAddWebhook();
  const [kinds, setKinds] = useState<MessageKind[]>(["record.submitted"]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    adding.mutate({ address: String(new FormData(event.currentTarget).get("address")), kinds });
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
        <TextField
          label={t("webhooks.address")}
          name="address"
          type="url"
          placeholder="https://example.com/hook"
          maxLength={WEBHOOK_ADDRESS_MAX_LENGTH}
          error={faultOf(adding.error, "address")}
          required
          data-autofocus=""
        />
        <KindFields chosen={kinds} onChange={setKinds} />
        <Failure error={adding.error} />
        <Button variant="primary" type="submit" busy={adding.isPending}>
          {t("webhooks.addSubmit")}
        </Button>
      </Form>
    </FormDialog>
  );
}
