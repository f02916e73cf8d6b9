import { Link } from "wouter";
import type { BulkCause, BulkJob } from "#contract/manage/bulk.ts";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import styles from "./SkippedDialog.module.css";

type SkippedDialogProps = { bulk: BulkJob; onClose: () => void };

/** The clients that an action skipped, and the reasons. */
export function SkippedDialog({ bulk, onClose }: SkippedDialogProps) {
  const causes = Object.entries(bulk.causes) as [BulkCause, number][];
  return (
    <Dialog
      title={t("bulk.skippedTitle", { count: bulk.skipped })}
      closeLabel={t("dialog.close")}
      onClose={onClose}
    >
      <div className={styles.causes}>
        {causes.map(([cause, count]) => (
          <SkippedGroup key={cause} bulk={bulk} cause={cause} count={count} />
        ))}
      </div>
    </Dialog>
  );
}

function SkippedGroup({ bulk, cause, count }: { bulk: BulkJob; cause: BulkCause; count: number }) {
  const clients = bulk.skippedClients.filter((client) => client.cause === cause);
  const more = count - clients.length;
  return (
    <section className={styles.cause}>
      <h3 className={styles.title}>
        {t(`bulk.cause.${cause}`)} <span className={styles.count}>{numberWords(count)}</span>
      </h3>
      <ul className={styles.clients}>
        {clients.map(({ clientId, clientName }) => (
          <li key={clientId}>
            <Link to={`/clients/${clientId}`}>
              <bdi>{clientName}</bdi>
            </Link>
          </li>
        ))}
        {more > 0 && <li className={styles.count}>{t("bulk.more", { count: more })}</li>}
      </ul>
    </section>
  );
}
