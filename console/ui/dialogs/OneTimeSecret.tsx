import type { ReactNode } from "react";
import styles from "./OneTimeSecret.module.css";

type OneTimeSecretProps = { notice: string; children: ReactNode };

/** Secrets that are shown only once, with a notice of what to do with them. */
export function OneTimeSecret({ notice, children }: OneTimeSecretProps) {
  return (
    <div className={styles.shown}>
      <p className={styles.notice}>{notice}</p>
      {children}
    </div>
  );
}
