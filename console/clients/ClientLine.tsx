import { type MouseEvent, memo } from "react";
import { Link } from "wouter";
import type { ClientRow } from "#contract/manage/clients.ts";
import type { ClientColumn } from "#contract/manage/columns.ts";
import { t } from "../translate.ts";
import styles from "./ClientLine.module.css";
import { ColumnCell } from "./columns/ColumnCell.tsx";
import { lineId } from "./line-id.ts";
import { StateRing } from "./StateRing.tsx";
import type { LineActs } from "./use-line-acts.ts";

type ClientLineProps = {
  client: ClientRow;
  /** Of the question that comes next. */
  title: string | undefined;
  /** Epoch milliseconds, anew now and then. */
  now: number;
  /** From 1 on, below the head. */
  row: number;
  isChosen: boolean;
  /** The one line that Tab leads to. */
  isActive: boolean;
  /** The same array as before, where they are the same. */
  columns: readonly ClientColumn[];
  acts: LineActs;
};

/** A client in the table. */
export function ClientLine(props: ClientLineProps) {
  return <Line {...props} />;
}

/** Sixty of them stand there, and a key changes two: the others are not drawn again. */
const Line = memo(function Line(props: ClientLineProps) {
  const { client, row, columns, isChosen, isActive, acts } = props;
  const { clientId, name, state } = client;
  const tabIndex = isActive ? 0 : -1;
  return (
    // for a pointer alone: the name is a link, and Enter opens the line by a shortcut
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
