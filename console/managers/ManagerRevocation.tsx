import { type SubmitEvent, useState } from "react";
import type { Manager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { PickField } from "../ui/fields/PickField.tsx";
import styles from "./ManagerDialog.module.css";
import { useManagers, useRevokeManager } from "./use-managers.ts";

type ManagerRevocationProps = { manager: Manager };

const ADMINISTRATORS = "administrators";

/** Revokes an account, and hands its clients to a colleague. */
export function ManagerRevocation({ manager }: ManagerRevocationProps) {
  const { managerId, name, away } = manager;
  const clients = manager.clients + (away?.clients ?? 0);
  const { data: managers = [], error } = useManagers();
  const revoking = useRevokeManager();
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <div className={styles.act}>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {t("managers.revoke")}
        </Button>
        <p>{t("managers.revokeHint")}</p>
      </div>
    );
  }
  const colleagues = managers.filter(
    (other) => other.state !== "revoked" && other.away === null && other.managerId !== managerId,
  );
  const options = [
    { value: "", label: t("managers.handToChoose") },
    ...colleagues.map((other) => ({ value: other.managerId, label: `${other.name} (${other.email})` })),
    { value: ADMINISTRATORS, label: t("managers.handToAdministrators") },
  ];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const chosen = new FormData(event.currentTarget).get("handTo");
    revoking.mutate({ managerId, handTo: chosen === ADMINISTRATORS ? null : chosen?.toString() });
  };
  return (
    <Form onSubmit={submit}>
      <p role="status">{t("managers.revokeQuestion", { name })}</p>
      {clients > 0 && (
        <PickField
          label={t("managers.handTo")}
          hint={t("managers.handToHint", { count: clients })}
          name="handTo"
          options={options}
          required
          autoFocus
        />
      )}
      <ErrorMessage error={revoking.error ?? error} />
      <Button variant="danger" type="submit" autoFocus={clients === 0} busy={revoking.isPending}>
        {t(clients > 0 ? "managers.revokeAndHand" : "managers.revokeConfirm", { count: clients })}
      </Button>
      <Button variant="quiet" onClick={() => setIsAsking(false)}>
        {t("managers.keep")}
      </Button>
    </Form>
  );
}
