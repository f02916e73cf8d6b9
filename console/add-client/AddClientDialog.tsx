import { type SubmitEvent, useState } from "react";
import type { AddedClient, IssuedAccessKey } from "#contract/manage/clients.ts";
import { Button } from "../../web/ui/Button.tsx";
import { interviewIn } from "../interviews/InterviewField.tsx";
import { InviteDialog } from "../invite/InviteDialog.tsx";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { OneTimeSecretDialog } from "../ui/dialogs/OneTimeSecretDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import styles from "./AddClientDialog.module.css";
import { ClientFields } from "./ClientFields.tsx";
import { clientIn, tagsIn } from "./client-in.ts";
import { IssuedKey } from "./IssuedKey.tsx";
import { useAddClient } from "./use-add-client.ts";

type AddClientDialogProps = { onClose: () => void; onStarted?: (bulkId: string) => void };

/** Adds a client, then shows the invitation or the access key, which is shown only once. */
export function AddClientDialog({ onClose, onStarted }: AddClientDialogProps) {
  const adding = useAddClient();
  const { data: setUp, isPending: isMailUnknown } = useMailSetUp();
  const [email, setEmail] = useState("");
  const added = adding.data;
  if (added && isIssued(added)) {
    return (
      <OneTimeSecretDialog title={t("addClient.done")} onClose={onClose}>
        <IssuedKey issued={added} />
      </OneTimeSecretDialog>
    );
  }
  if (added) {
    const { clientId } = added;
    const start = (bulkId: string) => {
      onStarted?.(bulkId);
      onClose();
    };
    return (
      <InviteDialog
        target={{ ids: [clientId] }}
        total={1}
        firstClientId={clientId}
        onClose={onClose}
        onStarted={start}
      />
    );
  }
  const submit = ({ currentTarget: form, nativeEvent }: SubmitEvent<HTMLFormElement>) => {
    // until it is known whether email is set up, Enter would submit with the wrong button
    if (isMailUnknown) return;
    const { submitter } = nativeEvent as globalThis.SubmitEvent;
    const withKey = submitter?.dataset.withKey !== undefined;
    adding.mutate({ ...clientIn(form), ...interviewIn(form), tags: tagsIn(form), withKey });
  };
  // closing now would lose the new key, which is shown only once
  const close = () => !adding.isPending && onClose();
  const isBusy = adding.isPending || isMailUnknown;
  const canInvite = setUp?.sendsMail === true && email.trim() !== "";
  return (
    <FormDialog title={t("addClient.title")} onClose={close}>
      <Form onSubmit={submit}>
        <ClientFields error={adding.error} onEmail={setEmail} />
        <ErrorMessage error={adding.error} />
        <div className={styles.ways}>
          {canInvite && (
            <Button variant="primary" type="submit" icon="send" busy={isBusy}>
              {t("addClient.invite")}
            </Button>
          )}
          <Button variant={canInvite ? "secondary" : "primary"} type="submit" data-with-key="" busy={isBusy}>
            {t("addClient.submit")}
          </Button>
        </div>
        {setUp?.sendsMail && !canInvite && <p className={styles.hint}>{t("addClient.inviteHint")}</p>}
      </Form>
    </FormDialog>
  );
}

function isIssued(added: AddedClient): added is AddedClient & IssuedAccessKey {
  return added.accessKey !== null;
}
