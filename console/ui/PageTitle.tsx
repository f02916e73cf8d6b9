import type { ReactNode } from "react";
import styles from "./PageTitle.module.css";
import { usePageTitle } from "./use-page-title.ts";

type PageTitleProps = { title: string; actions?: ReactNode };

/** The heading of a page, which also names the browser tab. */
export function PageTitle({ title, actions }: PageTitleProps) {
  usePageTitle(title);
  return (
    <div className={styles.row}>
      <h1>{title}</h1>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
