import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { useRevokeManager } from "./use-managers.ts";

type ManagerEndProps = { managerId: string };

/** Ends an account. */
export function ManagerEnd({ managerId }: ManagerEndProps) {
  const revoking = useRevokeManager();
  return (
    <>
      <p>{t("managers.revokeHint")}</p>
      <Button variant="danger" busy={revoking.isPending} onClick={() => revoking.mutate(managerId)}>
        {t("managers.revoke")}
      </Button>
      <Failure error={revoking.error} />
    </>
  );
}
