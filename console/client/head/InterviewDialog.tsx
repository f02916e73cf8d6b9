import type { SubmitEvent } from "react";
import type { Client } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { Dialog } from "../../../web/ui/Dialog.tsx";
import { call } from "../../api/call.ts";
import { InterviewField, interviewIn } from "../../interviews/InterviewField.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Form } from "../../ui/Form.tsx";
import { useClientAct } from "../use-client.ts";

type InterviewDialogProps = { client: Client; onClose: () => void };

/** Gives a client another interview, and explains what happens to the answers. */
export function InterviewDialog({ client, onClose }: InterviewDialogProps) {
  const { clientId, name, submittedAt, interview } = client;
  const changing = useClientAct<string, object>(
    (interviewId) => call(manageEndpoints.changeInterview, { params: { clientId }, body: { interviewId } }),
    onClose,
  );
  const submit = ({ currentTarget: form }: SubmitEvent<HTMLFormElement>) => {
    const { interviewId = interview.interviewId } = interviewIn(form);
    if (interviewId === interview.interviewId) onClose();
    else changing.mutate(interviewId);
  };
  return (
    <Dialog title={t("interviews.change")} closeLabel={t("dialog.close")} onClose={onClose}>
      <Form onSubmit={submit}>
        <InterviewField interviewId={interview.interviewId} />
        <p>{t("interviews.keeps", { name })}</p>
        {submittedAt !== null && <p>{t("interviews.submitted", { name })}</p>}
        <ErrorMessage error={changing.error} />
        <Button variant="primary" type="submit" busy={changing.isPending}>
          {t("interviews.change")}
        </Button>
      </Form>
    </Dialog>
  );
}
