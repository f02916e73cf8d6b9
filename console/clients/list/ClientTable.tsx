import type { CSSProperties } from "react";
import type { ClientRow, ClientSelection } from "#contract/manage/clients.ts";
import type { ClientColumn } from "#contract/manage/columns.ts";
import { t } from "../../translate.ts";
import { type ChosenClients, isChosen } from "../selection.ts";
import { ClientLine } from "./ClientLine.tsx";
import styles from "./ClientTable.module.css";
import { ClientTableHead } from "./ClientTableHead.tsx";
import type { LineActs } from "./use-line-acts.ts";
import type { Piece } from "./use-lines.ts";

export type ClientTableProps = {
  clients: ClientRow[];
  /** The number of matching clients, of which only some may be loaded. */
  total: number;
  pieces: Piece[];
  chosen: ChosenClients;
  /** The index of the row that Tab moves to. */
  active: number;
  selection: ClientSelection;
  titles: { [questionId: string]: string };
  now: number;
  /** The columns besides client and status. */
  columns: readonly ClientColumn[];
  /** Whether the columns use their narrow widths. */
  isTight: boolean;
  /** Whether the rows are still those of the previous query. */
  isWaiting: boolean;
  acts: LineActs;
  onSort: (changed: Pick<ClientSelection, "order" | "direction">) => void;
  onChooseAll: () => void;
};

/** The columns for selection, client and status. */
const ALWAYS_THERE = 3;

/**
 * The client table, with rows 40 pixels high. Only the visible rows are rendered, between spacers as high as the
 * others.
 */
export function ClientTable(props: ClientTableProps) {
  const { clients, total, pieces, chosen, active, titles, now, columns, acts } = props;
  return (
    <table
      className={styles.table}
      data-tight={props.isTight ? "" : undefined}
      aria-rowcount={total + 1}
      aria-colcount={ALWAYS_THERE + columns.length}
      aria-busy={props.isWaiting ? true : undefined}
    >
      <caption className="visually-hidden">{t("clients.title")}</caption>
      <ClientTableHead {...props} />
      <tbody>
        {pieces.map((piece) => {
          if (piece.kind === "gap") return <RowSpacer key={piece.key} height={piece.height} />;
          const client = clients[piece.index];
          if (!client) return null;
          return (
            <ClientLine
              key={client.clientId}
              client={client}
              title={client.nextQuestion === null ? undefined : titles[client.nextQuestion]}
              now={now}
              row={piece.index + 1}
              isChosen={isChosen(chosen, client.clientId)}
              isActive={piece.index === active}
              columns={columns}
              acts={acts}
            />
          );
        })}
      </tbody>
    </table>
  );
}

function RowSpacer({ height }: { height: number }) {
  const style: CSSProperties = { height };
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row is not focusable
    <tr aria-hidden="true" className={styles.gap}>
      <td style={style} />
    </tr>
  );
}
