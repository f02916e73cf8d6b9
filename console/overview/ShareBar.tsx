import styles from "./ShareBar.module.css";

type ShareBarProps = {
  /** The share, from 0 to 1. */
  part: number;
  look?: "usual" | "second";
};

const WIDTH = 100;

/** A bar that shows a share. The number beside it says the same. */
export function ShareBar({ part, look = "usual" }: ShareBarProps) {
  return (
    <svg className={styles.track} viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.whole} width={WIDTH} height={10} />
      <rect className={styles.part} data-look={look} width={WIDTH * part} height={10} />
    </svg>
  );
}
