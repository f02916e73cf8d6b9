import { type ReactNode, useId } from "react";
import styles from "./Chart.module.css";

type ChartProps = {
  title: string;
  /** A sentence or two below the title. */
  what?: string | undefined;
  /** The heading of the first column. */
  head: string;
  /** The names of the counted values, each shown as a number with a bar. */
  measures: string[];
  /** The names of further columns, which have numbers without a bar. */
  further?: string[];
  /** One or several `tbody` elements. */
  children: ReactNode;
};

/** A table of numbers with bars. All bars of a table have the same width and scale. */
export function Chart({ title, what, head, measures, further = [], children }: ChartProps) {
  const id = useId();
  return (
    <section className={styles.part}>
      <h2 id={id}>{title}</h2>
      {what && <p className={styles.what}>{what}</p>}
      <table className={styles.chart} aria-labelledby={id}>
        <colgroup>
          <col />
          {measures.map((name) => [
            <col key={`${name} number`} className={styles.numberColumn} />,
            <col key={`${name} track`} className={styles.trackColumn} />,
          ])}
          {further.map((name) => (
            <col key={name} className={styles.numberColumn} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {measures.map((name) => (
              <th key={name} scope="colgroup" colSpan={2}>
                {name}
              </th>
            ))}
            {further.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}
