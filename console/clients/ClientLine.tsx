import { type MouseEvent, memo } from "react";
import { Link } from "wouter";
import type { ClientRow } from "#contract/manage/clients.ts";
import { t } from "../translate.ts";
import { ago } from "../ui/ago.ts";
import { Initials } from "../ui/Initials.tsx";
import styles from "./ClientLine.module.css";
import { dueWords, firstName, troubleWords, wholeDay, wholeInstant } from "./client-words.ts";
import { HappeningMark } from "./HappeningMark.tsx";
import { happeningOf } from "./happening.ts";
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
  showsManager: boolean;
  acts: LineActs;
};

/** A client in the table. */
export function ClientLine(props: ClientLineProps) {
  return <Line {...props} />;
}

/** Sixty of them stand there, and a key changes two: the others are not drawn again. */
const Line = memo(function Line(props: ClientLineProps) {
  const { client, row, isChosen, isActive, acts } = props;
  const { clientId, name, state, completed, total, percent } = client;
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
      <td>
        <span className={styles.progress}>
          <progress
            className={styles.bar}
            data-whole={percent === 100 ? "" : undefined}
            max={100}
            value={percent}
            aria-hidden="true"
          />
          <span aria-hidden="true">
            {completed}/{total}
          </span>
          <span className="visually-hidden">{t("clients.progress", { completed, total })}</span>
        </span>
      </td>
      <td>
        <HappeningMark happening={happeningOf(client, props.now, props.title)} title={troubleWords(client)} />
      </td>
      <FurtherCells {...props} />
    </tr>
  );
});

/** What leaves first where there is no room. */
function FurtherCells({ client, now, showsManager }: ClientLineProps) {
  const { tags, dueOn, flags, activeAt, managerId, managerName } = client;
  const [tag, ...more] = tags;
  return (
    <>
      <td data-column="tag" title={tags.map(({ name }) => name).join(", ") || undefined}>
        {tag && <span className={styles.tag}>{tag.name}</span>}
        {more.length > 0 && <span className={styles.more}>+{more.length}</span>}
      </td>
      <td data-column="due" data-overdue={flags.includes("overdue") ? "" : undefined}>
        {dueOn === null ? (
          "—"
        ) : (
          <time dateTime={dueOn} title={wholeDay(dueOn)}>
            {dueWords(dueOn, now)}
          </time>
        )}
      </td>
      <td data-column="active">
        {activeAt === null ? (
          "—"
        ) : (
          <time dateTime={activeAt} title={wholeInstant(activeAt)}>
            {ago(Date.parse(activeAt), now, "short")}
          </time>
        )}
      </td>
      {showsManager && (
        <td data-column="manager" title={managerName ?? undefined}>
          {managerId !== null && managerName !== null ? (
            <span className={styles.manager}>
              <Initials id={managerId} name={managerName} />
              <bdi>{firstName(managerName)}</bdi>
            </span>
          ) : (
            "—"
          )}
        </td>
      )}
    </>
  );
}

function Dot({ client: { flags } }: { client: ClientRow }) {
  const isNew = flags.includes("news");
  return (
    <span className={styles.dot} data-new={isNew ? "" : undefined}>
      {isNew && <span className="visually-hidden">{t("clients.news")}</span>}
    </span>
  );
}
