import { type SubmitEvent, useState } from "react";
import { type CurrentManager, type Manager, roles } from "#contract/manage/accounts.ts";
import { MANAGER_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { faultOf } from "../api/call-failure.ts";
import { AwayPanel } from "../away/AwayPanel.tsx";
import { OwnerProofFields } from "../second-factor/OwnerProofFields.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { Panel } from "../ui/Panel.tsx";
import { AccountRecoveryActions } from "./AccountRecoveryActions.tsx";
import styles from "./ManagerDialog.module.css";
import { ManagerRevival } from "./ManagerRevival.tsx";
import { ManagerRevocation } from "./ManagerRevocation.tsx";
import { PasswordLinkActs } from "./PasswordLinkActs.tsx";
import { PasswordLinkDialog } from "./PasswordLinkDialog.tsx";
import { RoleField } from "./RoleField.tsx";
import { useChangeManager, useMakePasswordLink } from "./use-managers.ts";

type ManagerDialogProps = {
  manager: Manager;
  me: CurrentManager;
  onClose: () => void;
};

/** Lets an administrator edit an account. */
export function ManagerDialog({ manager, me, onClose }: ManagerDialogProps) {
  const { managerId, name, role, state } = manager;
  const isOwn = managerId === me.managerId;
  const [chosen, setChosen] = useState(role);
  const changing = useChangeManager();
  const linking = useMakePasswordLink();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const wished = roles.find((one) => one === form.get("role")) ?? role;
    const changed = { managerId, name: String(form.get("name")), role: wished, ...ownerProofOf(form) };
    changing.mutate(changed, { onSuccess: onClose });
  };
  if (linking.data)
    return <PasswordLinkDialog title={name} mailedTitle={name} made={linking.data} onClose={onClose} />;
  return (
    <Dialog title={name} closeLabel={t("dialog.close")} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t("managers.name")}
          name="name"
          defaultValue={name}
          maxLength={MANAGER_NAME_MAX_LENGTH}
          error={faultOf(changing.error, "name")}
          required
        />
        <RoleField chosen={role} onChoose={setChosen} />
        {chosen === "administrator" && role !== "administrator" && (
          <OwnerProofFields me={me} error={changing.error} />
        )}
        <ErrorMessage error={changing.error} />
        <Button variant="primary" type="submit" busy={changing.isPending}>
          {t("managers.save")}
        </Button>
      </Form>
      <div className={styles.others}>
        {state !== "revoked" && !isOwn && <PasswordLinkActs me={me} manager={manager} linking={linking} />}
        {state !== "revoked" && (
          <Panel title={t("away.title")} isPlain>
            <AwayPanel managerId={managerId} name={isOwn ? undefined : name} />
          </Panel>
        )}
        <AccountRecoveryActions manager={manager} me={me} />
        {state === "revoked" ? (
          <ManagerRevival me={me} managerId={managerId} />
        ) : (
          <ManagerRevocation manager={manager} />
        )}
      </div>
    </Dialog>
  );
}
