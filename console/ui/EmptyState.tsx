import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

type EmptyStateProps = { children: string; act?: ReactNode };

/** Shown in place of an empty list. `act` is a button that helps. */
export function EmptyState({ children, act }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {act}
    </div>
  );
}
