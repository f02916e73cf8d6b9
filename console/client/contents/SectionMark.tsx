import { Icon } from "../../../web/ui/Icon.tsx";
import { numberWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import { isToApprove, isUnread, type SectionReading } from "../reading/reading.ts";
import styles from "./Contents.module.css";

/**
 * The work left in a section: a dot for unread answers, the number of answers to approve, or a check mark when all are
 * approved.
 */
export function SectionMark({ section: { questions } }: { section: SectionReading }) {
  const left = questions.filter(isToApprove).length;
  if (questions.some(isUnread))
    return (
      <span className={styles.dot}>
        <span className="visually-hidden">{t("clients.news")}</span>
      </span>
    );
  if (left > 0)
    return (
      <span className={styles.left}>
        <span aria-hidden="true">{numberWords(left)}</span>
        <span className="visually-hidden">{t("client.next.toApprove", { count: left })}</span>
      </span>
    );
  if (!questions.every(({ isApproved }) => isApproved)) return null;
  return (
    <span className={styles.done}>
      <Icon name="check" />
      <span className="visually-hidden">{t("clients.state.approved")}</span>
    </span>
  );
}
