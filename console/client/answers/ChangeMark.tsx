import type { QuestionChange } from "#contract/manage/answers/read-markers.ts";
import { t } from "../../translate.ts";
import styles from "./ChangeMark.module.css";

type ChangeMarkProps = { kind: QuestionChange["kind"] };

/** A badge that says in a word what changed since the manager last looked. */
export function ChangeMark({ kind }: ChangeMarkProps) {
  return <span className={styles.mark}>{t(`news.mark.${kind}`)}</span>;
}
