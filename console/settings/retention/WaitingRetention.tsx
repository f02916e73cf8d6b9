import { Link } from "wouter";
import type { ShownRetention } from "#contract/manage/settings/settings.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { dateWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import styles from "./WaitingRetention.module.css";

type WaitingRetentionProps = Pick<ShownRetention, "days"> & {
  waiting: NonNullable<ShownRetention["waiting"]>;
  isPending: boolean;
  onCancel: () => void;
};

/**
 * A shorter retention time that is not in effect yet: when it starts, which clients it will erase, and a cancel button.
 */
export function WaitingRetention({ days, waiting, isPending, onCancel }: WaitingRetentionProps) {
  const { beginsAt, clients, clientCount: count } = waiting;
  const date = dateWords(new Date(beginsAt), { dateStyle: "long", timeStyle: "short" });
  return (
    <div className={styles.notice}>
      <p>
        <b>{t("settings.retention.waiting", { date, days: waiting.days })}</b>{" "}
        {days === null ? t("settings.retention.untilNone") : t("settings.retention.until", { days })}
      </p>
      <p>
        {t("settings.retention.leaving", { count })} {count > 0 && t("settings.retention.leavingHint")}
      </p>
      {count > 0 && <LeavingClients clients={clients} more={count - clients.length} />}
      <div>
        <Button busy={isPending} onClick={onCancel}>
          {t("settings.retention.cancel")}
        </Button>
      </div>
    </div>
  );
}

type LeavingClientsProps = Pick<WaitingRetentionProps["waiting"], "clients"> & { more: number };

function LeavingClients({ clients, more }: LeavingClientsProps) {
  return (
    <ul className={styles.clients}>
      {clients.map(({ clientId, name }) => (
        <li key={clientId}>
          <Link to={`/clients/${clientId}`} className={styles.client}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{t("bulk.more", { count: more })}</li>}
    </ul>
  );
}
