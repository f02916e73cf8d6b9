import styles from "./Drawing.module.css";
import { DRAWING_PATHS, type DrawingName } from "./drawing-paths.ts";

/** A small icon beside text. The text says the same, so it is hidden from screen readers. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className={styles.drawing} data-name={name} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={DRAWING_PATHS[name]} />
    </svg>
  );
}
