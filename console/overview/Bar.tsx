import { t } from "../translate.ts";
import styles from "./Bar.module.css";

type BarProps = { count: number; total: number; look: "answered" | "stopped" };

const WIDTH = 100;

/** A share as a bar; the number beside it says the same. */
export function Bar({ count, total, look }: BarProps) {
  const width = total === 0 ? 0 : (WIDTH * count) / total;
  return (
    <span className={styles.row}>
      <svg className={styles.bar} viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.whole} width={WIDTH} height={10} />
        <rect className={styles.part} data-look={look} width={width} height={10} />
      </svg>
      <span className={styles.number}>{t("overview.of", { count, total })}</span>
    </span>
  );
}
