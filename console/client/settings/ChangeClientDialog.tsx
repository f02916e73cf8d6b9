import type { SubmitEvent } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { ClientFields } from "../../add-client/ClientFields.tsx";
import { clientIn, externalIdIn, givenIn } from "../../add-client/client-in.ts";
import { t } from "../../translate.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Form } from "../../ui/Form.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { useChangeClient } from "../use-client.ts";
import { ManagerField } from "./ManagerField.tsx";

type ChangeClientDialogProps = { client: Client; me: Me; onClose: () => void };

export function ChangeClientDialog({ client, me, onClose }: ChangeClientDialogProps) {
  const changing = useChangeClient(client.clientId);
  const submit = ({ currentTarget: form }: SubmitEvent<HTMLFormElement>) =>
    changing.mutate({ ...clientIn(form), ...externalIdIn(form), ...givenIn(form) }, { onSuccess: onClose });
  return (
    <FormDialog title={t("client.change")} onClose={onClose}>
      <Form onSubmit={submit}>
        <ClientFields client={client} error={changing.error} />
        {me.role === "administrator" && <ManagerField client={client} />}
        <Failure error={changing.error} />
        <Button variant="primary" type="submit" busy={changing.isPending}>
          {t("managers.save")}
        </Button>
      </Form>
    </FormDialog>
  );
}
