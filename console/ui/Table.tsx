import type { ReactElement, ReactNode } from "react";
import styles from "./Table.module.css";

type TableProps = {
  caption: string;
  /** Of each column its name, or a whole cell with a key. */
  heads: (string | ReactElement)[];
  /** Whether a last column has buttons, which needs no name. */
  hasActs?: boolean;
  /** The rows. */
  children: ReactNode;
};

/** Rows on a sheet; where they are too wide, the sheet moves and the page does not. */
export function Table({ caption, heads, hasActs = false, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is moved by the keyboard too
    <section className={styles.frame} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) =>
              typeof head === "string" ? (
                <th key={head} scope="col">
                  {head}
                </th>
              ) : (
                head
              ),
            )}
            {hasActs && <td />}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
