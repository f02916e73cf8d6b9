import type { SubmitEvent } from "react";
import { useLocation } from "wouter";
import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { useEraseClient } from "../use-client.ts";

type EraseDialogProps = { client: Client; onClose: () => void };

/** Asks for the client's name, because erasing cannot be undone. */
export function EraseDialog({ client: { clientId, name }, onClose }: EraseDialogProps) {
  const [, navigate] = useLocation();
  const erasing = useEraseClient(clientId, () => navigate("/"));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    erasing.mutate({ name: String(new FormData(event.currentTarget).get("name")) });
  };
  return (
    <Dialog title={t("client.erase")} closeLabel={t("dialog.close")} onClose={onClose}>
      <Form onSubmit={submit}>
        <p>{t("erase.what", { name })}</p>
        <p>{t("erase.backups")}</p>
        <TextField label={t("erase.name")} name="name" autoComplete="off" required data-autofocus="" />
        <ErrorMessage error={erasing.error} />
        <Button variant="danger" type="submit" icon="trash" busy={erasing.isPending}>
          {t("erase.submit")}
        </Button>
      </Form>
    </Dialog>
  );
}
