import type { ReactNode } from "react";
import styles from "./Empty.module.css";

type EmptyProps = { children: string; act?: ReactNode };

/** Shown in place of an empty list. `act` is a button that helps. */
export function Empty({ children, act }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {act}
    </div>
  );
}
