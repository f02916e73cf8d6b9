import { CatalogError } from "../http/errors.ts";
import type { TimelineCursor } from "../storage/timeline/timeline.ts";
import type { SourceCursor } from "../storage/timeline/timeline-sources.ts";

const NUMBERS = /^(\d{1,15})_(\d{1,15})$/;
const OF_MAIL = /^(\d{1,15})_((?:ml_[0-9a-f-]{36})?)$/;
const PARTS = 3;

/** Encodes where a page ended. It contains nothing that its reader has not seen. */
export function timelineCursorOf({ mails, events, saves }: TimelineCursor): string {
  return [events, saves, mails].map(({ at, key }) => `${at}_${key}`).join(".");
}

/** Throws VALIDATION_ERROR. */
export function parseTimelineCursor(cursor: string): TimelineCursor {
  const parts = cursor.split(".");
  const [events, saves, mails] = parts;
  const place = { events: numbersIn(events), saves: numbersIn(saves), mails: mailIn(mails) };
  if (parts.length === PARTS && isWhole(place)) return place;
  const details = [{ path: "before", message: 'Expected the "next" of the page before' }];
  throw new CatalogError("VALIDATION_ERROR", { details });
}

function numbersIn(part = ""): SourceCursor | undefined {
  const [, at, key] = NUMBERS.exec(part) ?? [];
  return at === undefined ? undefined : { at: Number(at), key: Number(key) };
}

function mailIn(part = ""): SourceCursor | undefined {
  const [, at, key = ""] = OF_MAIL.exec(part) ?? [];
  return at === undefined ? undefined : { at: Number(at), key };
}

function isWhole(
  place: { [Name in keyof TimelineCursor]: SourceCursor | undefined },
): place is TimelineCursor {
  return Object.values(place).every((each) => each !== undefined);
}
