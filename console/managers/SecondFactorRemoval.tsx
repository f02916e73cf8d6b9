import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { useRemoveSecondFactor } from "./use-managers.ts";

type SecondFactorRemovalProps = { managerId: string };

/** For somebody who has lost the phone and the recovery codes. */
export function SecondFactorRemoval({ managerId }: SecondFactorRemovalProps) {
  const removing = useRemoveSecondFactor();
  return (
    <>
      <p>{t("managers.removeFactorHint")}</p>
      <Button busy={removing.isPending} onClick={() => removing.mutate(managerId)}>
        {t("managers.removeFactor")}
      </Button>
      <Failure error={removing.error} />
    </>
  );
}
