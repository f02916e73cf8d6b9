import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { useEndManagerSessions } from "./use-managers.ts";

type EndingSessionsProps = { managerId: string };

/** For somebody whose computer is in wrong hands; the account itself goes on. */
export function EndingSessions({ managerId }: EndingSessionsProps) {
  const ending = useEndManagerSessions();
  return (
    <>
      <p>{t("managers.endSessionsHint")}</p>
      <Button busy={ending.isPending} onClick={() => ending.mutate(managerId)}>
        {t("managers.endSessions")}
      </Button>
      <p role="status">{ending.isSuccess && t("managers.sessionsEnded", { count: ending.data.ended })}</p>
      <Failure error={ending.error} />
    </>
  );
}
