import { Icon } from "../../../web/ui/Icon.tsx";
import { useFields } from "../../fields/use-fields.ts";
import { t } from "../../translate.ts";
import { type ColumnHeading, headingOf } from "../columns/column-names.ts";
import { countOf } from "../selection.ts";
import styles from "./ClientTable.module.css";
import type { ClientTableProps } from "./ClientTable.tsx";
import { useIndeterminate } from "./use-indeterminate.ts";

type ClientTableHeadProps = Pick<
  ClientTableProps,
  "clients" | "total" | "chosen" | "selection" | "columns" | "onSort" | "onChooseAll"
>;

export function ClientTableHead(props: ClientTableHeadProps) {
  const { data: fields = [] } = useFields({ isLive: false });
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1}>
        <th scope="col" data-column="choice">
          <ChooseAll {...props} />
        </th>
        <Heading {...props} column="client" heading={{ name: t("clients.column.name"), order: "name" }} />
        <Heading {...props} column="state" heading={{ name: t("clients.column.status") }} />
        {props.columns.map((column) => (
          <Heading key={column} {...props} column={column} heading={headingOf(column, fields)} />
        ))}
      </tr>
    </thead>
  );
}

type HeadingProps = Pick<ClientTableHeadProps, "selection" | "onSort"> & {
  column: string;
  heading: ColumnHeading;
};

function Heading({ column, heading: { name, order, first = "up" }, selection, onSort }: HeadingProps) {
  if (order) return <SortedHeading {...{ column, name, order, first, selection, onSort }} />;
  return (
    <th scope="col" data-column={column}>
      {name}
    </th>
  );
}

type SortedHeadingProps = Omit<HeadingProps, "heading"> & Required<ColumnHeading>;

/** A column heading that sorts by its column on a click, and reverses the order on the next. */
function SortedHeading({ column, name, order, first, selection, onSort }: SortedHeadingProps) {
  const isSorted = selection.order === order;
  const isUp = selection.direction === "up";
  const other = isUp ? "down" : "up";
  const sorted = isUp ? "ascending" : "descending";
  return (
    <th scope="col" data-column={column} aria-sort={isSorted ? sorted : undefined}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort({ order, direction: isSorted ? other : first })}
      >
        {name}
        {isSorted && (
          <span data-up={isUp ? "" : undefined} className={styles.arrow}>
            <Icon name="chevron-down" />
          </span>
        )}
      </button>
    </th>
  );
}

/** Selects all loaded clients, or clears the selection. */
function ChooseAll({ clients, total, chosen, onChooseAll }: ClientTableHeadProps) {
  const count = countOf(chosen, total);
  const isWhole = count > 0 && count >= clients.length;
  const box = useIndeterminate(count > 0 && !isWhole);
  return (
    <label className={styles.all}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t("clients.selectAll")}
        checked={isWhole}
        onChange={onChooseAll}
      />
    </label>
  );
}
