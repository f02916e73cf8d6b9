import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { ClientFields } from "../clients/ClientFields.tsx";
import { clientIn } from "../clients/client-in.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { useChangeClient } from "./use-client.ts";

type ChangeClientDialogProps = { client: Client; onClose: () => void };

export function ChangeClientDialog({ client, onClose }: ChangeClientDialogProps) {
  const changing = useChangeClient(client.clientId);
  return (
    <Dialog title={t("client.change")} closeLabel={t("dialog.close")} onClose={onClose}>
      <Form onSubmit={(event) => changing.mutate(clientIn(event.currentTarget), { onSuccess: onClose })}>
        <ClientFields client={client} error={changing.error} />
        <Failure error={changing.error} />
        <Button variant="primary" type="submit" busy={changing.isPending}>
          {t("managers.save")}
        </Button>
      </Form>
    </Dialog>
  );
}
