import { type RawBuilder, sql, type Updateable } from "kysely";
import { HOUR_MS } from "#contract/instants.ts";
import type { ClientState } from "#contract/manage/clients.ts";
import type { Db, Tables } from "./schema.ts";

/**
 * Facts that the list of clients shows and no record has: invitations, sign-ins, follow-ups, approvals, mails. Each
 * transaction that changes a fact also writes it here; a usual save writes none.
 */
type Facts = Pick<
  Updateable<Tables["clients"]>,
  "approved_hash" | "approved_at" | "mail_trouble_at" | "mail_trouble"
>;

export async function noteClientFacts(db: Db, clientId: string, facts: Facts): Promise<void> {
  await db.updateTable("clients").set(facts).where("client_id", "=", clientId).execute();
  if (facts.approved_hash !== undefined) await noteStates(db, [clientId]);
}

const recordState = sql<ClientState>`select case
  when records.submitted_at is null then 'in-progress'
  when clients.approved_hash = records.content_hash then 'approved'
  else 'submitted' end
  from records where records.client_id = clients.client_id`;

/** The one definition of a client's state. A column stores it, so that lists and counts can use indexes. */
const stateOf = sql<ClientState>`coalesce((${recordState}), case
  when clients.opened_at is not null then 'opened'
  when clients.invited_at is not null then 'invited'
  else 'not-invited' end)`;

/** Later submissions do not change it, since the time that a client took is measured to the first one. */
const firstSubmittedAt = sql<number | null>`coalesce(clients.submitted_at,
  (select records.submitted_at from records where records.client_id = clients.client_id))`;

/** Full hours since 1970, as in `active_hour`. */
export const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/** The hour of the record's last save or of `lastSeenAt`, whichever is later; 0 without both. */
export function activeHourFrom(lastSeenAt: RawBuilder<number | null>): RawBuilder<number> {
  return sql<number>`(coalesce(
    (select case when records.saved_at > coalesce(${lastSeenAt}, 0) then records.saved_at else ${lastSeenAt} end
      from records where records.client_id = clients.client_id),
    ${lastSeenAt}, 0) / ${sql.lit(HOUR_MS)})`;
}

/**
 * To be called after a write that a state or an active hour depends on: an invitation, a sign-in, a record's first save
 * or first save in an hour, a submission, an approval.
 */
export async function noteStates(db: Db, clientIds: string[]): Promise<void> {
  if (clientIds.length === 0) return;
  await db
    .updateTable("clients")
    .set({
      state: stateOf,
      submitted_at: firstSubmittedAt,
      active_hour: activeHourFrom(sql.ref("clients.last_seen_at")),
    })
    .where("client_id", "in", clientIds)
    .execute();
}

/** Only the first key or mail counts. Returns the clients who were not invited before. */
export async function noteInvited(
  db: Db,
  { clientIds, at }: { clientIds: string[]; at: number },
): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const invited = await db
    .updateTable("clients")
    .set({ invited_at: at })
    .where("client_id", "in", clientIds)
    .where("invited_at", "is", null)
    .returning("client_id")
    .execute();
  await noteStates(db, clientIds);
  return invited.map(({ client_id }) => client_id);
}

export async function countReminder(db: Db, clientId: string): Promise<void> {
  await db
    .updateTable("clients")
    .set((row) => ({ reminders_sent: row("reminders_sent", "+", 1) }))
    .where("client_id", "=", clientId)
    .execute();
}

/**
 * To be called after a follow-up's rows are written: counts open follow-ups, and withdraws the approval of the record.
 */
export async function noteFollowUps(db: Db, clientId: string): Promise<void> {
  const out = sql`from threads where threads.client_id = ${clientId} and threads.asked_at is not null`;
  await db
    .updateTable("clients")
    .set({
      approved_hash: null,
      approved_at: null,
      follow_ups_out: sql<number>`(select count(*) ${out})`,
      waiting_since: sql<number | null>`(select min(threads.asked_at) ${out})`,
    })
    .where("client_id", "=", clientId)
    .execute();
  await noteStates(db, [clientId]);
}
