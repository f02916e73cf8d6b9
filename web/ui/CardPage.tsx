import type { ReactNode } from "react";
import styles from "./CardPage.module.css";
import { Logo } from "./Logo.tsx";

type CardPageProps = {
  /** Stands above all else, beside the logo. */
  brand?: string;
  /** At the other end of that line. */
  corner?: ReactNode;
  children: ReactNode;
};

/** A page of one card: what has to be done first, or what went wrong. */
export function CardPage({ brand, corner, children }: CardPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        {brand !== undefined && (
          <div className={styles.brand}>
            <Logo />
            <p>{brand}</p>
            {corner}
          </div>
        )}
        {children}
      </main>
    </div>
  );
}
