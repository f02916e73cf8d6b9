import type { Engine } from "../engine/engine.ts";
import {
  type EventRow,
  eventSource,
  type MailRow,
  mailSource,
  type SaveRow,
  type SourceCursor,
  saveSource,
  type TimelineSource,
} from "./timeline-sources.ts";

/** Rows that make up one line, newest first. */
type Rows<Row> = readonly [Row, ...Row[]];
export type TimelineLine =
  | { source: "mails"; rows: Rows<MailRow> }
  | { source: "events"; rows: Rows<EventRow> }
  | { source: "saves"; rows: Rows<SaveRow> };
type SourceName = TimelineLine["source"];

/** Cursor: where a page ended in each source. */
export type TimelineCursor = { [Name in SourceName]: SourceCursor };
export type TimelinePage = { lines: TimelineLine[]; next: TimelineCursor | null };
type TimelineQuery = { before?: TimelineCursor | undefined; limit: number };

/** Sorts before every row of the same instant. */
const LOWEST: { [Name in SourceName]: SourceCursor["key"] } = { mails: "", events: 0, saves: 0 };
const START = eachSource((name) => ({ at: Number.MAX_SAFE_INTEGER, key: LOWEST[name] }));

type FoundLine = { line: TimelineLine; at: number; end: SourceCursor };

export function timelineQueries(engine: Engine) {
  return {
    /** A client's timeline, newest first. It reads one page of lines from each source, and no body. */
    read: (clientId: string, { before = START, limit }: TimelineQuery): Promise<TimelinePage> =>
      engine.read(async (db) => {
        const wanted = limit + 1;
        const mails = await linesOf(mailSource(db, clientId), before.mails, wanted);
        const events = await linesOf(eventSource(db, clientId), before.events, wanted);
        const saves = await linesOf(saveSource(db, clientId), before.saves, wanted);
        const found: FoundLine[] = [
          ...mails.map(({ rows, ...place }) => ({ ...place, line: { source: "mails" as const, rows } })),
          ...events.map(({ rows, ...place }) => ({ ...place, line: { source: "events" as const, rows } })),
          ...saves.map(({ rows, ...place }) => ({ ...place, line: { source: "saves" as const, rows } })),
        ].toSorted((one, other) => other.at - one.at);
        const shown = found.slice(0, limit);
        return {
          lines: shown.map(({ line }) => line),
          next: found.length > limit ? placeAfter(shown, before) : null,
        };
      }),
  };
}

/** At least `wanted` lines if there are so many, each of them complete. */
async function linesOf<Row extends { at: number }>(
  { read, keyOf, isWith }: TimelineSource<Row>,
  before: SourceCursor,
  wanted: number,
) {
  const lines: { rows: [Row, ...Row[]]; at: number; end: SourceCursor }[] = [];
  let from = before;
  // one more line than wanted proves that the last wanted line is complete
  while (lines.length <= wanted) {
    const rows = await read(from, wanted);
    for (const row of rows) {
      const end = { at: row.at, key: keyOf(row) };
      const line = lines.at(-1);
      const newer = line?.rows.at(-1);
      if (line && newer && isWith(row, newer)) {
        line.rows.push(row);
        line.end = end;
      } else lines.push({ rows: [row], at: row.at, end });
      from = end;
    }
    if (rows.length < wanted) break;
  }
  return lines.slice(0, wanted);
}

/** A source without a line on the page continues from the time of the page's last line. */
function placeAfter(shown: FoundLine[], before: TimelineCursor): TimelineCursor {
  const lastAt = shown.at(-1)?.at ?? 0;
  return eachSource((name) => {
    const last = shown.findLast(({ line }) => line.source === name);
    if (last) return last.end;
    return before[name].at > lastAt ? { at: lastAt + 1, key: LOWEST[name] } : before[name];
  });
}

function eachSource(placeOf: (name: SourceName) => SourceCursor): TimelineCursor {
  return { mails: placeOf("mails"), events: placeOf("events"), saves: placeOf("saves") };
}
