import type { Table } from "./figures.ts";

/** A chart for Vega-Lite. */
export type Chart = { [part: string]: unknown };

const OURS = "#1f6f54";
const THEIRS = "#b9b2a6";
const STYLE = {
  background: "#ffffff",
  padding: 12,
  config: {
    font: "system-ui, sans-serif",
    view: { stroke: null },
    axis: { grid: false, labelLimit: 320, labelFontSize: 12, titleFontWeight: "normal" },
    title: { anchor: "start", fontSize: 14, subtitleFontSize: 12, subtitleColor: "#555555" },
  },
};

type Bars = { title: string; subtitle: string; table: Table; column: string; isLogarithmic?: boolean };

/** Draws one bar for each row of a table. Our own bars have a different color. */
export function bars({ title, subtitle, table, column, isLogarithmic = false }: Bars): Chart {
  const place = columnOf(table, column);
  const values = table.rows
    .map(([name = "", ...cells]) => ({ name, value: Number(cells[place - 1]) }))
    .filter(({ value }) => Number.isFinite(value) && value > 0);
  const y = { field: "name", type: "nominal", sort: null, title: null };
  const scale = isLogarithmic ? { type: "log", domainMin: 10 } : { zero: true };
  const x = { field: "value", type: "quantitative", title: column, scale };
  return {
    ...STYLE,
    title: { text: title, subtitle },
    width: 420,
    height: { step: 26 },
    data: { values },
    layer: [
      {
        mark: { type: "bar", cornerRadiusEnd: 3, height: 16 },
        encoding: {
          x,
          ...(isLogarithmic && { x2: { datum: 10 } }),
          y,
          color: {
            condition: { test: "indexof(datum.name, 'Firsthand') === 0", value: OURS },
            value: THEIRS,
          },
        },
      },
      {
        mark: { type: "text", align: "left", dx: 5, fontSize: 12 },
        encoding: { x, y, text: { field: "value", type: "quantitative" } },
      },
    ],
  };
}

type Growth = { title: string; subtitle: string; tables: { [engine: string]: Table }; rows: string[] };

/** How some rows change with the number of stored clients, each relative to its value with the fewest. */
export function growth({ title, subtitle, tables, rows }: Growth): Chart {
  const values = Object.entries(tables).flatMap(([engine, { heads, rows: all }]) =>
    rows.flatMap((name) => {
      const cells =
        all
          .find(([row]) => row === name)
          ?.slice(1)
          .map(numberOf) ?? [];
      const [first = Number.NaN] = cells;
      return cells.map((value, place) => ({
        what: `${name.replace(/,.*$/, "")}, ${engine}`,
        clients: numberOf(heads[place + 1] ?? ""),
        times: value / first,
      }));
    }),
  );
  return {
    ...STYLE,
    title: { text: title, subtitle },
    width: 420,
    height: 220,
    data: { values: values.filter(({ times }) => Number.isFinite(times)) },
    mark: { type: "line", point: true },
    encoding: {
      x: { field: "clients", type: "quantitative", scale: { type: "log" }, title: "clients stored" },
      y: { field: "times", type: "quantitative", scale: { zero: true }, title: "times the first" },
      color: {
        field: "what",
        type: "nominal",
        title: null,
        legend: { orient: "bottom", columns: 1, labelLimit: 400 },
      },
    },
  };
}

function columnOf({ heads }: Table, column: string): number {
  const place = heads.indexOf(column);
  if (place < 1) throw new Error(`There is no column "${column}" among ${heads.join(", ")}`);
  return place;
}

const numberOf = (text: string) => Number(text.replaceAll(",", ""));
