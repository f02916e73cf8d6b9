import type { AccessKeyKind } from "#contract/api/access-key.ts";
import { isoOf } from "#contract/instants.ts";
import { answerWhys } from "#contract/manage/answer-for.ts";
import {
  TIMELINE_PER_PAGE,
  type Timeline,
  type TimelineEntry,
  type TimelineKind,
  type TimelineWho,
} from "#contract/manage/timeline.ts";
import { OPERATOR } from "../managers/actor.ts";
import { HELPER_DEVICE, SERVER_DEVICE } from "../storage/records/history.ts";
import type { Storage } from "../storage/storage.ts";
import type { TimelineLine } from "../storage/timeline/timeline.ts";
import type { EventRow, MailRow, SaveRow, ShownEventKind } from "../storage/timeline/timeline-sources.ts";
import { parseTimelineCursor, timelineCursorOf } from "./timeline-cursor.ts";

type TimelineStorage = Pick<Storage, "timeline" | "clients" | "shares">;
type TimelineQuery = { before?: string | undefined; limit?: number | undefined };
/** Current names, by id. */
type TimelineNames = {
  clientId: string;
  names: ReadonlyMap<string, string>;
  /** Recipients by share, as long as the share exists. */
  recipients: ReadonlyMap<string, string>;
};

/** One page of a client's timeline. The caller has checked that the manager may see this client. */
export async function readTimeline(
  storage: TimelineStorage,
  clientId: string,
  { before, limit = TIMELINE_PER_PAGE }: TimelineQuery,
): Promise<Timeline> {
  const place = before === undefined ? undefined : parseTimelineCursor(before);
  const { lines, next } = await storage.timeline.read(clientId, { before: place, limit });
  const names = await storage.clients.namesOf([clientId, ...lines.flatMap(actorsOf)]);
  const shareIds = lines.flatMap(shareIdsOf);
  const recipients = await storage.shares.recipientsOf(clientId, shareIds);
  const entries = lines.map((line) => entryOf(line, { clientId, names, recipients }));
  return { entries, next: next && timelineCursorOf(next) };
}

function actorsOf(line: TimelineLine): string[] {
  if (line.source === "events") return [line.rows[0].actor];
  return line.source === "mails" && line.rows[0].askedBy !== null ? [line.rows[0].askedBy] : [];
}

function shareIdsOf(line: TimelineLine): string[] {
  if (line.source !== "events" || !line.rows[0].kind.startsWith("share.")) return [];
  return line.rows.flatMap(({ detail }) => detail ?? []);
}

function entryOf(line: TimelineLine, known: TimelineNames): TimelineEntry {
  if (line.source === "mails") return mailEntry(line.rows[0], known);
  return line.source === "saves" ? savesEntry(line.rows, known) : eventEntry(line.rows, known);
}

function mailEntry({ at, askedBy, ...row }: MailRow, known: TimelineNames): TimelineEntry {
  const who = askedBy === null ? SERVER : managerWho(askedBy, known);
  const { kind, state, attempts, cause, status } = row;
  return {
    entryId: row.mailId,
    at: isoOf(at),
    kind: "mail",
    who,
    mail: { kind, state, attempts, cause, status },
  };
}

function savesEntry(rows: readonly [SaveRow, ...SaveRow[]], known: TimelineNames): TimelineEntry {
  const [{ at, revision, device }] = rows;
  const first = rows.at(-1) ?? rows[0];
  const entry = { entryId: `save-${revision}`, at: isoOf(at), revision, base: first.revision - 1 };
  if (device === SERVER_DEVICE) return { ...entry, kind: "transcribed", who: SERVER };
  if (device === HELPER_DEVICE)
    return { ...entry, kind: "saved", who: HELPER, saves: rows.length, since: isoOf(first.at) };
  const who = clientWho(known);
  return { ...entry, kind: "saved", who, device, saves: rows.length, since: isoOf(first.at) };
}

function eventEntry(rows: readonly [EventRow, ...EventRow[]], known: TimelineNames): TimelineEntry {
  const [row] = rows;
  const words = row.detail?.split(" ") ?? [];
  const entry = { entryId: `event-${row.seq}`, at: isoOf(row.at), who: eventWho(row, known) };
  switch (row.kind) {
    case "session.opened": {
      // the first word is the session's id
      const device = row.detail?.slice(words[0]?.length).trim() || null;
      return { ...entry, kind: isLink(row) ? "link-opened" : "signed-in", device };
    }
    case "key.issued":
      return { ...entry, kind: row.keyKind === null ? "key-issued" : ISSUED[row.keyKind] };
    case "client.changed":
      return { ...entry, kind: words.includes("managerId") ? "handed-over" : "changed", fields: words };
    case "client.exported":
      return { ...entry, kind: "exported", ...(words[0] && { format: words[0] }) };
    case "client.answered-for": {
      const why = answerWhys.find((each) => each === words[1]);
      const questions = rows.flatMap(({ detail }) => detail?.split(" ")[0] ?? []).toReversed();
      return { ...entry, kind: "answered-for", questions, ...revisionOf(row), ...(why && { why }) };
    }
    case "record.submitted":
    case "record.restored":
      return { ...entry, kind: KINDS[row.kind], ...revisionOf(row) };
    case "share.made":
    case "share.opened":
    case "share.revoked":
      return { ...entry, kind: KINDS[row.kind], recipient: recipientOf(row, known) };
    case "question.asked-back":
    case "question.taken-back":
    case "question.answered":
    case "question.approved":
    case "question.unapproved": {
      const questions = rows.flatMap(({ detail }) => detail ?? []).toReversed();
      return { ...entry, kind: KINDS[row.kind], questions };
    }
    default:
      return { ...entry, kind: KINDS[row.kind] };
  }
}

type PlainKind = Exclude<
  ShownEventKind,
  "session.opened" | "key.issued" | "client.changed" | "client.exported" | "client.answered-for"
>;
const KINDS: { [Kind in PlainKind]: TimelineKind } = {
  "record.submitted": "submitted",
  "record.restored": "restored",
  "question.asked-back": "follow-up-asked",
  "question.taken-back": "follow-up-withdrawn",
  "question.answered": "follow-up-answered",
  "question.approved": "approved",
  "question.unapproved": "unapproved",
  "share.made": "share-made",
  "share.opened": "share-opened",
  "share.revoked": "share-revoked",
  "client.added": "added",
  "client.interview-changed": "interview-changed",
  "key.revoked": "key-revoked",
  "pin.set": "pin-set",
  "pin.removed": "pin-removed",
  "pin.stopped": "pin-stopped",
  "mail.opted-out": "mail-stopped",
  "mail.opted-in": "mail-resumed",
};

const SERVER: TimelineWho = { kind: "server", name: null };
const HELPER: TimelineWho = { kind: "helper", name: null };

function eventWho(row: EventRow, known: TimelineNames): TimelineWho {
  if (row.kind === "session.opened" && row.keyKind === "helper") return HELPER;
  if (row.kind === "share.opened") return { kind: "recipient", name: recipientOf(row, known) };
  if (row.actor === known.clientId) return clientWho(known);
  if (row.actor === OPERATOR) return { kind: "program", name: null };
  return row.actor === "nobody" ? SERVER : managerWho(row.actor, known);
}

const clientWho = ({ clientId, names }: TimelineNames): TimelineWho => ({
  kind: "client",
  name: names.get(clientId) ?? null,
});
const managerWho = (managerId: string, { names }: TimelineNames): TimelineWho => ({
  kind: "manager",
  name: names.get(managerId) ?? null,
});

const revisionOf = ({ revision }: EventRow) => ({ revision, base: revision && revision - 1 });

const recipientOf = ({ detail }: EventRow, { recipients }: TimelineNames) =>
  recipients.get(detail ?? "") ?? null;

const isLink = ({ keyKind }: EventRow) => keyKind !== null && keyKind !== "lasting" && keyKind !== "passkey";

const ISSUED: { [Kind in AccessKeyKind]: TimelineKind } = {
  lasting: "key-issued",
  mailed: "link-issued",
  helper: "helper-asked",
  "hand-over": "device-added",
  passkey: "lock-added",
};
