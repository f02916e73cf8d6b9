import { Drawing } from "../ui/Drawing.tsx";
import styles from "./HappeningMark.module.css";
import type { Happening } from "./happening.ts";

type HappeningMarkProps = {
  happening: Happening;
  /** More, on hover. */
  title?: string | undefined;
};

/** What is going on with a client, in one line that is cut where there is no room. */
export function HappeningMark({ happening: { drawing, look, words }, title }: HappeningMarkProps) {
  return (
    <span className={styles.mark} data-look={look} title={title ?? words}>
      <Drawing name={drawing} />
      <span className={styles.words}>{words}</span>
    </span>
  );
}
