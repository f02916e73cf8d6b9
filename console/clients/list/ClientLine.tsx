import { type MouseEvent, memo } from "react";
import { Link } from "wouter";
import type { ClientRow } from "#contract/manage/clients.ts";
import type { ClientColumn } from "#contract/manage/columns.ts";
import { t } from "../../translate.ts";
import { ColumnCell } from "../columns/ColumnCell.tsx";
import { StateRing } from "../StateRing.tsx";
import styles from "./ClientLine.module.css";
import { lineId } from "./line-id.ts";
import type { LineActs } from "./use-line-acts.ts";

type ClientLineProps = {
  client: ClientRow;
  /** The title of the client's next question. */
  title: string | undefined;
  /** Epoch milliseconds, updated regularly. */
  now: number;
  /** Counts from 1, without the head row. */
  row: number;
  isChosen: boolean;
  /** Whether Tab moves to this row; only one row has that. */
  isActive: boolean;
  /** Must keep its identity while the columns are the same, so that the row does not render again. */
  columns: readonly ClientColumn[];
  acts: LineActs;
};

/** A client's row in the table. */
export function ClientLine(props: ClientLineProps) {
  return <Line {...props} />;
}

/** Memoized: an arrow key changes two of about sixty rows, and the others need not render again. */
const Line = memo(function Line(props: ClientLineProps) {
  const { client, row, columns, isChosen, isActive, acts } = props;
  const { clientId, name, state } = client;
  const tabIndex = isActive ? 0 : -1;
  return (
    // the click is for pointers only: the name is a link, and Enter opens the row by a shortcut
    <tr
      id={lineId(clientId)}
      className={styles.line}
      data-chosen={isChosen ? "" : undefined}
      aria-rowindex={row + 1}
      tabIndex={tabIndex}
      onClick={(event) => acts.press(clientId, event)}
      onFocus={() => acts.focus(clientId)}
    >
      <td className={styles.choice}>
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={isChosen}
            tabIndex={tabIndex}
            aria-label={t("clients.select", { name })}
            onChange={() => undefined}
            onClick={(event) => acts.choose(clientId, event)}
          />
        </label>
      </td>
      <th scope="row" className={styles.client} title={name}>
        <span className={styles.name}>
          <Dot client={client} />
          <Link
            to={`/clients/${clientId}`}
            tabIndex={tabIndex}
            onClick={(event: MouseEvent<HTMLAnchorElement>) => acts.follow(clientId, event)}
          >
            <bdi>{name}</bdi>
          </Link>
        </span>
      </th>
      <td>
        <span className={styles.state}>
          <StateRing state={state} />
          {t(`clients.state.${state}`)}
        </span>
      </td>
      {columns.map((column) => (
        <ColumnCell key={column} column={column} client={client} title={props.title} now={props.now} />
      ))}
    </tr>
  );
});

function Dot({ client: { flags } }: { client: ClientRow }) {
  const isNew = flags.includes("news");
  return (
    <span className={styles.dot} data-new={isNew ? "" : undefined}>
      {isNew && <span className="visually-hidden">{t("clients.news")}</span>}
    </span>
  );
}
