import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Tables } from "../engine/schema.ts";
import { insertAccountEvents } from "./account-events.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { managerOf, type StoredManager } from "./managers.ts";

/** One person at one OpenID Connect provider. */
export type Identity = {
  /** The issuer's address, as in the settings. */
  issuer: string;
  subject: string;
};
export type LinkedIdentity = Identity & { managerId: string; linkedAt: number };

/** Managers' identities at the OpenID Connect provider. */
export function managerIdentityQueries(engine: Engine) {
  return {
    /** Also finds a revoked manager. */
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

    /** Ids of the accounts that are linked to an identity of this issuer. */
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

    /** False if the account is linked to another identity of the issuer, or the identity to another account. */
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
        // the same person may sign in from two tabs at once
        const same = db.selectFrom("manager_identities").select("manager_id").where("issuer", "=", issuer);
        const owner = await same.where("subject", "=", subject).executeTakeFirst();
        return owner?.manager_id === managerId;
      }),

    /** Also ends all sessions of the account. Returns false and writes nothing if the account was not linked. */
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
