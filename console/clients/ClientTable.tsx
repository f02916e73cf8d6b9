import { Link } from "wouter";
import type { ClientOrder, ListClientsQuery, ListedClientRow } from "#contract/manage/clients.ts";
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
  clients: ListedClientRow[];
  query: ListClientsQuery;
  titles: { [questionId: string]: string };
  showsManager: boolean;
  onChange: (changed: Partial<ListClientsQuery>) => void;
};

export function ClientTable({ clients, query, titles, showsManager, onChange }: ClientTableProps) {
  if (clients.length === 0) return <Empty>{t(noneOf(query))}</Empty>;
  const sorted = (order: ClientOrder, name: MessageId) => (
    <SortedHeading key={order} order={order} name={name} query={query} onChange={onChange} />
  );
  const heads = [
    sorted("name", "clients.column.name"),
    t("clients.column.state"),
    sorted("percent", "clients.column.progress"),
    t("clients.column.next"),
    sorted("last-seen", "clients.column.lastSeen"),
    sorted("changed", "clients.column.changed"),
    ...(showsManager ? [t("clients.column.manager")] : []),
  ];
  return (
    <Table caption={t("clients.title")} heads={heads}>
      {clients.map((client) => (
        <ClientLine key={client.clientId} client={client} titles={titles} showsManager={showsManager} />
      ))}
    </Table>
  );
}

type ClientLineProps = { client: ListedClientRow } & Pick<ClientTableProps, "titles" | "showsManager">;

function ClientLine({ client, titles, showsManager }: ClientLineProps) {
  const { clientId, name, email, completed, total, percent, nextQuestion } = client;
  return (
    <tr>
      <th scope="row">
        <Link to={`/clients/${clientId}`} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
        {client.hasNews && <span className={styles.news}>{t("clients.news")}</span>}
        {email && <span className={styles.email}>{email}</span>}
      </th>
      <td>
        <StateMark client={client} />
      </td>
      <td>
        <span className={styles.progress}>
          <ProgressBar label={t("clients.progress", { completed, total })} value={percent} />
          <span className={styles.percent}>{numberWords(percent / 100, { style: "percent" })}</span>
        </span>
      </td>
      <td>{nextQuestion === null ? "" : (titles[nextQuestion] ?? nextQuestion)}</td>
      <td>
        <Instant at={client.lastSeenAt} never={t("clients.never")} />
      </td>
      <td>
        <Instant at={client.changedAt} never={t("clients.never")} />
      </td>
      {showsManager && <td>{client.managerName ?? t("clients.nobody")}</td>}
    </tr>
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

function noneOf({ search, filter }: ListClientsQuery): MessageId {
  return search.trim() === "" && filter === "all" ? "clients.none" : "clients.noneFound";
}
