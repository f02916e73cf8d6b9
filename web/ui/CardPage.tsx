import type { ReactNode } from "react";
import styles from "./CardPage.module.css";
import { Logo } from "./Logo.tsx";
import { useSerif } from "./serif/use-serif.ts";

type CardPageProps = {
  /** Stands above all else, beside the logo. */
  brand?: string;
  /** At the other end of that line. */
  corner?: ReactNode;
  children: ReactNode;
};

/** A page of one card: what has to be done first, or what went wrong. On a phone the whole page is the card. */
export function CardPage({ brand, corner, children }: CardPageProps) {
  return (
    <div className={styles.page} data-serif={useSerif()}>
      <main className={styles.card}>
        <div className={styles.brand}>
          <Logo />
          {brand !== undefined && <p>{brand}</p>}
          {corner}
        </div>
        {children}
      </main>
    </div>
  );
}
