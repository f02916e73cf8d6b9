import type { ReactNode } from "react";
import styles from "./Table.module.css";

type TableRow<Column extends string> = {
  id: string;
  title: ReactNode;
  /** Small, below the title. */
  note?: ReactNode;
  cells: Record<Column, ReactNode>;
  /** Buttons, in a last column without a name. */
  acts?: ReactNode;
};

type TableProps<Column extends string> = {
  caption: string;
  /** The name of the column of the titles. */
  titles: string;
  /** The names of the columns after it, in their order. */
  columns: Record<Column, string>;
  rows: readonly TableRow<Column>[];
};

/** Rows on a sheet. On a phone each row is a separate card, with the names beside the values. */
export function Table<Column extends string>({ caption, titles, columns, rows }: TableProps<Column>) {
  const heads = Object.entries(columns) as [Column, string][];
  const hasActs = rows.some(({ acts }) => acts !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is moved by the keyboard too
    <section className={styles.frame} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{titles}</th>
            {heads.map(([column, head]) => (
              <th key={column} scope="col">
                {head}
              </th>
            ))}
            {hasActs && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, note, cells, acts }) => (
            <tr key={id}>
              <th scope="row">
                {title}
                {note !== undefined && <small>{note}</small>}
              </th>
              {heads.map(([column, head]) => (
                <td key={column} data-head={head}>
                  {cells[column]}
                </td>
              ))}
              {hasActs && <td>{acts}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
