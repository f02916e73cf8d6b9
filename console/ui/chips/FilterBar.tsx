import type { ReactNode } from "react";
import styles from "./FilterBar.module.css";

/** A row of filters above the filtered content. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className={styles.bar} aria-label={label}>
      {children}
    </search>
  );
}
