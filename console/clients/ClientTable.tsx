import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ClientOrder, ClientRow, ClientSelection } from "#contract/manage/clients.ts";
import { ProgressBar } from "../../web/ui/feedback/ProgressBar.tsx";
import { Icon } from "../../web/ui/Icon.tsx";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { type MessageId, t } from "../translate.ts";
import { Empty } from "../ui/Empty.tsx";
import { Instant } from "../ui/Instant.tsx";
import { Table } from "../ui/Table.tsx";
import styles from "./ClientTable.module.css";
import { StateMark } from "./StateMark.tsx";

type ClientTableProps = {
  clients: ClientRow[];
  query: ClientSelection;
  titles: { [questionId: string]: string };
  showsManager: boolean;
  onChange: (changed: Partial<ClientSelection>) => void;
};

export function ClientTable(props: ClientTableProps) {
  const { clients, query, onChange } = props;
  if (clients.length === 0) return <Empty>{t(noneOf(query))}</Empty>;
  const columns = columnsOf(props);
  const heads = columns.map(({ name, order }) =>
    order ? (
      <SortedHeading key={order} order={order} name={name} query={query} onChange={onChange} />
    ) : (
      t(name)
    ),
  );
  return (
    <Table caption={t("clients.title")} heads={heads}>
      {clients.map((client) => (
        <ClientLine key={client.clientId} client={client} columns={columns} />
      ))}
    </Table>
  );
}

type Column = {
  name: MessageId;
  /** Set where the list can be sorted by the column. */
  order?: ClientOrder;
  cell: (client: ClientRow) => ReactNode;
};

/** From left to right; the first column names the row. */
function columnsOf({ titles, showsManager }: Pick<ClientTableProps, "titles" | "showsManager">): Column[] {
  const managerColumn: Column = {
    name: "clients.column.manager",
    cell: ({ managerName }) => managerName ?? t("clients.nobody"),
  };
  return [
    { name: "clients.column.name", order: "name", cell: (client) => <ClientName client={client} /> },
    { name: "clients.column.state", cell: (client) => <StateMark client={client} /> },
    {
      name: "clients.column.progress",
      order: "percent",
      cell: (client) => <ClientProgress client={client} />,
    },
    {
      name: "clients.column.next",
      cell: ({ nextQuestion }) => (nextQuestion === null ? "" : (titles[nextQuestion] ?? nextQuestion)),
    },
    {
      name: "clients.column.lastSeen",
      order: "last-seen",
      cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} never={t("clients.never")} />,
    },
    {
      name: "clients.column.changed",
      order: "changed",
      cell: ({ changedAt }) => <Instant at={changedAt} never={t("clients.never")} />,
    },
    ...(showsManager ? [managerColumn] : []),
  ];
}

function ClientLine({ client, columns }: { client: ClientRow; columns: Column[] }) {
  const [first, ...others] = columns;
  return (
    <tr>
      <th scope="row">{first?.cell(client)}</th>
      {others.map(({ name, cell }) => (
        <td key={name}>{cell(client)}</td>
      ))}
    </tr>
  );
}

function ClientName({ client }: { client: ClientRow }) {
  const { clientId, name, email, flags } = client;
  return (
    <>
      <Link to={`/clients/${clientId}`} className={styles.name}>
        <bdi>{name}</bdi>
      </Link>
      {flags.includes("news") && <span className={styles.news}>{t("clients.news")}</span>}
      {email && <span className={styles.email}>{email}</span>}
    </>
  );
}

function ClientProgress({ client }: { client: ClientRow }) {
  const { completed, total, percent } = client;
  return (
    <span className={styles.progress}>
      <ProgressBar label={t("clients.progress", { completed, total })} value={percent} />
      <span className={styles.percent}>{numberWords(percent / 100, { style: "percent" })}</span>
    </span>
  );
}

type SortedHeadingProps = { order: ClientOrder; name: MessageId } & Pick<
  ClientTableProps,
  "query" | "onChange"
>;

/** A press sorts by it, another one turns the order round. */
function SortedHeading({ order, name, query, onChange }: SortedHeadingProps) {
  const isSorted = query.order === order;
  const isUp = query.direction === "up";
  const turned = isSorted && isUp ? "down" : "up";
  const sorted = isUp ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={isSorted ? sorted : undefined}>
      <button type="button" className={styles.sort} onClick={() => onChange({ order, direction: turned })}>
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

function noneOf({ search, filter }: ClientSelection): MessageId {
  return search.trim() === "" && filter === "all" ? "clients.none" : "clients.noneFound";
}
