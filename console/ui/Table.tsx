import type { ReactNode } from "react";
import { useLostFocus } from "./focus/use-lost-focus.ts";
import styles from "./Table.module.css";

type TableRow<Column extends string> = {
  id: string;
  title: ReactNode;
  /** Small text below the title. */
  note?: ReactNode;
  cells: Record<Column, ReactNode>;
  /** Buttons, in a last column without a heading. */
  acts?: ReactNode;
};

type TableProps<Column extends string> = {
  caption: string;
  /** The heading of the first column, which has the titles. */
  titles: string;
  /** The headings of the other columns, in order. */
  columns: Record<Column, string>;
  rows: readonly TableRow<Column>[];
};

/** A table. On a phone, each row is a separate card, with the column names beside the values. */
export function Table<Column extends string>({ caption, titles, columns, rows }: TableProps<Column>) {
  const heads = Object.entries(columns) as [Column, string][];
  const hasActs = rows.some(({ acts }) => acts !== undefined);
  // the row of the pressed button may go
  const { part } = useLostFocus();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen must scroll by keyboard too
    <section className={styles.frame} aria-label={caption} tabIndex={0} ref={part}>
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
