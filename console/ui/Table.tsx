import type { ReactNode } from "react";
import styles from "./Table.module.css";

type TableProps = { caption: string; children: ReactNode };

/** Rows on a sheet; where they are too wide, the sheet moves and the page does not. */
export function Table({ caption, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is moved by the keyboard too
    <section className={styles.frame} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </section>
  );
}
