import type { SubmitEvent } from "react";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { TextField } from "../../web/ui/TextField.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { IssuedKey } from "./IssuedKey.tsx";
import { useAddClient } from "./use-clients.ts";

type AddClientDialogProps = { onClose: () => void };

/** A new client, and then the access key, this once. */
export function AddClientDialog({ onClose }: AddClientDialogProps) {
  const adding = useAddClient();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email")).trim();
    adding.mutate({ name: String(form.get("name")), email: email === "" ? null : email });
  };
  if (adding.data) {
    return (
      <Dialog title={t("addClient.done")} closeLabel={t("dialog.close")} onClose={onClose}>
        <IssuedKey issued={adding.data} />
      </Dialog>
    );
  }
  return (
    <Dialog title={t("addClient.title")} closeLabel={t("dialog.close")} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t("addClient.name")}
          hint={t("addClient.nameHint")}
          name="name"
          maxLength={CLIENT_NAME_MAX_LENGTH}
          error={faultOf(adding.error, "name")}
          required
          data-autofocus=""
        />
        <TextField
          label={t("addClient.email")}
          hint={t("addClient.emailHint")}
          name="email"
          type="email"
          error={faultOf(adding.error, "email")}
        />
        <Failure error={adding.error} />
        <Button variant="primary" type="submit" busy={adding.isPending}>
          {t("addClient.submit")}
        </Button>
      </Form>
    </Dialog>
  );
}
