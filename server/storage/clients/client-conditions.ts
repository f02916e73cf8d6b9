import { type RawBuilder, type SqlBool, sql } from "kysely";
import { addDays } from "#contract/instants.ts";
import type { EventKind } from "#contract/manage/audit-kinds.ts";
import type { ClientFilter, ClientFlag, ClientSelection } from "#contract/manage/clients.ts";
import { isNotAutomatic } from "../audit/event-pages.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import { type AskedClients, hasAnswered, hasReached, isPausedAt } from "./progress-conditions.ts";

/** Who looks at the list, and when: what is new, late or overdue depends on it. */
export type ListView = {
  /** Whose looks tell what is news. */
  readerId: string;
  /** Where the provider is, YYYY-MM-DD. */
  today: string;
  /** When a day begins there. */
  startOfDay: (day: string) => number;
  /** A client who was invited before and never came is one to look after. */
  invitedBefore: number;
  /** A client who was active before, and not since, has stalled. */
  activeBefore: number;
  /** So many reminders go to a client; none where the server sends none. */
  reminders: number;
  /** A client who was active before gets no reminders any more. */
  remindedSince: number;
  /** What the clients of each interview are asked. */
  asked: readonly AskedClients[];
};

/** Conditions on clients and their records, for queries with both tables in them. */
const condition = sql<SqlBool>;
const ALWAYS = condition`1 = 1`;

/** The latest of sign-in and change; 0 where there is neither. SQLite and PostgreSQL have no function for it in common. */
export const activeAt = sql<number>`case
  when coalesce(records.saved_at, 0) > coalesce(clients.last_seen_at, 0) then records.saved_at
  else coalesce(clients.last_seen_at, 0) end`;

/** Of the filters, those whose conditions need the table of records in the query. */
export function filterLooksAtRecords(filter: ClientFilter): boolean {
  return filter === "needs-you" || filter === "news" || filter === "stalled";
}

/** Whether the conditions need the table of records in the query. */
export function looksAtRecords({ filter, reached, answered, pausedAt }: Conditions): boolean {
  const asksForQuestions = reached === "half" || answered !== undefined || pausedAt !== undefined;
  return asksForQuestions || filterLooksAtRecords(filter);
}

/** Of those who have saved nothing, so that nothing about them is news, and their last activity is their last sign-in. */
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
      // as no index has it: those are so many that sorting them takes longer than going by name
      return condition`(coalesce(clients.state, '') in ('opened', 'in-progress') and ${activeAt} < ${view.activeBefore})`;
    case "never-opened":
      return condition`(clients.state = 'invited' and clients.invited_at < ${view.invitedBefore})`;
  }
}

/** By the primary key, so that a client costs one look. */
function hasNews(readerId: string): RawBuilder<SqlBool> {
  const seen = sql`select 1 from looks where looks.client_id = clients.client_id
    and looks.manager_id = ${readerId} and looks.content_hash = records.content_hash`;
  return condition`(records.revision is not null and not exists (${seen}))`;
}

/** Nothing comes from the server any more that could wake the client. */
function isPastReminders(view: ListView): RawBuilder<SqlBool> {
  return condition`(${getsNoReminders(view, activeAt)}
    or exists (select 1 from mail_opt_outs where mail_opt_outs.client_id = clients.client_id))`;
}

/** Unless the client has opted out. Time comes first: in a list of years, it decides for most. */
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
 * The same of those without a record, in columns of one index. `hasOptedOut`: of those who have, the ones that need somebody
 * for that alone; else all others.
 */
export function needsYouUnsaved(view: ListView, hasOptedOut: boolean): RawBuilder<SqlBool> {
  const isQuiet = condition`(${isFlagged("never-opened", view)}
    or (clients.state = 'opened' and ${seenAt} < ${view.activeBefore}))`;
  const needs = condition`((${isQuiet} and ${getsNoReminders(view, seenAt)})
    or ${isFlagged("mail-trouble", view)} or ${isFlagged("overdue", view)})`;
  // what is null in it is false there, and must not be null here
  return hasOptedOut ? condition`(${isQuiet} and (case when ${needs} then 1 else 0 end) = 0)` : needs;
}

export type Conditions = Omit<ClientSelection, "state" | "order" | "direction">;

/** What a selection asks for, but for the state. */
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

/** What happens to a client is an event of the trail, and each save of a record is a revision. */
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

/** A text is sealed, and so in no value that could be compared. */
function hasInField(field: string): RawBuilder<SqlBool> {
  const [, fieldId, value] = FIELD.exec(field) ?? [];
  // PostgreSQL has no such text
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

/** Of both days; null, where it never was, is between none. */
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

/** The days at which a selection begins or ends. */
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
  // PostgreSQL has no such text
  if (folded.includes("\0")) return condition`1 = 0`;
  return condition`(${holds(sql.ref("clients.folded_name"), folded)} or ${holds(sql.ref("clients.email"), folded)}
    or ${holds(sql`lower(clients.contact)`, folded)})`;
}

/** 1 or 0 for each flag, under its name. */
export function flagColumns(flags: readonly ClientFlag[], view: ListView) {
  return flags.map((flag) => sql<number>`case when ${isFlagged(flag, view)} then 1 else 0 end`.as(flag));
}
