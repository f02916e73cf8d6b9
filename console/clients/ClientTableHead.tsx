import type { ClientOrder, ClientSelection } from "#contract/manage/clients.ts";
import { Icon } from "../../web/ui/Icon.tsx";
import { type MessageId, t } from "../translate.ts";
import styles from "./ClientTable.module.css";
import type { ClientTableProps } from "./ClientTable.tsx";
import { countOf } from "./selection.ts";
import { usePartly } from "./use-partly.ts";

type ClientTableHeadProps = Pick<
  ClientTableProps,
  "clients" | "total" | "chosen" | "selection" | "showsManager" | "onSort" | "onChooseAll"
>;

/** From left to right. `order`: what a press sorts by; `first`: how, at the first press. */
const COLUMNS: {
  column: string;
  name: MessageId;
  order?: ClientOrder;
  first?: ClientSelection["direction"];
}[] = [
  { column: "client", name: "clients.column.name", order: "name" },
  { column: "state", name: "clients.column.status" },
  { column: "progress", name: "clients.column.progress", order: "percent", first: "down" },
  { column: "happening", name: "clients.column.happening" },
  { column: "tag", name: "clients.column.tag" },
  { column: "due", name: "clients.column.due", order: "due" },
  { column: "active", name: "clients.column.active", order: "activity", first: "down" },
  { column: "manager", name: "clients.chip.manager" },
];

export function ClientTableHead(props: ClientTableHeadProps) {
  const { showsManager } = props;
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1}>
        <th scope="col" data-column="choice">
          <ChooseAll {...props} />
        </th>
        {COLUMNS.map(({ column, name, order, first = "up" }) => {
          if (column === "manager" && !showsManager) return null;
          if (!order) {
            return (
              <th key={column} scope="col" data-column={column}>
                {t(name)}
              </th>
            );
          }
          return (
            <SortedHeading key={column} {...props} column={column} name={name} order={order} first={first} />
          );
        })}
      </tr>
    </thead>
  );
}

type SortedHeadingProps = Pick<ClientTableHeadProps, "selection" | "onSort"> & {
  column: string;
  name: MessageId;
  order: ClientOrder;
  first: ClientSelection["direction"];
};

/** A press sorts by it, another one turns the order round. */
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
        {t(name)}
        {isSorted && (
          <span data-up={isUp ? "" : undefined} className={styles.arrow}>
            <Icon name="chevron-down" />
          </span>
        )}
      </button>
    </th>
  );
}

/** All lines that have come, or none. */
function ChooseAll({ clients, total, chosen, onChooseAll }: ClientTableHeadProps) {
  const count = countOf(chosen, total);
  const isWhole = count > 0 && count >= clients.length;
  const box = usePartly(count > 0 && !isWhole);
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
