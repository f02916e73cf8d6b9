import { Icon } from "../../../web/ui/Icon.tsx";
import { numberWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import { isToApprove, isUnread, type SectionReading } from "../reading/reading.ts";
import styles from "./Contents.module.css";

/** What is left to do in a section: something to read, so many to approve, or nothing. */
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
