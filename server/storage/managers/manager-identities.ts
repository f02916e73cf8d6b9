import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Tables } from "../engine/schema.ts";
import { insertAccountEvents } from "./account-events.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { managerOf, type StoredManager } from "./managers.ts";

/** One person at one OpenID Connect provider. */
export type Identity = {
  /** The issuer's address as the settings have it. */
  issuer: string;
  subject: string;
};
export type LinkedIdentity = Identity & { managerId: string; linkedAt: number };

/** Who managers are at the provider. */
export function managerIdentityQueries(engine: Engine) {
  return {
    /** A revoked one too. */
    findManager: ({ issuer, subject }: Identity): Promise<StoredManager | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("manager_identities as identity")
          .innerJoin("managers", "managers.manager_id", "identity.manager_id")
          .selectAll("managers")
          .where("identity.issuer", "=", issuer)
          .where("identity.subject", "=", subject)
          .executeTakeFirst();
        return row && managerOf(row);
      }),

    /** Ids of the accounts of which the provider's person is known. */
    listLinked: (issuer: string): Promise<string[]> =>
      engine.read(async (db) => {
        const linked = db.selectFrom("manager_identities").select("manager_id").where("issuer", "=", issuer);
        return (await linked.execute()).map((row) => row.manager_id);
      }),

    isLinked: (managerId: string, issuer: string): Promise<boolean> =>
      engine.read(async (db) => {
        const linked = db.selectFrom("manager_identities").select("subject").where("issuer", "=", issuer);
        return (await linked.where("manager_id", "=", managerId).executeTakeFirst()) !== undefined;
      }),

    /** False where the account is linked to another person there, or the person to another account. */
    link: (
      { issuer, subject, managerId, linkedAt }: LinkedIdentity,
      events: StorageEvent[],
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const added = await db
          .insertInto("manager_identities")
          .values({
            issuer,
            subject,
            manager_id: managerId,
            linked_at: linkedAt,
          } satisfies Tables["manager_identities"])
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows === 1n) {
          await insertEvents(db, events);
          return true;
        }
        // the same person may come in by two tabs at once
        const same = db.selectFrom("manager_identities").select("manager_id").where("issuer", "=", issuer);
        const owner = await same.where("subject", "=", subject).executeTakeFirst();
        return owner?.manager_id === managerId;
      }),

    /** Every session of the account ends. False where it was not linked; then nothing is written. */
    unlink: (managerId: string, issuer: string, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom("manager_identities")
          .where("manager_id", "=", managerId)
          .where("issuer", "=", issuer)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await endSessionsOf(db, managerId);
        await insertAccountEvents(db, managerId, events);
        return true;
      }),
  };
}
