import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { useUnlinkManager } from "./use-managers.ts";

type UnlinkingProps = { managerId: string };

/** For an account that is linked to a person at the OpenID Connect provider. */
export function Unlinking({ managerId }: UnlinkingProps) {
  const unlinking = useUnlinkManager();
  return (
    <>
      <p>{t("managers.unlinkHint")}</p>
      <Button busy={unlinking.isPending} onClick={() => unlinking.mutate(managerId)}>
        {t("managers.unlink")}
      </Button>
      <Failure error={unlinking.error} />
    </>
  );
}
