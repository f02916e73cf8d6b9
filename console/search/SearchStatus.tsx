import { t } from "../translate.ts";
import type { AnswerSearch } from "./answer-search.ts";
import styles from "./SearchPage.module.css";

/** The progress of the search. The status element is always rendered, so that screen readers announce its text. */
export function SearchStatus({ search }: { search: AnswerSearch }) {
  const { end, found, hits, query } = search;
  const isComplete = end?.outcome === "complete";
  return (
    <>
      <p role="status" className={styles.status}>
        {search.isUnderWay && t("search.searching", { count: found })}
        {isComplete && (found === 0 ? t("search.noneFound", { query }) : t("search.found", { count: found }))}
      </p>
      {isComplete && found === 0 && <p className={styles.about}>{t("search.none")}</p>}
      {isComplete && end.more > 0 && (
        <p className={styles.note}>{t("search.more", { shown: hits.length, count: end.more })}</p>
      )}
      {isComplete && end.unreadable > 0 && (
        <p className={styles.note}>{t("search.unreadable", { count: end.unreadable })}</p>
      )}
    </>
  );
}
