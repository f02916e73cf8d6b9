import type { SubmitEvent } from "react";
import { type Manager, roles } from "#contract/manage/accounts.ts";
import { MANAGER_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { TextField } from "../../web/ui/fields/TextField.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";
import { ManagerActs } from "./ManagerActs.tsx";
import styles from "./ManagerDialog.module.css";
import { RoleField } from "./RoleField.tsx";
import { ShownLink } from "./ShownLink.tsx";
import { useChangeManager, useEndManager, useMakePasswordLink } from "./use-managers.ts";

type ManagerDialogProps = {
  manager: Manager;
  /** Whether it is one's own account. */
  isOwn: boolean;
  onClose: () => void;
};

/** What an administrator does with an account. */
export function ManagerDialog({ manager, isOwn, onClose }: ManagerDialogProps) {
  const { managerId, name, role, state } = manager;
  const changing = useChangeManager();
  const linking = useMakePasswordLink();
  const ending = useEndManager();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const wished = roles.find((one) => one === form.get("role")) ?? role;
    changing.mutate({ managerId, name: String(form.get("name")), role: wished }, { onSuccess: onClose });
  };
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
        <RoleField chosen={role} />
        <Failure error={changing.error} />
        <Button variant="primary" type="submit" busy={changing.isPending}>
          {t("managers.save")}
        </Button>
      </Form>
      <div className={styles.others}>
        {linking.data && <ShownLink link={linking.data} />}
        {state !== "revoked" && (
          <Button busy={linking.isPending} onClick={() => linking.mutate(managerId)}>
            {t("managers.newLink")}
          </Button>
        )}
        <ManagerActs manager={manager} isOwn={isOwn} />
        <p>{t(state === "revoked" ? "managers.reviveHint" : "managers.revokeHint")}</p>
        <Button
          variant={state === "revoked" ? "secondary" : "danger"}
          busy={ending.isPending}
          onClick={() => ending.mutate({ managerId, state })}
        >
          {t(state === "revoked" ? "managers.revive" : "managers.revoke")}
        </Button>
        <Failure error={linking.error ?? ending.error} />
      </div>
    </Dialog>
  );
}
