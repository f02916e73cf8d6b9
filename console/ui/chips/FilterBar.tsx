import type { ReactNode } from "react";
import styles from "./FilterBar.module.css";

/** The conditions above what they filter. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className={styles.bar} aria-label={label}>
      {children}
    </search>
  );
}
