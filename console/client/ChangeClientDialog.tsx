import type { SubmitEvent } from "react";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { TextField } from "../../web/ui/TextField.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { useChangeClient } from "./use-client.ts";

type ChangeClientDialogProps = { client: Client; onClose: () => void };

export function ChangeClientDialog({ client, onClose }: ChangeClientDialogProps) {
  const changing = useChangeClient(client.clientId);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email")).trim();
    const change = { name: String(form.get("name")), email: email === "" ? null : email };
    changing.mutate(change, { onSuccess: onClose });
  };
  return (
    <Dialog title={t("client.change")} closeLabel={t("dialog.close")} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t("addClient.name")}
          name="name"
          defaultValue={client.name}
          maxLength={CLIENT_NAME_MAX_LENGTH}
          error={faultOf(changing.error, "name")}
          required
          data-autofocus=""
        />
        <TextField
          label={t("addClient.email")}
          hint={t("addClient.emailHint")}
          name="email"
          type="email"
          defaultValue={client.email ?? ""}
          error={faultOf(changing.error, "email")}
        />
        <Failure error={changing.error} />
        <Button variant="primary" type="submit" busy={changing.isPending}>
          {t("managers.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
