import type { ReactNode } from "react";
import styles from "./CardPage.module.css";
import { Logo } from "./Logo.tsx";

type CardPageProps = {
  /** Stands above all else, beside the logo. */
  brand?: string;
  children: ReactNode;
};

/** A page of one card: what has to be done first, or what went wrong. */
export function CardPage({ brand, children }: CardPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        {brand !== undefined && (
          <p className={styles.brand}>
            <Logo />
            <span>{brand}</span>
          </p>
        )}
        {children}
      </main>
    </div>
  );
}
