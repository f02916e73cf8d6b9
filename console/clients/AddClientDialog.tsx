import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import { ShownOnceDialog } from "../ui/ShownOnceDialog.tsx";
import { ClientFields } from "./ClientFields.tsx";
import { clientIn } from "./client-in.ts";
import { IssuedKey } from "./IssuedKey.tsx";
import { useAddClient } from "./use-clients.ts";

type AddClientDialogProps = { onClose: () => void };

/** A new client, and then the access key, this once. */
export function AddClientDialog({ onClose }: AddClientDialogProps) {
  const adding = useAddClient();
  if (adding.data) {
    return (
      <ShownOnceDialog title={t("addClient.done")} onClose={onClose}>
        <IssuedKey issued={adding.data} />
      </ShownOnceDialog>
    );
  }
  // the key that is on its way would be shown to nobody
  const close = () => !adding.isPending && onClose();
  return (
    <FormDialog title={t("addClient.title")} onClose={close}>
      <Form onSubmit={(event) => adding.mutate(clientIn(event.currentTarget))}>
        <ClientFields error={adding.error} />
        <Failure error={adding.error} />
        <Button variant="primary" type="submit" busy={adding.isPending}>
          {t("addClient.submit")}
        </Button>
      </Form>
    </FormDialog>
  );
}
