import type { ReactNode } from "react";
import { Logo } from "../../web/ui/Logo.tsx";
import styles from "./EntryPage.module.css";

type EntryPageProps = { providerName: string; title: string; children: ReactNode };

/** What stands before the console: signing in, and setting a password. */
export function EntryPage({ providerName, title, children }: EntryPageProps) {
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <p className={styles.provider}>
          <Logo />
          <span>{providerName}</span>
        </p>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
