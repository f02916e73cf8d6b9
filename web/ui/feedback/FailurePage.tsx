import type { ReactNode } from "react";
import { CardPage } from "../CardPage.tsx";
import styles from "./FailurePage.module.css";

/** `actions` has the buttons that lead on. */
type FailurePageProps = { title: string; message: string; actions: ReactNode };

/** Replaces what could not be shown. */
export function FailurePage({ title, message, actions }: FailurePageProps) {
  return (
    <CardPage>
      <h1 className={styles.title}>{title}</h1>
      <p role="alert">{message}</p>
      <div className={styles.actions}>{actions}</div>
    </CardPage>
  );
}
