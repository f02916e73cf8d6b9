import { type RawBuilder, sql, type Updateable } from "kysely";
import { HOUR_MS } from "#contract/instants.ts";
import type { ClientState } from "#contract/manage/clients.ts";
import type { Db, Tables } from "./schema.ts";

/**
 * What the list of clients shows and no record has: invitations, sign-ins, follow-ups, approvals, mails. Each transaction that
 * makes one of them true writes it too; a usual save writes none.
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

/** The one definition of a client's state; the column keeps it, so that lists and counts can go by indexes. */
const stateOf = sql<ClientState>`coalesce((${recordState}), case
  when clients.opened_at is not null then 'opened'
  when clients.invited_at is not null then 'invited'
  else 'not-invited' end)`;

/** Later submissions leave it: how long a client took is counted to the first one. */
const firstSubmittedAt = sql<number | null>`coalesce(clients.submitted_at,
  (select records.submitted_at from records where records.client_id = clients.client_id))`;

/** As `active_hour` counts them. */
export const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/** Of the latest of a save and this instant: of one that is written with it, or of the one that is there. */
export function activeHourFrom(lastSeenAt: RawBuilder<number | null>): RawBuilder<number> {
  return sql<number>`(coalesce(
    (select case when records.saved_at > coalesce(${lastSeenAt}, 0) then records.saved_at else ${lastSeenAt} end
      from records where records.client_id = clients.client_id),
    ${lastSeenAt}, 0) / ${sql.lit(HOUR_MS)})`;
}

/**
 * After anything is written that a state depends on: an invitation, a sign-in, a record's first save, submission, approval.
 * The first save of an hour is one too.
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

/** The first key or mail counts. Returns those who were not invited before. */
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

/** After the rows of a follow-up are written: what is out, and that not everything is approved. */
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
