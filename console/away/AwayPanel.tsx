import type { AwayStatus } from "#contract/manage/away.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { useNow } from "../ui/time/use-now.ts";
import styles from "./AwayPanel.module.css";
import { othersAwayWords, ownAwayWords } from "./away-words.ts";
import { ChangeDayForm } from "./ChangeDayForm.tsx";
import { HandOverForm } from "./HandOverForm.tsx";
import { useAway, useComeBack } from "./use-away.ts";

type AwayPanelProps = {
  managerId: string;
  /** Another manager's name; undefined for the signed-in manager. */
  name?: string | undefined;
};

/** Hands a manager's clients to a colleague until a day, or brings them back. */
export function AwayPanel({ managerId, name }: AwayPanelProps) {
  const query = useAway(managerId);
  const coming = useComeBack(managerId);
  return (
    <div className={styles.part}>
      <QueryView query={query} isPart>
        {({ away, colleagues }) =>
          away === null ? (
            <ClientHandOver managerId={managerId} name={name} colleagues={colleagues} />
          ) : (
            <AwayNow
              managerId={managerId}
              away={away}
              name={name}
              isBusy={coming.isPending}
              error={coming.error}
              onBack={() => coming.mutate()}
            />
          )
        }
      </QueryView>
      <p role="status" className={styles.status}>
        {coming.isSuccess && query.data?.away === null && t("away.back")}
      </p>
    </div>
  );
}

type ClientHandOverProps = AwayPanelProps & Pick<AwayStatus, "colleagues">;

function ClientHandOver({ managerId, name, colleagues }: ClientHandOverProps) {
  if (colleagues.length === 0) return <p>{t("away.nobody")}</p>;
  return (
    <>
      <p>{name === undefined ? t("away.hint") : t("away.hintOthers", { name })}</p>
      <HandOverForm managerId={managerId} colleagues={colleagues} />
    </>
  );
}

type AwayStatusProps = {
  managerId: string;
  away: NonNullable<AwayStatus["away"]>;
  name: string | undefined;
  isBusy: boolean;
  error: Error | null;
  onBack: () => void;
};

function AwayNow({ managerId, away, name, isBusy, error, onBack }: AwayStatusProps) {
  const now = useNow();
  const { handTo, until } = away;
  const back = (
    <Button busy={isBusy} onClick={onBack}>
      {t(name === undefined ? "away.comeBack" : "away.giveBack")}
    </Button>
  );
  return (
    <>
      <p>{name === undefined ? ownAwayWords(away, now) : othersAwayWords(away, name, now)}</p>
      <ErrorMessage error={error} />
      {handTo === null ? (
        back
      ) : (
        <ChangeDayForm managerId={managerId} handTo={handTo.managerId} until={until}>
          {back}
        </ChangeDayForm>
      )}
    </>
  );
}
