import { type RawBuilder, type SqlBool, sql } from "kysely";
import { addDays } from "#contract/instants.ts";
import type { EventKind } from "#contract/manage/audit-kinds.ts";
import type { ClientFilter, ClientFlag, ClientSelection } from "#contract/manage/clients.ts";
import { isNotAutomatic } from "../audit/event-pages.ts";
import { hourOf } from "../engine/client-facts.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import { hasAnswered, hasReached, type InterviewOutline, isPausedAt } from "./progress-conditions.ts";
import type { Scope } from "./scope.ts";

/** The reader of the list and the time of reading, on which news, delays and due dates depend. */
export type ListView = {
  /** The manager whose looks decide what is news. */
  readerId: string;
  /** YYYY-MM-DD in the provider's time zone. */
  today: string;
  /** The start of a day in that time zone. */
  startOfDay: (day: string) => number;
  /** A client who was invited before this instant and has not opened the interview is flagged. */
  invitedBefore: number;
  /** A client who was last active before this instant has stalled. */
  activeBefore: number;
  /** The greatest number of reminders to a client; 0 if the server sends none. */
  reminders: number;
  /** A client who was last active before this instant gets no more reminders. */
  remindedSince: number;
  /** What the clients of each interview are asked. */
  asked: readonly InterviewOutline[];
};

/** A manager, and how their list is shown: what a selection refers to. */
export type ListViewer = { scope: Scope; view: ListView };

/** Conditions on clients and their records, for queries on both tables. */
const condition = sql<SqlBool>;
const ALWAYS = condition`1 = 1`;

/** The later of sign-in and save; 0 without both. SQLite and PostgreSQL have no common function for this. */
export const activeAt = sql<number>`case
  when coalesce(records.saved_at, 0) > coalesce(clients.last_seen_at, 0) then records.saved_at
  else coalesce(clients.last_seen_at, 0) end`;

/** Whether the filter's condition needs the table of records in the query. */
export function filterLooksAtRecords(filter: ClientFilter): boolean {
  return filter === "needs-you" || filter === "news" || filter === "stalled";
}

/** Whether the conditions need the table of records in the query. */
export function looksAtRecords({ filter, reached, answered, pausedAt }: Conditions): boolean {
  const asksForQuestions = reached === "half" || answered !== undefined || pausedAt !== undefined;
  return asksForQuestions || filterLooksAtRecords(filter);
}

/** Clients who have saved nothing: they have no news, and their last activity is their last sign-in. */
export const hasNoRecord = condition`clients.state in ('not-invited', 'invited', 'opened')`;
const seenAt = sql<number>`coalesce(clients.last_seen_at, 0)`;

function isFlagged(flag: ClientFlag, view: ListView): RawBuilder<SqlBool> {
  switch (flag) {
    case "mail-trouble":
      return condition`clients.mail_trouble_at is not null`;
    case "news":
      return hasNews(view.readerId);
    case "ready":
      return condition`(clients.state = 'submitted' and clients.follow_ups_out = 0)`;
    case "overdue":
      return condition`(clients.state not in ('submitted', 'approved') and clients.due_on < ${view.today})`;
    case "waiting":
      return condition`clients.follow_ups_out > 0`;
    case "stalled":
      // not the plain column, so that a page is read by name: sorting many by an index of states takes longer
      return condition`(coalesce(clients.state, '') in ('opened', 'in-progress') and ${activeAt} < ${view.activeBefore})`;
    case "never-opened":
      // not the plain time, so that a page is read from the index by state and name
      return condition`(clients.state = 'invited' and clients.invited_at + 0 < ${view.invitedBefore})`;
  }
}

/** A condition that all clients of the filter meet, and that an index answers; undefined for filters that need none. */
export function indexedCondition(filter: ClientFilter, view: ListView): RawBuilder<SqlBool> | undefined {
  switch (filter) {
    case "stalled":
      return condition`(clients.state in ('opened', 'in-progress') and clients.active_hour <= ${hourOf(view.activeBefore)})`;
    case "never-opened":
      return condition`(clients.state = 'invited' and clients.invited_at < ${view.invitedBefore})`;
    default:
      return undefined;
  }
}

/** Uses the primary key, so that each client costs one look-up. */
function hasNews(readerId: string): RawBuilder<SqlBool> {
  const seen = sql`select 1 from looks where looks.client_id = clients.client_id
    and looks.manager_id = ${readerId} and looks.content_hash = records.content_hash`;
  return condition`(records.revision is not null and not exists (${seen}))`;
}

/** The client gets no more automatic reminders. */
function isPastReminders(view: ListView): RawBuilder<SqlBool> {
  return condition`(${getsNoReminders(view, activeAt)}
    or exists (select 1 from mail_opt_outs where mail_opt_outs.client_id = clients.client_id))`;
}

/** Does not cover opt-outs. The time comes first, since it decides for most clients of a list that covers years. */
function getsNoReminders({ reminders, remindedSince }: ListView, active: RawBuilder<number>) {
  return condition`(coalesce(nullif(${active}, 0), clients.invited_at, clients.created_at) < ${remindedSince}
    or clients.email is null or clients.reminders_off = 1 or clients.reminders_sent >= ${reminders})`;
}

export function passesFilter(filter: ClientFilter, view: ListView): RawBuilder<SqlBool> {
  if (filter === "all") return ALWAYS;
  if (filter !== "needs-you") return isFlagged(filter, view);
  const at = (flag: ClientFlag) => isFlagged(flag, view);
  return condition`(${at("mail-trouble")} or ${at("news")} or ${at("ready")} or ${at("overdue")}
    or ((${at("never-opened")} or ${at("stalled")}) and ${isPastReminders(view)}))`;
}

/**
 * The `needs-you` filter for clients without a record, on the columns of one index. `hasOptedOut`: for clients who have
 * opted out, only those who match for that reason; otherwise all others.
 */
export function needsYouUnsaved(view: ListView, hasOptedOut: boolean): RawBuilder<SqlBool> {
  const isQuiet = condition`(${isFlagged("never-opened", view)}
    or (clients.state = 'opened' and ${seenAt} < ${view.activeBefore}))`;
  const needs = condition`((${isQuiet} and ${getsNoReminders(view, seenAt)})
    or ${isFlagged("mail-trouble", view)} or ${isFlagged("overdue", view)})`;
  // a null in `needs` counts as false, and must not make the whole condition null
  return hasOptedOut ? condition`(${isQuiet} and (case when ${needs} then 1 else 0 end) = 0)` : needs;
}

export type Conditions = Omit<ClientSelection, "state" | "order" | "direction">;

/** All conditions of a selection except the state. */
export function isSelected(
  engine: Pick<Engine, "holds">,
  selection: Conditions,
  view: ListView,
): RawBuilder<SqlBool> {
  const { search, filter, manager, goesBackTo, tag, interview, due, field, reached, answered, pausedAt } =
    selection;
  const { updatedSince, email, externalId } = selection;
  const all = [isFound(engine, search), passesFilter(filter, view)];
  if (manager !== undefined) all.push(isOf(manager, view));
  if (goesBackTo !== undefined) all.push(condition`clients.home_manager_id = ${goesBackTo}`);
  if (tag !== undefined)
    all.push(condition`exists (select 1 from client_tags where client_tags.client_id = clients.client_id
      and client_tags.tag_id = ${tag})`);
  if (interview !== undefined) all.push(condition`clients.interview_id = ${interview}`);
  if (updatedSince !== undefined) all.push(isUpdatedSince(Date.parse(updatedSince)));
  if (email !== undefined) all.push(condition`clients.email = ${email}`);
  if (externalId !== undefined) all.push(condition`clients.external_id = ${externalId}`);
  if (due !== undefined) all.push(isDue(due, view));
  if (field !== undefined) all.push(hasInField(field));
  if (reached !== undefined) all.push(hasReached(engine, reached, view.asked));
  all.push(...isBetween("invited", selection, view), ...isBetween("submitted", selection, view));
  if (answered !== undefined) all.push(hasAnswered(engine, answered));
  if (pausedAt !== undefined) all.push(isPausedAt(engine, pausedAt, view.asked));
  return sql.join(all, sql` and `) as RawBuilder<SqlBool>;
}

/** Changes of a client are events of the audit trail, and each save of a record is a revision. */
function isUpdatedSince(at: number): RawBuilder<SqlBool> {
  return condition`clients.client_id in (
    select events.client_id from events
    where kind in (${sql.join(UPDATES)}) and at >= ${at} and ${isNotAutomatic()}
    union all select revisions.client_id from revisions where revisions.saved_at >= ${at})`;
}

const UPDATES: readonly EventKind[] = [
  "client.added",
  "client.changed",
  "client.interview-changed",
  "key.issued",
  "session.opened",
  "record.submitted",
  "question.asked-back",
  "question.taken-back",
  "question.answered",
  "question.approved",
  "question.unapproved",
];

function isOf(manager: string, { readerId }: ListView): RawBuilder<SqlBool> {
  if (manager === "nobody") return condition`clients.manager_id is null`;
  return condition`clients.manager_id = ${manager === "me" ? readerId : manager}`;
}

/** Text fields are sealed, and so not in `value`. */
function hasInField(field: string): RawBuilder<SqlBool> {
  const [, fieldId, value] = FIELD.exec(field) ?? [];
  // PostgreSQL cannot store this character
  if (field.includes("\0")) return condition`1 = 0`;
  return condition`exists (select 1 from field_values where field_values.client_id = clients.client_id
    and field_values.field_id = ${fieldId ?? ""} and field_values.value = ${value ?? ""})`;
}

const FIELD = /^([^:]*):(.*)$/s;
const DAYS = { week: 7, month: 31 };

function isDue(due: NonNullable<ClientSelection["due"]>, view: ListView): RawBuilder<SqlBool> {
  if (due === "none") return condition`clients.due_on is null`;
  if (due === "overdue") return isFlagged("overdue", view);
  const until = addDays(view.today, DAYS[due]);
  return condition`(clients.due_on >= ${view.today} and clients.due_on < ${until})`;
}

/** Both days are included; a null instant lies in no range. */
function isBetween(
  what: "invited" | "submitted",
  selection: Conditions,
  { startOfDay }: ListView,
): RawBuilder<SqlBool>[] {
  const at = sql.ref(`clients.${what}_at`);
  const { [`${what}From` as const]: from, [`${what}To` as const]: to } = selection;
  return [
    ...(from === undefined ? [] : [condition`${at} >= ${startOfDay(from)}`]),
    ...(to === undefined ? [] : [condition`${at} < ${startOfDay(dayAfter(to))}`]),
  ];
}

/** The days whose starts bound a selection. */
export function daysOf({ invitedFrom, invitedTo, submittedFrom, submittedTo }: Conditions): string[] {
  const known = (day: string | undefined) => (day === undefined ? [] : [day]);
  return [
    ...[invitedFrom, submittedFrom].flatMap(known),
    ...[invitedTo, submittedTo].flatMap(known).map(dayAfter),
  ];
}

const dayAfter = (day: string) => addDays(day, 1);

/** Matches anywhere in the name, the contact or the email address. */
function isFound({ holds }: Pick<Engine, "holds">, search: string): RawBuilder<SqlBool> {
  const folded = foldedName(search);
  if (folded === "") return ALWAYS;
  // PostgreSQL cannot store this character
  if (folded.includes("\0")) return condition`1 = 0`;
  return condition`(${holds(sql.ref("clients.folded_name"), folded)} or ${holds(sql.ref("clients.email"), folded)}
    or ${holds(sql`lower(clients.contact)`, folded)})`;
}

/** 1 or 0 for each flag, under its name. */
export function flagColumns(flags: readonly ClientFlag[], view: ListView) {
  return flags.map((flag) => sql<number>`case when ${isFlagged(flag, view)} then 1 else 0 end`.as(flag));
}
