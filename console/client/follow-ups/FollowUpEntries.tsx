import type { FollowUpEntry } from "#contract/manage/follow-ups.ts";
import { t } from "../../translate.ts";
import { Instant } from "../../ui/Instant.tsx";
import styles from "./FollowUpEntries.module.css";

type FollowUpEntriesProps = { entries: FollowUpEntry[]; title: string };

/** Who said what about a question, and when. */
export function FollowUpEntries({ entries, title }: FollowUpEntriesProps) {
  if (entries.length === 0) return null;
  return (
    <ol className={styles.entries} aria-label={t("followUp.list", { title })}>
      {entries.map(({ kind, managerName, at, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
        <li key={place} className={styles.entry}>
          <p className={styles.who}>
            <bdi>{t(`followUp.${kind}`, { name: managerName ?? t("followUp.somebody") })}</bdi>,{" "}
            <Instant at={at} never="" />
          </p>
          {text !== null && (
            <p className={styles.text} dir="auto">
              {text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
