import styles from "./Track.module.css";

type TrackProps = {
  /** The share, from 0 to 1. */
  part: number;
  look?: "usual" | "second";
};

const WIDTH = 100;

/** A bar that shows a share. The number beside it says the same. */
export function Track({ part, look = "usual" }: TrackProps) {
  return (
    <svg className={styles.track} viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.whole} width={WIDTH} height={10} />
      <rect className={styles.part} data-look={look} width={WIDTH * part} height={10} />
    </svg>
  );
}
