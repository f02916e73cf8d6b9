import { useId } from "react";
import { Link } from "wouter";
import type { TimelineEntry } from "#contract/manage/timeline.ts";
import { Button } from "../../web/ui/Button.tsx";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { historyAddress } from "../history/history-address.ts";
import { useQuestionTitles } from "../interviews/use-interviews.ts";
import { t } from "../translate.ts";
import { QueryView } from "../ui/QueryView.tsx";
import { byDay } from "../ui/time/by-day.ts";
import { clock } from "./clock.ts";
import { detailsOf, sentenceOf } from "./entry-words.ts";
import styles from "./Timeline.module.css";
import { useTimeline } from "./use-timeline.ts";

type TimelineProps = { clientId: string };

/** The events of a client by day, newest first. */
export function Timeline({ clientId }: TimelineProps) {
  const query = useTimeline(clientId);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <div className={styles.timeline}>
      <Link to={historyAddress(clientId)} className={styles.compare}>
        {t("timeline.compare")}
      </Link>
      <QueryView query={query} isPart>
        {({ pages }) =>
          byDay(pages.flatMap(({ entries }) => entries)).map(({ day, entries }) => (
            <TimelineDay key={day} clientId={clientId} entries={entries} />
          ))
        }
      </QueryView>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("timeline.earlier")}
        </Button>
      )}
    </div>
  );
}

type TimelineDayProps = { clientId: string; entries: TimelineEntry[] };

function TimelineDay({ clientId, entries }: TimelineDayProps) {
  const id = useId();
  const titles = useQuestionTitles();
  return (
    <section>
      <h3 id={id} className={styles.day}>
        {dateWords(new Date(entries[0]?.at ?? 0), { dateStyle: "full" })}
      </h3>
      <ol aria-labelledby={id} className={styles.entries}>
        {entries.map((entry) => (
          <TimelineItem
            key={entry.entryId}
            clientId={clientId}
            entry={entry}
            details={detailsOf(entry, titles)}
          />
        ))}
      </ol>
    </section>
  );
}

type TimelineItemProps = { clientId: string; entry: TimelineEntry; details: string[] };

function TimelineItem({ clientId, entry, details }: TimelineItemProps) {
  const { at, revision, base } = entry;
  return (
    <li className={styles.entry}>
      <time dateTime={at} className={styles.clock}>
        {clock(at)}
      </time>
      <div>
        <p>
          <bdi>{sentenceOf(entry)}</bdi>
        </p>
        {details.length > 0 && (
          <p className={styles.details}>
            <bdi>{details.join(" · ")}</bdi>
          </p>
        )}
        {typeof revision === "number" && typeof base === "number" && (
          <Link to={historyAddress(clientId, { from: base, to: revision })} className={styles.changes}>
            {t("timeline.changes")}
            <span className="visually-hidden">, {clock(at)}</span>
          </Link>
        )}
      </div>
    </li>
  );
}
