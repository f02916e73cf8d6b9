import { Drawing } from "../ui/drawings/Drawing.tsx";
import styles from "./HappeningMark.module.css";
import type { Happening } from "./happening.ts";

type HappeningMarkProps = {
  happening: Happening;
  /** A longer text, shown on hover. */
  title?: string | undefined;
};

/** A client's current activity in one line, which is truncated if space is short. */
export function HappeningMark({ happening: { drawing, look, words }, title }: HappeningMarkProps) {
  return (
    <span className={styles.mark} data-look={look} title={title ?? words}>
      <Drawing name={drawing} />
      <span className={styles.words}>{words}</span>
    </span>
  );
}
