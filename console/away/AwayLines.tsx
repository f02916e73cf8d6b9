import { Link } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { dueWords } from "../clients/client-words.ts";
import { listAddress } from "../clients/use-client-query.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { useNow } from "../ui/time/use-now.ts";
import styles from "./AwayLines.module.css";
import { ownAwayWords } from "./away-words.ts";
import { useAway, useComeBack } from "./use-away.ts";

/**
 * Notices above the list: who has the manager's clients while they are away, and for whom they stand in. Hidden
 * otherwise.
 */
export function AwayLines({ me }: { me: CurrentManager }) {
  const { data } = useAway(me.managerId);
  const coming = useComeBack(me.managerId);
  const now = useNow();
  if (!data || (data.away === null && data.standsInFor.length === 0)) return null;
  return (
    <div className={styles.lines}>
      {data.away && (
        <p className={styles.line}>
          <span>{ownAwayWords(data.away, now)}</span>
          <Button size="small" busy={coming.isPending} onClick={() => coming.mutate()}>
            {t("away.comeBack")}
          </Button>
        </p>
      )}
      {data.standsInFor.map(({ managerId, name, clients, until }) => (
        <p key={managerId} className={styles.line}>
          <span>
            {t(clients === 0 ? "away.standsInLater" : "away.standsIn", {
              count: clients,
              name,
              day: dueWords(until, now),
            })}
          </span>
          {clients > 0 && (
            <Link
              className={styles.show}
              href={listAddress({ goesBackTo: managerId })}
              aria-label={t("away.showTheirs", { name })}
            >
              {t("away.show")}
            </Link>
          )}
        </p>
      ))}
      <ErrorMessage error={coming.error} />
    </div>
  );
}
