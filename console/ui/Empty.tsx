import type { ReactNode } from "react";
import styles from "./Empty.module.css";

type EmptyProps = { children: string; act?: ReactNode };

/** Stands where a list would be. `act`: what helps. */
export function Empty({ children, act }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {act}
    </div>
  );
}
