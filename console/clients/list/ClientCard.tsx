import { type MouseEvent, memo, type PointerEvent } from "react";
import { Link } from "wouter";
import type { ClientRow } from "#contract/manage/clients.ts";
import { t } from "../../translate.ts";
import { dueWords, troubleWords } from "../client-words.ts";
import { HappeningMark } from "../HappeningMark.tsx";
import { happeningOf } from "../happening.ts";
import { StateRing } from "../StateRing.tsx";
import styles from "./ClientCard.module.css";
import { lineId } from "./line-id.ts";
import type { LineActs } from "./use-line-acts.ts";

type ClientCardProps = {
  client: ClientRow;
  title: string | undefined;
  now: number;
  /** The client's position among all matching clients, counting from 1. */
  row: number;
  total: number;
  /** While any client is selected, a tap selects; otherwise a tap opens the client, and a long press selects. */
  isChoosing: boolean;
  isChosen: boolean;
  acts: LineActs;
  onTouch: (clientId: string, event: PointerEvent<HTMLElement>) => void;
};

/** A client in the phone layout. */
export function ClientCard(props: ClientCardProps) {
  return <Card {...props} />;
}

/** Memoized as in the table, so that unchanged cards do not render again. */
const Card = memo(function Card(props: ClientCardProps) {
  const { client, isChoosing, isChosen, acts } = props;
  const { clientId, name, state, completed, total, dueOn, flags } = client;
  return (
    <li
      className={styles.card}
      data-chosen={isChosen ? "" : undefined}
      aria-setsize={props.total}
      aria-posinset={props.row}
      onPointerDown={(event) => props.onTouch(clientId, event)}
    >
      {isChoosing ? (
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={t("clients.select", { name })}
            onChange={() => undefined}
            onClick={(event) => acts.choose(clientId, event)}
          />
        </label>
      ) : (
        <StateRing state={state} />
      )}
      <span className={styles.words}>
        <span className={styles.name}>
          <Link
            to={`/clients/${clientId}`}
            id={lineId(clientId)}
            onClick={(event: MouseEvent<HTMLAnchorElement>) => acts.follow(clientId, event)}
          >
            <bdi>{name}</bdi>
          </Link>
          {flags.includes("news") && (
            <span className={styles.dot}>
              <span className="visually-hidden">{t("clients.news")}</span>
            </span>
          )}
        </span>
        <span className="visually-hidden">{t(`clients.state.${state}`)}</span>
        <HappeningMark happening={happeningOf(client, props.now, props.title)} title={troubleWords(client)} />
      </span>
      <span className={styles.end}>
        <span aria-hidden="true">
          {completed}/{total}
        </span>
        <span className="visually-hidden">{t("clients.progress", { completed, total })}</span>
        {dueOn !== null && (
          <time className={styles.due} dateTime={dueOn}>
            {t("clients.dueOn", { day: dueWords(dueOn, props.now) })}
          </time>
        )}
      </span>
    </li>
  );
});
