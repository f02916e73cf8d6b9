import { sql, type Updateable } from "kysely";
import type { Db, Tables } from "./schema.ts";

/**
 * What the list of clients shows and no record has: invitations, sign-ins, follow-ups, approvals, mails. Each transaction that
 * makes one of them true writes it too; a save writes none.
 */
type Facts = Pick<Updateable<Tables["clients"]>, "approved_hash" | "mail_trouble_at" | "mail_trouble">;

export async function noteClientFacts(db: Db, clientId: string, facts: Facts): Promise<void> {
  await db.updateTable("clients").set(facts).where("client_id", "=", clientId).execute();
}

/** The first key or mail counts. */
export async function noteInvited(
  db: Db,
  { clientIds, at }: { clientIds: string[]; at: number },
): Promise<void> {
  if (clientIds.length === 0) return;
  await db
    .updateTable("clients")
    .set({ invited_at: at })
    .where("client_id", "in", clientIds)
    .where("invited_at", "is", null)
    .execute();
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
      follow_ups_out: sql<number>`(select count(*) ${out})`,
      waiting_since: sql<number | null>`(select min(threads.asked_at) ${out})`,
    })
    .where("client_id", "=", clientId)
    .execute();
}
