import type { ReactNode } from "react";
import styles from "./CardPage.module.css";
import { Logo } from "./Logo.tsx";
import { useSerif } from "./serif/use-serif.ts";

type CardPageProps = {
  /** Shown at the top, beside the logo. */
  brand?: string;
  /** Shown at the other end of that line. */
  corner?: ReactNode;
  children: ReactNode;
};

/** A page with a single card, for a first step or for a failure. On a phone the whole page is the card. */
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
