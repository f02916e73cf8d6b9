import styles from "./Icon.module.css";
import { type IconName, iconPaths } from "./icon-paths.ts";

/** A decorative icon beside text, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false" data-icon={name}>
      <path d={iconPaths[name]} />
    </svg>
  );
}
