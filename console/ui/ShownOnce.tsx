import type { ReactNode } from "react";
import styles from "./ShownOnce.module.css";

type ShownOnceProps = { notice: string; children: ReactNode };

/** Secrets that are shown only once, with a notice of what to do with them. */
export function ShownOnce({ notice, children }: ShownOnceProps) {
  return (
    <div className={styles.shown}>
      <p className={styles.notice}>{notice}</p>
      {children}
    </div>
  );
}
