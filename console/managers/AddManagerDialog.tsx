import type { SubmitEvent } from "react";
import { type CurrentManager, roles } from "#contract/manage/accounts.ts";
import { MANAGER_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { useMailSetUp } from "../mail/use-mails.ts";
import { OwnerProofFields } from "../second-factor/OwnerProofFields.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { t } from "../translate.ts";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { PasswordLinkDialog } from "./PasswordLinkDialog.tsx";
import { RoleField } from "./RoleField.tsx";
import { useAddManager } from "./use-managers.ts";

type AddManagerDialogProps = { me: CurrentManager; onClose: () => void };

/** Adds an account, then shows what happened to the link for setting its password. */
export function AddManagerDialog({ me, onClose }: AddManagerDialogProps) {
  const adding = useAddManager();
  const sendsMail = useMailSetUp().data?.sendsMail === true;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const role = roles.find((one) => one === form.get("role")) ?? "manager";
    adding.mutate({
      name: String(form.get("name")),
      email: String(form.get("email")),
      role,
      ...ownerProofOf(form),
    });
  };
  if (adding.data) {
    const titles = { title: t("managers.added"), mailedTitle: t("managers.invited") };
    return <PasswordLinkDialog {...titles} made={adding.data} onClose={onClose} />;
  }
  return (
    <FormDialog title={t("managers.add")} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t("managers.name")}
          name="name"
          maxLength={MANAGER_NAME_MAX_LENGTH}
          error={faultOf(adding.error, "name")}
          required
          data-autofocus=""
        />
        <TextField
          label={t("managers.email")}
          name="email"
          type="email"
          error={faultOf(adding.error, "email")}
          required
        />
        <RoleField chosen="manager" />
        <OwnerProofFields me={me} error={adding.error} />
        <ErrorMessage error={adding.error} />
        <Button variant="primary" type="submit" busy={adding.isPending}>
          {t(sendsMail ? "managers.invite" : "managers.addSubmit")}
        </Button>
      </Form>
    </FormDialog>
  );
}
