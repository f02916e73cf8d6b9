import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import { t } from "../../translate.ts";
import styles from "./ChangeMark.module.css";

type ChangeMarkProps = { kind: QuestionChange["kind"] };

/** What is other than when the manager looked last, in a word. */
export function ChangeMark({ kind }: ChangeMarkProps) {
  return <span className={styles.mark}>{t(`news.mark.${kind}`)}</span>;
}
