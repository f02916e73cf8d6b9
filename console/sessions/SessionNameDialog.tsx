import type { SubmitEvent } from "react";
import { DEVICE_LABEL_MAX_LENGTH } from "#contract/manage/limits.ts";
import type { ListedSession } from "#contract/manage/sessions.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { useNameSession } from "./use-sessions.ts";

type SessionNameDialogProps = { session: ListedSession; onClose: () => void };

/** Names the device of a session. The name stays after the next sign-in on that device. */
export function SessionNameDialog({ session, onClose }: SessionNameDialogProps) {
  const { sessionId, device, label } = session;
  const naming = useNameSession();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const entered = String(new FormData(event.currentTarget).get("label")).trim();
    naming.mutate({ sessionId, label: entered === "" ? null : entered }, { onSuccess: onClose });
  };
  return (
    <FormDialog title={device ?? t("sessions.unknownDevice")} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t("sessions.label")}
          hint={t("sessions.labelHint")}
          name="label"
          defaultValue={label ?? ""}
          maxLength={DEVICE_LABEL_MAX_LENGTH}
          error={faultOf(naming.error, "label")}
        />
        <ErrorMessage error={naming.error} />
        <Button variant="primary" type="submit" busy={naming.isPending}>
          {t("sessions.save")}
        </Button>
      </Form>
    </FormDialog>
  );
}
