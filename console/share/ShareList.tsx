import type { Share } from "#contract/manage/shares.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { ShareLine } from "./ShareLine.tsx";
import styles from "./ShareList.module.css";
import { useShares } from "./use-shares.ts";

type ShareListProps = { clientId: string };

/** The active links, with recipient, number of opens, and expiration. */
export function ShareList({ clientId }: ShareListProps) {
  const { data, error } = useShares(clientId);
  const shares: Share[] = data?.shares ?? [];
  if (error) return <ErrorMessage error={error} />;
  if (shares.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("share.list")}>
      <h3 className={styles.title}>{t("share.list")}</h3>
      <ul className={styles.list}>
        {shares.map((share) => (
          <ShareLine key={share.shareId} clientId={clientId} share={share} />
        ))}
      </ul>
    </section>
  );
}
