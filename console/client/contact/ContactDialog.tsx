import { type SubmitEvent, useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import fieldStyles from "../../add-client/ClientFields.module.css";
import { ClientFields } from "../../add-client/ClientFields.tsx";
import { faultOf } from "../../api/call-failure.ts";
import { useFields } from "../../fields/use-fields.ts";
import { t } from "../../translate.ts";
import { FormDialog } from "../../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Form } from "../../ui/Form.tsx";
import { ManagerField } from "../settings/ManagerField.tsx";
import { contactIn } from "./contact-in.ts";
import { OwnFieldInput } from "./OwnFieldInput.tsx";
import { usePatchClient } from "./use-contact.ts";

type ContactDialogProps = { client: Client; me: CurrentManager; onClose: () => void };

/** Edits everything that a manager stores about a client besides answers. */
export function ContactDialog({ client, me, onClose }: ContactDialogProps) {
  const [opened] = useState(client);
  const { data: fields = [] } = useFields();
  const patching = usePatchClient(client.clientId);
  const { error } = patching;
  const submit = ({ currentTarget: form }: SubmitEvent<HTMLFormElement>) => {
    const patch = contactIn(form, opened, fields);
    if (Object.keys(patch).length === 0) onClose();
    else patching.mutate(patch, { onSuccess: onClose });
  };
  return (
    <FormDialog title={t("client.change")} onClose={onClose}>
      <Form onSubmit={submit}>
        <ClientFields client={opened} error={error} />
        {fields.length > 0 && (
          <div className={fieldStyles.pair}>
            {fields.map((field) => (
              <OwnFieldInput
                key={field.fieldId}
                field={field}
                value={opened.fields[field.fieldId]}
                error={faultOf(error, `fields.${field.fieldId}`)}
              />
            ))}
          </div>
        )}
        {me.role === "administrator" && <ManagerField client={opened} />}
        <ErrorMessage error={error} />
        <Button variant="primary" type="submit" busy={patching.isPending}>
          {t("managers.save")}
        </Button>
      </Form>
    </FormDialog>
  );
}
