import styles from "./Bar.module.css";
import { minutesWords } from "./minutes-words.ts";

type TimeBarProps = {
  ms: number;
  estimateMs: number;
  /** What fills the whole width. */
  longestMs: number;
};

const WIDTH = 100;
const LINE_WIDTH = 1;

/** A time as a bar, with a line where the estimate is; the number beside it says the same. */
export function TimeBar({ ms, estimateMs, longestMs }: TimeBarProps) {
  const widthOf = (part: number) => (WIDTH * part) / longestMs;
  const look = ms > estimateMs ? "stopped" : "answered";
  const line = Math.min(widthOf(estimateMs), WIDTH - LINE_WIDTH);
  return (
    <span className={styles.row}>
      <svg className={styles.bar} viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.whole} width={WIDTH} height={10} />
        <rect className={styles.part} data-look={look} width={widthOf(ms)} height={10} />
        <rect className={styles.line} x={line} width={LINE_WIDTH} height={10} />
      </svg>
      <span className={styles.time}>{minutesWords(ms)}</span>
    </span>
  );
}
